import { diagnose } from '../../../ir/diagnostic.ts';
import { list } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { CommandWords, Draft, DraftEffect, MapContext, Mapped, Primitive } from '../../primitive.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { inSafeEnvironment, toolPrimitive } from '../../tools/tool-primitive.ts';
import { type InterpreterOption, readFront, unknownOption } from './interpreter.ts';
import { runPackage, uvx } from './package-runner.ts';

/** Of `uv run`. `--index`, `--default-index` and `--find-links` move the source of packages: not here. */
const options: readonly InterpreterOption[] = [
  {
    names: [
      '-q',
      '--quiet',
      '-v',
      '--verbose',
      '--no-project',
      '--isolated',
      '--active',
      '--no-sync',
      '--locked',
      '--frozen',
      '--exact',
      '--no-dev',
      '--dev',
      '--all-extras',
      '--all-groups',
      '--no-editable',
      '--offline',
      '--no-progress',
      '--no-cache',
      '-n',
      '--no-config',
      '--refresh',
      '-U',
      '--upgrade',
      '--no-env-file',
      '--managed-python',
      '--only-dev',
    ],
    does: 'flag',
  },
  { names: ['-s', '--script', '--gui-script'], does: 'flag' },
  { names: ['-m', '--module'], does: 'flag' },
  {
    names: ['--with', '-w', '-p', '--python', '--extra', '--group', '--only-group', '--no-group', '--package'],
    does: 'value',
  },
  { names: ['--with-requirements', '--env-file'], does: 'read' },
  { names: ['-h', '--help'], does: 'print' },
];

/** `uv run` starts a program with packages at hand; `uv tool run` is `uvx`; the rest is in the table of uv. */
export function uv(tools: ToolTable): Primitive {
  const other = toolPrimitive(tools);
  return (command, context) => {
    const [first, second] = command.words.slice(1).map(literalOf);
    if (first === 'run') return inSafeEnvironment('uv', command, run(command, context));
    if (first === 'tool' && second === 'run') {
      return inSafeEnvironment('uv', command, runPackage({ ...uvx, program: 'uv' }, tools, 3, command, context));
    }
    return other(command, context);
  };
}

function run(command: CommandWords, context: MapContext): Mapped {
  const read = readFront({ options }, command.words.slice(2));
  if (typeof read === 'string') return unknownOption('uv run', read, command);
  const has = (...names: readonly string[]): boolean => read.options.some(({ name }) => names.includes(name));
  if (has('-h', '--help')) return unknownOption('uv run', '--help', command);
  const inner = innerWords(read.rest, has('-s', '--script', '--gui-script'), has('-m', '--module'));
  if (inner === undefined) return openTarget(command);
  const spans = command.spans.slice(command.spans.length - read.rest.length);
  const padding = inner.slice(spans.length).map(() => command.span);
  const result = context.mapCommand({ ...command, words: inner, spans: [...padding, ...spans] });
  const packages = read.options
    .filter(({ name }) => name === '--with' || name === '-w')
    .map(({ value }) => value ?? []);
  const files = read.options.filter(({ row }) => row.does === 'read').map(({ value }) => value ?? []);
  return withPackages(result, packages, files);
}

/** The words uv would start: a Python file by its name, else the command as it stands. */
function innerWords(rest: readonly Text[], script: boolean, module: boolean): readonly Text[] | undefined {
  const first = rest[0];
  const written = first === undefined ? undefined : literalOf(first);
  const python = literalText('python3');
  if (first === undefined) return undefined;
  if (module) return [python, literalText('-m'), ...rest];
  const isFile = script || written === '-' || /\.pyw?$/.test(endOf(first));
  if (isFile) return [python, ...rest];
  return written === undefined ? undefined : rest;
}

/** The literal characters behind the last hole. */
function endOf(text: Text): string {
  const last = text.at(-1);
  return last?.kind === 'literal' ? last.value : '';
}

function openTarget(command: CommandWords): Mapped {
  const message = 'what `uv run` starts is not in the text';
  return { kind: 'unknown', reason: diagnose('map/script-open', message, command.span) };
}

function withPackages(result: Mapped, packages: readonly Text[], files: readonly Text[]): Mapped {
  if (result.kind !== 'mapped') return result;
  const added: readonly DraftEffect[] = [
    { kind: 'process', program: 'uv' },
    ...files.map((path): DraftEffect => ({ kind: 'read', path })),
  ];
  const drafts = result.drafts.map((draft): Draft => {
    if (draft.kind !== 'plain') return draft;
    const members = packages.length === 0 ? [] : [{ key: 'packages', value: list(packages.map(textExpr)) }];
    const args = { ...draft.args, members: [...draft.args.members, ...members] };
    return { ...draft, args, effects: [...draft.effects, ...added] };
  });
  return { ...result, drafts };
}
