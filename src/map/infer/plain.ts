import type { Effect } from '../../ir/effect.ts';
import { type Expr, literal, showExpr } from '../../ir/expr.ts';
import type { Hole, Text } from '../../ir/text.ts';
import type { DraftEffect, PlainDraft } from '../primitive.ts';
import { isSecretName, looksLikeStandIn } from '../secret-names.ts';
import { credentialIn } from './argument-credentials.ts';
import type { Collector } from './collector.ts';
import { joinExprs } from './decide-hole.ts';
import { writtenOut } from './embedded.ts';
import { embeddedSecretName, type Hints } from './hints.ts';
import { decidePath } from './paths.ts';
import { splitPlaceholders } from './placeholders.ts';

export interface PlainContext {
  readonly hints: Hints;
  readonly collector: Collector;
  readonly cwd?: string;
  /** Names that stand in a host of the program: the host's to set, wherever else they stand. */
  readonly hosts?: ReadonlySet<string>;
}

/** Arguments that hold words of the command, where a stand-in is a stand-in; programs and filters are code. */
const wordArguments = new Set(['args', 'path', 'paths', 'files', 'text']);

/** A program's arguments and effects with every hole decided. */
export function inferPlain(
  draft: PlainDraft,
  context: PlainContext,
): { readonly args: Expr; readonly effects: readonly Effect[] } {
  const found: Effect[] = [];
  const hosts = new Set(
    draft.effects
      .flatMap((effect) => (effect.kind === 'network' ? effect.origin : []))
      .flatMap((piece) => ('name' in piece ? [piece.name] : [])),
  );
  const members = draft.args.members.map(({ key, value }) => ({
    key,
    value: decide(value, key, draft, { ...context, hosts }, found),
  }));
  const effects = draft.effects.map((effect) => {
    const decided = decideEffect(effect, draft, context);
    if (effect.place !== undefined) context.collector.derive(decided, effect.place);
    return decided;
  });
  return { args: { kind: 'object', members }, effects: [...effects, ...found] };
}

function decide(expr: Expr<Hole>, key: string, draft: PlainDraft, context: PlainContext, found: Effect[]): Expr {
  switch (expr.kind) {
    case 'literal':
      return decideLiteral(expr.value, key, draft, context, found);
    case 'variable':
    case 'placeholder':
    case 'dynamic':
      return decideHole(expr, key, draft, context, found);
    case 'secret':
      return giveSecret(expr.name, draft, context, found);
    case 'concat':
      return joinExprs(expr.parts.map((part) => decide(part, key, draft, context, found)));
    case 'list':
      return {
        kind: 'list',
        items: expr.items.map(
          (item, at) =>
            writtenWord(item, expr.items[at - 1], key, draft, context, found) ??
            decide(item, key, draft, context, found),
        ),
      };
    case 'object':
      return {
        kind: 'object',
        members: expr.members.map((member) => ({
          key: member.key,
          value:
            credentialVariable(member, key, draft, context, found) ?? decide(member.value, key, draft, context, found),
        })),
      };
    default:
      return expr;
  }
}

/** A word with a credential written out in it: the program gets a handle in its place. */
function writtenWord(
  item: Expr<Hole>,
  before: Expr<Hole> | undefined,
  key: string,
  draft: PlainDraft,
  context: PlainContext,
  found: Effect[],
): Expr | undefined {
  const word = key === 'args' && context.hints.fromText ? literalWord(item) : undefined;
  const credential = word === undefined ? undefined : credentialIn(word, literalWord(before));
  if (word === undefined || credential === undefined) return undefined;
  const { start, end, place } = credential;
  const name = embeddedSecretName(context.hints, place);
  const given = writtenOut(word.slice(start, end), name, place, { ...context, span: draft.span });
  const secret = giveSecret(given, draft, context, found);
  return joinExprs([literal(word.slice(0, start)), secret, literal(word.slice(end))]);
}

function literalWord(expr: Expr<Hole> | undefined): string | undefined {
  return expr?.kind === 'literal' && typeof expr.value === 'string' ? expr.value : undefined;
}

/** `PGPASSWORD=… psql`: a variable that holds a credential is never the caller's, and its value never in the plan. */
function credentialVariable(
  { key: name, value }: { readonly key: string; readonly value: Expr<Hole> },
  key: string,
  draft: PlainDraft,
  context: PlainContext,
  found: Effect[],
): Expr | undefined {
  const credential =
    isSecretName(name) || draft.effects.some((effect) => effect.kind === 'secret' && effect.name === name);
  if (key !== 'env' || !credential || !context.hints.fromText) return undefined;
  if (value.kind === 'variable') return giveSecret(value.name, draft, context, found);
  if (value.kind === 'placeholder') return giveSecret(name, draft, context, found);
  const written = literalWord(value) ?? '';
  if (written === '') return undefined;
  if (!looksLikeStandIn(written)) writtenOut(written, name, `env:${name}`, { ...context, span: draft.span });
  return giveSecret(name, draft, context, found);
}

function decideLiteral(
  value: Extract<Expr, { kind: 'literal' }>['value'],
  key: string,
  draft: PlainDraft,
  context: PlainContext,
  found: Effect[],
): Expr {
  if (typeof value !== 'string' || !context.hints.fromText || !wordArguments.has(key)) return literal(value);
  const split = splitPlaceholders([{ kind: 'literal', value }], 'argument', draft.span);
  return joinExprs(
    split.map((piece) =>
      piece.kind === 'literal' ? literal(piece.value) : decideHole(piece, key, draft, context, found),
    ),
  );
}

function decideHole(hole: Hole, key: string, draft: PlainDraft, context: PlainContext, found: Effect[]): Expr {
  const { hints, collector } = context;
  if (hole.kind === 'dynamic') {
    return collector.dynamic(hole, 'the argument', 'assign it once from a literal, or let the call ask at run time');
  }
  if (hole.kind === 'secret' || hints.declaredSecrets.has(hole.name) || isSecretName(hole.name)) {
    return giveSecret(hole.kind === 'placeholder' ? hole.name.toUpperCase() : hole.name, draft, context, found);
  }
  if (context.hosts?.has(hole.name) === true) return collector.setting(hole.name);
  return collector.param(hole, key === 'filter' ? 'json-string' : 'argument');
}

/** A known program gets a handle in its environment: an effect of its own, bound to no origin. An unknown one gets nothing. */
function giveSecret(name: string, draft: PlainDraft, { collector }: PlainContext, found: Effect[]): Expr {
  if (draft.understanding === 'unknown') {
    collector.report('map/secret-withheld', `\`${name}\` is not given to an unknown tool`, draft.span);
    return literal('');
  }
  found.push({ kind: 'env', name });
  collector.variables.set(name, { kind: 'secret', name });
  return { kind: 'secret', name };
}

function decideEffect(effect: DraftEffect, draft: PlainDraft, context: PlainContext): Effect {
  switch (effect.kind) {
    case 'read':
    case 'write':
      return { kind: effect.kind, path: decidePath(effect.path, { ...context, span: draft.span }).shown };
    case 'network':
      return {
        kind: 'network',
        method: effect.method,
        origin: decideOrigin(effect.origin, context.collector),
        path: effect.path,
      };
    case 'secret': {
      const { name, origin, slot } = effect;
      return context.collector.secret(name, origin, slot);
    }
    case 'process':
      return { kind: 'process', program: effect.program };
    case 'env':
      return { kind: 'env', name: effect.name };
    case 'output':
      return { kind: 'output' };
    case 'decided': {
      const { effect: decided } = effect;
      if (decided.kind !== 'secret') return decided;
      return context.collector.secret(decided.name, decided.origin, decided.slot);
    }
  }
}

function decideOrigin(text: Text, collector: Collector): string {
  const parts = text.map((piece): Expr => {
    if (piece.kind === 'dynamic') return collector.dynamic(piece, 'the host', 'write the host out');
    return piece.kind === 'literal' ? settingsIn(piece.value, collector) : collector.setting(piece.name);
  });
  return String(showExpr(joinExprs(parts)));
}

/** Tool tables write self-hosted origins as `${setting:NAME}`. */
function settingsIn(value: string, collector: Collector): Expr {
  for (const match of value.matchAll(/\$\{setting:([A-Za-z0-9_]+)\}/g))
    if (match[1] !== undefined) collector.setting(match[1]);
  return literal(value);
}
