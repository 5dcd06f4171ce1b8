import { diagnose } from '../../../ir/diagnostic.ts';
import { type Expr, list, literal, object } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import type { Span } from '../../../ir/span.ts';
import { type Hole, literalOf, type Text } from '../../../ir/text.ts';
import { builtinDraft } from '../../builtins.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped, PlainDraft, Primitive } from '../../primitive.ts';
import { inputArgs, inputEffects, inSafeEnvironment } from '../../tools/tool-primitive.ts';
import { hostCall } from './host-call.ts';
import { type InterpreterOption, readFront, unknownOption } from './interpreter.ts';
import { interactive, missingScript, openCode, openScript, outsideBundle, remoteCode } from './script-draft.ts';
import { pathAsWritten, resolveScript } from './script-path.ts';

/** `-n` runs nothing, `-i` reads start-up files, `--rcfile` names one: not here. A login shell's profile does not exist. */
const options: readonly InterpreterOption[] = [
  {
    names: ['-e', '-u', '-x', '-v', '-l', '--login', '--norc', '--noprofile', '--posix', '-f', '-E', '-T', '-B', '-h'],
    does: 'flag',
  },
  { names: ['-o'], does: 'value', accept: /^(pipefail|errexit|nounset|xtrace|verbose|posix|noglob)$/ },
  { names: ['-c'], does: 'flag' },
  { names: ['-s'], does: 'flag' },
  { names: ['--version', '--help'], does: 'print' },
];

/** `bash`, `sh`, `dash`: never a program of the sandbox, always `shell.run`. */
export const shell: Primitive = (command, context) =>
  inSafeEnvironment('a shell', command, hostCall(command) ?? mapShell(command, context));

function mapShell(command: CommandWords, context: MapContext): Mapped {
  const read = readFront({ options }, command.words.slice(1));
  if (typeof read === 'string') return unknownOption('shell', read, command);
  const odd = read.options.find(({ row, value }) => row.accept?.test(literalOf(value ?? []) ?? '') === false);
  if (odd !== undefined) return unknownOption('shell', odd.name, command);
  const has = (name: string): boolean => read.options.some((option) => option.name === name);
  const [first, ...args] = read.rest;
  if (has('--version') || has('--help')) return mappedShell(command, {}, []);
  if (has('-c'))
    return first === undefined
      ? unknownOption('shell', '-c', command)
      : runText(first, args, command, { nameFirst: true });
  if (has('-s') || first === undefined) return runInput(read.rest, command, context);
  return runShellFile(first, args, command, context);
}

/** Shell text in a word or a heredoc: every command in it is mapped in its turn. */
export function runText(
  text: Text,
  args: readonly Text[],
  command: CommandWords,
  around: Pick<NonNullable<PlainDraft['script']>, 'inShell' | 'nameFirst'> = {},
): Mapped {
  const program = literalOf(text);
  if (program === undefined) return openShellText(text, command.span);
  const script = { text: program, span: spanOf(text, command), ...around };
  const [name, ...rest] = around.nameFirst === true ? args : [];
  const named = name === undefined ? {} : { name: textExpr(name) };
  return mappedShell(command, { program: literal(program), ...named }, name === undefined ? args : rest, script);
}

function openShellText(text: Text, span: Span): Mapped {
  // Output of another program in shell text is a program from elsewhere, wherever it stands.
  const fromProgram = text.some(
    (piece) => piece.kind === 'dynamic' && (/^(\$\(|<\(|`)/.test(piece.name) || piece.reason.startsWith('output of')),
  );
  return fromProgram ? remoteCode('a shell', span) : openCode('a shell', text, span);
}

function runInput(args: readonly Text[], command: CommandWords, context: MapContext): Mapped {
  const silent: CommandWords = { ...command, stdin: { kind: 'none' } };
  switch (command.stdin.kind) {
    case 'none':
      return interactive('a shell', command.span);
    case 'pipe':
      return remoteCode('a shell', command.span);
    case 'text':
      return runText(command.stdin.text, args, silent);
    case 'file':
      return runShellFile(command.stdin.path, args, silent, context);
  }
}

/** A bundled file's text becomes the program; a file nobody has shown us is read and judged when it runs. */
export function runShellFile(path: Text, args: readonly Text[], command: CommandWords, context: MapContext): Mapped {
  const found = resolveScript(path, context);
  switch (found.kind) {
    case 'open':
      return openScript('a shell', path, command.span);
    case 'outside':
      return outsideBundle(found.path, command.span);
    case 'stdin':
      return runInput(args, command, context);
    case 'missing':
      return missingFile(found.path, path, args, command);
    case 'bundled': {
      const text = decode(found.file.bytes);
      if (text === undefined) return openScript('a shell', path, command.span);
      const members = { script: literal(found.path), digest: literal(found.file.digest) };
      const span: Span = { source: found.path, start: 0, end: text.length };
      return mappedShell(command, members, args, { text, path: found.path, span });
    }
  }
}

/** Nobody has seen its commands, so nobody can say what they touch. */
function missingFile(path: string, written: Text, args: readonly Text[], command: CommandWords): Mapped {
  const read: DraftEffect = { kind: 'read', path: pathAsWritten(written) };
  const result = draftShell(command, { script: literal(path) }, args);
  const draft: PlainDraft = {
    ...result,
    effects: [{ kind: 'process', program: path }, read, ...result.effects],
    understanding: 'sandboxed',
    unreviewed: true,
  };
  return { kind: 'mapped', drafts: [draft], diagnostics: [missingScript(path, command.span)] };
}

function mappedShell(
  command: CommandWords,
  members: Readonly<Record<string, Expr<Hole>>>,
  args: readonly Text[],
  script?: NonNullable<PlainDraft['script']>,
): Mapped {
  const draft = draftShell(command, members, args);
  return { kind: 'mapped', drafts: [script === undefined ? draft : { ...draft, script }], diagnostics: [] };
}

function draftShell(
  command: CommandWords,
  members: Readonly<Record<string, Expr<Hole>>>,
  args: readonly Text[],
): PlainDraft {
  return {
    kind: 'plain',
    capability: 'shell.run',
    args: object<Hole>({
      ...members,
      args: args.length === 0 ? undefined : list(args.map(textExpr)),
      ...inputArgs(command),
    }),
    effects: inputEffects(command),
    understanding: 'mapped',
    span: command.span,
  };
}

function spanOf(text: Text, command: CommandWords): Span {
  return command.spans[command.words.indexOf(text)] ?? command.span;
}

export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Shells and script hosts whose language is not the one we read. */
export const otherShell: Primitive = (command) => {
  const program = literalOf(command.words[0] ?? []) ?? '';
  const words = command.words.slice(1).map((word) => literalOf(word) ?? '');
  const reads = words.length === 0 || words.includes('-s') || words.includes('-') || words.includes('/dev/stdin');
  if (reads && command.stdin.kind === 'pipe') return remoteCode(program, command.span);
  const message = `\`${program}\` runs a language that is not modelled`;
  return { kind: 'unknown', reason: diagnose('map/interpreter-other', message, command.span) };
};

/** `source x.sh`, `. x.sh`. */
export const source: Primitive = (command, context) => {
  const [path, ...args] = command.words.slice(1);
  if (path === undefined) return unknownOption('source', 'no file', command);
  const result = runShellFile(path, args, command, context);
  if (result.kind !== 'mapped' || result.diagnostics.length === 0) return result;
  const drafts = result.drafts.map((draft) =>
    draft.kind === 'plain' ? { ...draft, understanding: 'unknown' as const } : draft,
  );
  return { ...result, drafts };
};

/** `eval` joins its words with blanks and runs the result. */
export const evaluate: Primitive = (command) => {
  const words = command.words.slice(1);
  if (words.length === 0) return { kind: 'mapped', drafts: [builtinDraft(command)], diagnostics: [] };
  const joined = words.flatMap(
    (word, index): Text => (index === 0 ? word : [{ kind: 'literal', value: ' ' }, ...word]),
  );
  return runText(joined, [], command, { inShell: 'now' });
};

/** `trap 'commands' EXIT` runs them later; without commands, or with `-` or nothing, it only resets. */
export const trap: Primitive = (command) => {
  const words = command.words.slice(literalOf(command.words[1] ?? []) === '--' ? 2 : 1);
  const [action, ...signals] = words;
  const written = action === undefined ? '' : literalOf(action);
  if (signals.length === 0 || written === '' || written === '-' || written === '-l' || written === '-p') {
    return { kind: 'mapped', drafts: [builtinDraft(command)], diagnostics: [] };
  }
  if (action === undefined || written === undefined) return openCode('trap', action ?? [], command.span);
  return runText(action, [], command, { inShell: 'later' });
};
