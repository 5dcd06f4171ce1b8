import { literal } from '../../../ir/expr.ts';
import { literalOf, type Text } from '../../../ir/text.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped, Primitive } from '../../primitive.ts';
import { type OptionTable, readOptionWord } from '../../tools/option-words.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { inSafeEnvironment, toolPrimitive } from '../../tools/tool-primitive.ts';
import { unknownOption } from './interpreter.ts';
import { unknownPackage } from './package-runner.ts';
import { draft, mapped, missingScript, openScript, outsideBundle, type Runner } from './script-draft.ts';
import { pathAsWritten, resolveScript } from './script-path.ts';

const runner: Runner = { program: 'go', capability: 'sandbox.tool' };

/** `-exec` and `-toolexec` start programs, `-overlay` and `-modfile` swap sources: not here. */
const options = new Map<string, 'flag' | 'value'>([
  ['-race', 'flag'],
  ['-v', 'flag'],
  ['-x', 'flag'],
  ['-a', 'flag'],
  ['-trimpath', 'flag'],
  ['-work', 'flag'],
  ['-tags', 'value'],
  ['-mod', 'value'],
  ['-ldflags', 'value'],
  ['-p', 'value'],
]);

const table: OptionTable<'flag' | 'value'> = {
  style: 'single-dash',
  abbreviations: false,
  find: (name) => options.get(name),
  starting: () => [],
  takesValue: (row) => row === 'value',
};

/** `go run` starts source files or a module; the rest is in the table of go. */
export function go(tools: ToolTable): Primitive {
  const other = toolPrimitive(tools);
  return (command, context) =>
    literalOf(command.words[1] ?? []) === 'run'
      ? inSafeEnvironment('go', command, run(command, context))
      : other(command, context);
}

function run(command: CommandWords, context: MapContext): Mapped {
  let at = 2;
  for (let step = readOptionWord(command.words, at, table); at < command.words.length && step.kind !== 'operand'; ) {
    if (step.kind !== 'options') return unknownOption('go run', step.kind === 'dashes' ? '--' : step.written, command);
    at += step.used;
    step = readOptionWord(command.words, at, table);
  }
  const target = command.words[at];
  if (target === undefined) return unknownOption('go run', 'no package', command);
  const module = moduleOf(target);
  if (module !== undefined) return unknownPackage(module, command.span);
  return runFiles(command.words.slice(at), command, context);
}

/** `example.com/tool@v1.2.3`: the first segment has a dot and there is a version. */
function moduleOf(target: Text): string | undefined {
  const written = literalOf(target);
  return written !== undefined && /^[\w-]+(\.[\w-]+)+\/[\w./~-]+@[\w.+-]+$/.test(written) ? written : undefined;
}

function runFiles(words: readonly Text[], command: CommandWords, context: MapContext): Mapped {
  const more = words.findIndex((word, index) => index > 0 && !(literalOf(word) ?? '').endsWith('.go'));
  const listed = (literalOf(words[0] ?? []) ?? '').endsWith('.go');
  const count = listed ? (more < 0 ? words.length : more) : 1;
  const effects: DraftEffect[] = [];
  const found = words.slice(0, count).map((word) => ({ word, path: resolveScript(word, context) }));
  for (const { word, path } of found) {
    if (path.kind === 'open' || path.kind === 'stdin') return openScript('go', word, command.span);
    if (path.kind === 'outside') return outsideBundle(path.path, command.span);
    if (path.kind === 'missing') effects.push({ kind: 'read', path: pathAsWritten(word) });
  }
  const first = found[0]?.path;
  const members =
    first?.kind === 'bundled'
      ? { script: literal(first.path), digest: literal(first.file.digest) }
      : { script: literal(first?.kind === 'missing' ? first.path : '') };
  const result = mapped(draft(runner, members, words.slice(1), command, { effects }));
  if (result.kind !== 'mapped' || first?.kind !== 'missing') return result;
  return { ...result, diagnostics: [missingScript(first.path, command.span)] };
}
