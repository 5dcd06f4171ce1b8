import type { DiagnosticCode } from '../ir/catalogue/index.ts';
import { diagnose } from '../ir/diagnostic.ts';
import type { Expr, ObjectExpr } from '../ir/expr.ts';
import { object } from '../ir/expr.ts';
import type { Span } from '../ir/span.ts';
import { type Hole, literalOf, type Text } from '../ir/text.ts';
import { unlistedEnv } from './env-policy.ts';
import { describeProblem, type OptionRow, type ReadWords } from './option-table.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped, PlainDraft, Primitive } from './primitive.ts';

export type PlainCapability = PlainDraft['capability'];

export function plainDraft(
  capability: PlainCapability,
  args: Readonly<Record<string, Expr<Hole> | undefined>> | ObjectExpr<Hole>['members'],
  effects: readonly DraftEffect[],
  span: Span,
): PlainDraft {
  const members: ObjectExpr<Hole> = Array.isArray(args)
    ? { kind: 'object', members: args }
    : object(args as Readonly<Record<string, Expr<Hole> | undefined>>);
  return { kind: 'plain', capability, args: members, effects: distinct(effects), understanding: 'mapped', span };
}

export function mapped(...drafts: readonly PlainDraft[]): Mapped {
  return { kind: 'mapped', drafts, diagnostics: [] };
}

export function unknown(code: DiagnosticCode, message: string, span: Span, help?: string): Mapped {
  return { kind: 'unknown', reason: diagnose(code, message, span, help) };
}

export function refused(code: DiagnosticCode, message: string, span: Span, help?: string): Mapped {
  return { kind: 'refused', reason: diagnose(code, message, span, help) };
}

/** What `readOptions` could not read is an unknown use of the program. */
export function unreadOptions<R extends OptionRow>(
  program: string,
  bad: Extract<ReadWords<R>, { kind: 'bad' }>,
): Mapped {
  const code =
    bad.problem === 'missing-value' || bad.problem === 'unwanted-value' ? 'map/bad-arguments' : 'map/unknown-option';
  return unknown(code, describeProblem(program, bad.problem, bad.written), bad.span);
}

/** `-` and the standard streams are not files. */
export function readEffect(path: Text): readonly DraftEffect[] {
  return streams.has(literalOf(path) ?? '') ? [] : [{ kind: 'read', path }];
}

export function writeEffect(path: Text): readonly DraftEffect[] {
  return sinks.has(literalOf(path) ?? '') ? [] : [{ kind: 'write', path }];
}

/** Variables in front of a command may pick a language or a time zone; anything else could change its meaning. */
export function inPlainEnvironment(primitive: Primitive): Primitive {
  return (command: CommandWords, context: MapContext): Mapped => {
    const odd = unlistedEnv(command.env, []);
    if (odd === undefined) return primitive(command, context);
    const result = primitive(command, context);
    // A refusal stays one: adding a variable never softens the verdict.
    if (result.kind === 'refused') return result;
    return unknown('map/env-unsafe', `\`${odd}\` is set for this command`, command.span);
  };
}

const streams = new Set(['-', '/dev/stdin', '/dev/null', '/dev/fd/0']);
const sinks = new Set(['-', '/dev/stdout', '/dev/stderr', '/dev/null', '/dev/fd/1', '/dev/fd/2']);

function distinct(effects: readonly DraftEffect[]): readonly DraftEffect[] {
  const seen = new Map(effects.map((effect) => [JSON.stringify(effect), effect]));
  return [...seen.values()];
}
