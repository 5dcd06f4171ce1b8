import type { Effect } from '../../ir/effect.ts';
import { type Encoding, type Expr, literal } from '../../ir/expr.ts';
import type { Schema } from '../../ir/json.ts';
import type { Hole, Text } from '../../ir/text.ts';
import { isSecretName } from '../secret-names.ts';
import type { Collector } from './collector.ts';
import type { Hints } from './hints.ts';
import { standInNames } from './stand-in-names.ts';

/** Where a hole stands, and what that makes of it. */
export interface Slot {
  /** `header:authorization`, `query:key`, `body:/token` … */
  readonly id: string;
  /** A credential slot makes a secret of whatever is put there. */
  readonly credential: boolean;
  readonly origin: string;
  readonly encode: Encoding;
  /** Words for messages: `the header`, `the query`. */
  readonly where: string;
  readonly schema?: Schema;
  /** No other credential stand-in in the same request: the skill's primary secret is meant. */
  readonly alone?: boolean;
}

export interface Decided {
  readonly expr: Expr;
  readonly effects: readonly Effect[];
}

/** In order: a credential slot makes a secret; a secret-like name makes a secret; anything else is an input. */
export function decideHole(hole: Hole, slot: Slot, hints: Hints, collector: Collector): Decided {
  if (hole.kind === 'dynamic') return decideDynamic(hole, slot, collector);
  if (hole.kind === 'secret') return asSecret(hole.name, slot, collector);
  const named = hints.declaredSecrets.has(hole.name) || isSecretName(hole.name);
  if (!slot.credential && !named) return { expr: collector.param(hole, slot.encode, slot.schema), effects: [] };
  if (hole.kind === 'variable') return asSecret(hole.name, slot, collector);
  collector.secretInputs.add(hole.name);
  const names = standInNames(hints, hole.written, slot.id, slot.alone !== false);
  const name = collector.nameStandIn(hole.written, names);
  collector.written.set(hole.written, { kind: 'secret', name });
  return asSecret(name, slot, collector);
}

/** A step's output in a credential slot is a secret too, held by the broker under its variable's name. */
function decideDynamic(hole: Extract<Hole, { kind: 'dynamic' }>, slot: Slot, collector: Collector): Decided {
  const expr = collector.dynamic(
    hole,
    slot.where,
    'set it to a literal before the command, or let the call ask at run time',
  );
  if (!slot.credential) return { expr, effects: [] };
  if (hole.login !== undefined && slot.id === 'header:authorization')
    return { expr, effects: decideLogin(hole.login, slot, collector) };
  if (hole.variables !== undefined) {
    for (const name of hole.variables) collector.credentialParts.add(name);
    return { expr, effects: hole.variables.map((name) => collector.secret(name, slot.origin, slot.id)) };
  }
  return { expr, effects: [{ kind: 'secret', name: hole.name, origin: slot.origin, slot: slot.id }] };
}

/** Both halves make up the credential: neither is the caller's. */
function decideLogin(
  { user, password }: NonNullable<Extract<Hole, { kind: 'dynamic' }>['login']>,
  slot: Slot,
  collector: Collector,
): readonly Effect[] {
  const half = (text: Text, place: string): readonly Effect[] =>
    text.flatMap((piece): readonly Effect[] => {
      if (piece.kind !== 'variable') return [];
      collector.credentialParts.add(piece.name);
      return [collector.secret(piece.name, slot.origin, place)];
    });
  return [...half(user, 'basic:user'), ...half(password, 'basic:password')];
}

/** A secret in its slot, written there as a caller's value would be. */
export function asSecret(name: string, slot: Slot, collector: Collector): Decided {
  const encode = slot.encode === 'json' ? 'json-string' : slot.encode;
  const plain = encode === 'header' || encode === 'argument' || encode === 'raw';
  return {
    expr: { kind: 'secret', name, ...(plain ? {} : { encode }) },
    effects: [collector.secret(name, slot.origin, slot.id)],
  };
}

/** A text with every hole decided for one slot. */
export function decideText(text: Text, slot: Slot, hints: Hints, collector: Collector): Decided {
  const decided = text.map(
    (piece): Decided =>
      piece.kind === 'literal'
        ? { expr: literal(piece.value), effects: [] }
        : decideHole(piece, slot, hints, collector),
  );
  return { expr: joinExprs(decided.map((part) => part.expr)), effects: decided.flatMap((part) => part.effects) };
}

/** One expression of several, neighbouring literal strings merged. */
export function joinExprs(parts: readonly Expr[]): Expr {
  const out: Expr[] = [];
  for (const part of parts.flatMap((expr) => (expr.kind === 'concat' ? expr.parts : [expr]))) {
    const last = out.at(-1);
    const both =
      last?.kind === 'literal' &&
      part.kind === 'literal' &&
      typeof last.value === 'string' &&
      typeof part.value === 'string';
    if (both) out[out.length - 1] = literal(`${String(last.value)}${String(part.value)}`);
    else if (!(part.kind === 'literal' && part.value === '')) out.push(part);
  }
  const [only] = out;
  if (only === undefined) return literal('');
  return out.length === 1 ? only : { kind: 'concat', parts: out };
}
