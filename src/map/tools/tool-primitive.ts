import { diagnose } from '../../ir/diagnostic.ts';
import { type Expr, list, literal, object } from '../../ir/expr.ts';
import { textExpr } from '../../ir/expr-text.ts';
import type { Span } from '../../ir/span.ts';
import { isSteering } from '../../ir/steering-variable.ts';
import { type Hole, isHole, literalOf, type Piece, type Text } from '../../ir/text.ts';
import { unlistedEnv, unsafeEnv } from '../env-policy.ts';
import type { CommandWords, DraftEffect, Mapped, PlainDraft, Primitive } from '../primitive.ts';
import { systemProgram } from '../system-path.ts';
import { matchTool, type ToolMatch } from './match-tool.ts';
import type { Tool, ToolTable } from './tool.ts';

/** Any program the table knows. A program it does not know is `unknown`. */
export function toolPrimitive(tools: ToolTable): Primitive {
  return (command) => {
    const program = programOf(command);
    const tool = program === undefined ? undefined : tools.get(program);
    if (program === undefined || tool === undefined) return unknownTool(program ?? '', command.span);
    return mapTool(tool, program, command);
  };
}

/** Whether the command only sets something up (`npm install`, `brew install`): listed, never an operation. */
export function isSetup(tools: ToolTable, command: CommandWords): boolean {
  const program = programOf(command);
  const tool = program === undefined ? undefined : tools.get(program);
  if (tool === undefined) return false;
  const match = matchTool(tool, command.words);
  return match.kind === 'matched' && match.installs;
}

/** `read` are the words that the command is short for. */
export function mapTool(tool: Tool, program: string, command: CommandWords, read = command.words): Mapped {
  const match = matchTool(tool, read);
  const name = unexpectedEnv(tool, match, command.env);
  // A refusal stays one: a variable in front never softens the verdict.
  if (name !== undefined && match.kind !== 'refused') return unsafeVariable(name, program, command.span);
  if (match.kind !== 'matched') return misfit(program, match, command.span);
  if (tool.stdinProgram !== undefined && command.stdin.kind !== 'none') {
    return misfit(program, { kind: 'unclear', reason: tool.stdinProgram }, command.span);
  }
  const words = withSecrets(command.words, match.credentials);
  return { kind: 'mapped', drafts: [toolDraft(program, { ...command, words }, match.effects)], diagnostics: [] };
}

function unexpectedEnv(tool: Tool, match: ToolMatch, env: CommandWords['env']): string | undefined {
  const known = [...tool.env, ...tool.secrets.map((secret) => secret.env)];
  const application =
    match.kind === 'matched' && match.ownCode ? [...env.keys()].filter((one) => !isSteering(one)) : [];
  return unlistedEnv(env, [...known, ...application]);
}

/** A variable where the program takes a credential is a secret, whatever its name. */
function withSecrets(words: readonly Text[], credentials: readonly Text[]): readonly Text[] {
  const holes = new Set(credentials.flat().filter(isHole));
  return words.map((word) =>
    word.map(
      (piece): Piece =>
        piece.kind === 'variable' && holes.has(piece) ? { kind: 'secret', name: piece.name, span: piece.span } : piece,
    ),
  );
}

/** `sandbox.tool` with the words as they stand. */
export function toolDraft(
  program: string,
  command: CommandWords,
  effects: readonly DraftEffect[],
  more: Readonly<Record<string, Expr<Hole> | undefined>> = {},
): PlainDraft {
  return {
    kind: 'plain',
    capability: 'sandbox.tool',
    args: object<Hole>({
      program: literal(program),
      args: list(command.words.slice(1).map(textExpr)),
      ...more,
      ...inputArgs(command),
    }),
    effects: [{ kind: 'process', program }, ...effects, ...inputEffects(command)],
    understanding: 'sandboxed',
    span: command.span,
  };
}

/** What every started program gets besides its words: variables in front, and known standard input. */
export function inputArgs(command: CommandWords): Readonly<Record<string, Expr<Hole> | undefined>> {
  const env = [...command.env].map(([key, value]) => ({ key, value: textExpr(value) }));
  return {
    env: env.length === 0 ? undefined : { kind: 'object', members: env },
    stdin: command.stdin.kind === 'text' ? textExpr(command.stdin.text) : undefined,
    stdin_file: command.stdin.kind === 'file' ? textExpr(command.stdin.path) : undefined,
  };
}

export function inputEffects(command: CommandWords): readonly DraftEffect[] {
  const env = [...command.env.keys()].map((name): DraftEffect => ({ kind: 'env', name }));
  return command.stdin.kind === 'file' ? [...env, { kind: 'read', path: command.stdin.path }] : env;
}

/** The same command, unknown if a variable in front of it steers the program; a refusal stays one. */
export function inSafeEnvironment(program: string, command: CommandWords, result: Mapped): Mapped {
  const name = unsafeEnv(command.env);
  return name === undefined || result.kind === 'refused' ? result : unsafeVariable(name, program, command.span);
}

export function unsafeVariable(name: string, program: string, span: Span): Mapped {
  const message = `\`${name}\` in front of \`${program}\` can change what it does`;
  return { kind: 'unknown', reason: diagnose('map/env-unsafe', message, span) };
}

export function unknownTool(program: string, span: Span): Mapped {
  const message = `no table describes \`${program}\``;
  return { kind: 'unknown', reason: diagnose('map/unknown-tool', message, span) };
}

/** `git`, `/usr/bin/git`; never `./git`, which is a file of the skill. */
export function programOf(command: CommandWords): string | undefined {
  const word = literalOf(command.words[0] ?? []);
  return word === undefined ? undefined : systemProgram(word);
}

function misfit(program: string, match: Exclude<ToolMatch, { kind: 'matched' }>, span: Span): Mapped {
  switch (match.kind) {
    case 'unknown-option': {
      const message = `the table of \`${program}\` has no option \`${match.written}\` there`;
      return { kind: 'unknown', reason: diagnose('map/unknown-option', message, span) };
    }
    case 'unknown-subcommand': {
      const written =
        match.written === '' ? 'the sub-command is not in the text' : `\`${match.written}\` is not listed`;
      return { kind: 'unknown', reason: diagnose('map/unknown-subcommand', `\`${program}\`: ${written}`, span) };
    }
    case 'unclear':
      return { kind: 'unknown', reason: diagnose('map/tool-unclear', `\`${program}\`: ${match.reason}`, span) };
    case 'refused':
      return { kind: 'refused', reason: diagnose('map/tool-refused', `\`${program}\`: ${match.reason}`, span) };
  }
}
