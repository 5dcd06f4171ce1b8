import { diagnose } from '../../../ir/diagnostic.ts';
import { type Expr, list, literal, object } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import type { Span } from '../../../ir/span.ts';
import { type Hole, isHole, literalOf, showText, type Text } from '../../../ir/text.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped, PlainDraft } from '../../primitive.ts';
import { literalPrefix } from '../../text-slice.ts';
import { inputArgs, inputEffects } from '../../tools/tool-primitive.ts';
import { pathAsWritten, resolveScript } from './script-path.ts';

/** What runs a program text, and under which capability. */
export interface Runner {
  readonly program: string;
  readonly capability: 'sandbox.python' | 'sandbox.node' | 'sandbox.tool';
  /** Files tried for a path. */
  readonly names?: (path: string) => readonly string[];
}

/** What the options added. */
export interface Extras {
  readonly members?: Readonly<Record<string, Expr<Hole> | undefined>>;
  readonly effects?: readonly DraftEffect[];
}

/** A file and its arguments. */
export function runScript(
  runner: Runner,
  script: Text,
  args: readonly Text[],
  command: CommandWords,
  context: MapContext,
  extras: Extras = {},
): Mapped {
  if (/^(https?|ftp|data|blob):/i.test(literalPrefix(script))) return remoteCode(runner.program, command.span);
  const found = resolveScript(script, context, runner.names);
  switch (found.kind) {
    case 'open':
      return openScript(runner.program, script, command.span);
    case 'outside':
      return outsideBundle(found.path, command.span);
    case 'stdin':
      return runStdin(runner, args, command, context, extras);
    case 'bundled': {
      const members = { script: literal(found.path), digest: literal(found.file.digest) };
      return mapped(draft(runner, members, args, command, extras));
    }
    case 'missing': {
      const read: DraftEffect = { kind: 'read', path: pathAsWritten(script) };
      const more = { ...extras, effects: [read, ...(extras.effects ?? [])] };
      const drafts = [draft(runner, { script: literal(found.path) }, args, command, more)];
      return { kind: 'mapped', drafts, diagnostics: [missingScript(found.path, command.span)] };
    }
  }
}

/** Program text on the command line. A value put into it would be read as code, so there must be none. */
export function runCode(
  runner: Runner,
  code: Text,
  args: readonly Text[],
  command: CommandWords,
  extras: Extras = {},
): Mapped {
  const text = literalOf(code);
  if (text === undefined) return openCode(runner.program, code, command.span);
  return mapped(draft(runner, { code: literal(text) }, args, command, extras));
}

/** No file and no code: the program text is what arrives on standard input. */
export function runStdin(
  runner: Runner,
  args: readonly Text[],
  command: CommandWords,
  context: MapContext,
  extras: Extras = {},
): Mapped {
  const { stdin } = command;
  const silent: CommandWords = { ...command, stdin: { kind: 'none' } };
  switch (stdin.kind) {
    case 'none':
      return interactive(runner.program, command.span);
    case 'pipe':
      return remoteCode(runner.program, command.span);
    case 'text':
      return runCode(runner, stdin.text, args, silent, extras);
    case 'file':
      return runScript(runner, stdin.path, args, silent, context, extras);
  }
}

export function draft(
  runner: Runner,
  members: Readonly<Record<string, Expr<Hole> | undefined>>,
  args: readonly Text[],
  command: CommandWords,
  extras: Extras,
): PlainDraft {
  const program = runner.capability === 'sandbox.tool' ? { program: literal(runner.program) } : {};
  // Only Python and JavaScript have a sandbox of their own; code in any other language is as good as an unknown tool.
  const foreign = runner.capability === 'sandbox.tool' && Object.keys(members).length > 0;
  return {
    kind: 'plain',
    capability: runner.capability,
    args: object<Hole>({
      ...program,
      ...members,
      args: args.length === 0 ? undefined : list(args.map(textExpr)),
      ...extras.members,
      ...inputArgs(command),
    }),
    effects: [{ kind: 'process', program: runner.program }, ...(extras.effects ?? []), ...inputEffects(command)],
    understanding: foreign ? 'unknown' : 'sandboxed',
    span: command.span,
  };
}

export function mapped(draft: PlainDraft): Mapped {
  const [program] = draft.effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : []));
  const note = diagnose('map/interpreter-other', `what \`${program}\` runs is not modelled`, draft.span);
  return { kind: 'mapped', drafts: [draft], diagnostics: draft.understanding === 'unknown' ? [note] : [] };
}

/** Text that another program wrote would run: whole, or by a process substitution. */
function comesFromProgram(text: Text): boolean {
  const whole = text.length > 0 && text.every((piece) => piece.kind === 'dynamic');
  return whole || text.some((piece) => piece.kind === 'dynamic' && piece.name.startsWith('<('));
}

export function openCode(program: string, code: Text, span: Span): Mapped {
  if (comesFromProgram(code)) return remoteCode(program, span);
  const names = code.filter(isHole).map((hole) => `\`${hole.name}\``);
  const message = `the code for \`${program}\` has ${names.join(', ')} put into it`;
  return { kind: 'unknown', reason: diagnose('map/code-open', message, span) };
}

export function openScript(program: string, script: Text, span: Span): Mapped {
  if (script.some((piece) => piece.kind === 'dynamic' && piece.name.startsWith('<('))) return remoteCode(program, span);
  const message = `which file \`${program}\` runs is not in the text: \`${showText(script)}\``;
  return { kind: 'unknown', reason: diagnose('map/script-open', message, span) };
}

export function outsideBundle(path: string, span: Span): Mapped {
  return { kind: 'refused', reason: diagnose('parse/path-outside', `\`${path}\` leaves the bundle`, span) };
}

/** `a shell` is a description; anything else is the word the user wrote. */
function shown(program: string): string {
  return program === 'a shell' ? program : `\`${program}\``;
}

export function remoteCode(program: string, span: Span): Mapped {
  const message = `${shown(program)} would run a program that nobody can review`;
  return { kind: 'refused', reason: diagnose('map/remote-code', message, span) };
}

export function interactive(program: string, span: Span): Mapped {
  const message = `${shown(program)} without a program waits for a person to type`;
  return { kind: 'unknown', reason: diagnose('map/interactive', message, span) };
}

export function missingScript(path: string, span: Span) {
  return diagnose('map/script-missing', `\`${path}\` is not in the bundle`, span);
}
