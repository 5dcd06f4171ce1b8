import type { Effect } from '../../ir/effect.ts';
import { type Expr, literal } from '../../ir/expr.ts';
import type { Span } from '../../ir/span.ts';
import { literalOf, type Text } from '../../ir/text.ts';
import { isCredentialField, isCredentialText, isIssuedCredential, looksRandom } from '../secret-names.ts';
import type { Collector } from './collector.ts';
import { type Decided, decideText, joinExprs, type Slot } from './decide-hole.ts';
import { embeddedSecret } from './embedded.ts';
import type { Hints } from './hints.ts';
import type { Pair } from './pairs.ts';
import { splitPlaceholders } from './placeholders.ts';
import { typedValue } from './typed-value.ts';

export interface PairContext {
  /** `query` or `body`: the bind is `query:q` or `body:/q`. */
  readonly place: 'query' | 'body';
  /** The last pair goes on in something that is no text, so it has no value that a caller could replace. */
  readonly continued?: boolean;
  readonly origin: string;
  readonly call: number;
  readonly span: Span;
  readonly hints: Hints;
  readonly collector: Collector;
}

/** `a=b&c=$D` with each value decided; literal values become optional inputs with that default. */
export function decidePairs(pairs: readonly Pair[], context: PairContext): Decided {
  const exprs: Expr[] = [];
  const effects: Effect[] = [];
  for (const [index, pair] of pairs.entries()) {
    if (index > 0) exprs.push(literal('&'));
    const open = context.continued === true && index === pairs.length - 1;
    const decided = decidePair(pair, { ...context, continued: open });
    exprs.push(decided.expr);
    effects.push(...decided.effects);
  }
  return { expr: joinExprs(exprs), effects };
}

function decidePair(pair: Pair, context: PairContext): Decided {
  const { hints, collector } = context;
  const name = literalOf(pair.name);
  const nameText = decideText(pair.name, slotFor('', context), hints, collector);
  if (pair.value === undefined) return nameText;
  const value = decidePairValue(name ?? '', pair.value, context);
  return {
    expr: joinExprs([nameText.expr, literal('='), value.expr]),
    effects: [...nameText.effects, ...value.effects],
  };
}

function decidePairValue(name: string, value: Text, context: PairContext): Decided {
  const { hints, collector, span } = context;
  const slot = slotFor(name, context);
  if (!hints.fromText) return decideText(value, slot, hints, collector);
  const written = literalOf(value);
  if (written !== undefined && isWrittenOut(slot, name, written, context)) {
    return embeddedSecret(written, slot, context);
  }
  const split = splitPlaceholders(value, context.place === 'query' ? 'url-query' : 'query', span);
  const plain = literalOf(split);
  const whole = name !== '' && !slot.credential && context.continued !== true;
  if (plain !== undefined && whole) bindPair(name, plain, context);
  return decideText(split, context.continued === true ? slot : typedByDefault(split, slot), hints, collector);
}

/** In a query `key` is the caller's key; in a body it may be the key of anything. */
function isWrittenOut(slot: Slot, name: string, written: string, { place }: PairContext): boolean {
  if (!slot.credential) return isIssuedCredential(written);
  return isCredentialText(name, written) || (place === 'query' && looksRandom(written));
}

/** `limit=${LIMIT:-10}` is the same input as `limit=10`. */
function typedByDefault(value: Text, slot: Slot): Slot {
  const [hole, more] = value;
  if (hole?.kind !== 'variable' || hole.fallback === undefined || more !== undefined) return slot;
  const { value: typed, schema } = typedValue(hole.fallback);
  return { ...slot, schema: { ...schema, default: typed } };
}

function slotFor(name: string, { place, origin }: PairContext): Slot {
  const id = place === 'query' ? `query:${name}` : `body:/${name}`;
  return {
    id,
    credential: isCredentialField(name),
    origin,
    encode: place === 'query' ? 'query' : 'form',
    where: `the ${place}`,
  };
}

function bindPair(name: string, written: string, { place, collector, call }: PairContext): void {
  const decoded = decodeComponent(written);
  const typed = typedValue(decoded);
  const key = decodeComponent(name);
  collector.bindDefault(
    bindName(key),
    place === 'query' ? `query:${key}` : `body:/${key}`,
    typed.value,
    typed.schema,
    call,
  );
}

/** `filter[name]` → `filter_name`: an input is a plain identifier. */
export function bindName(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|(?<!_)_+$/g, '');
  return name === '' || /^[0-9]/.test(name) ? `value_${name}` : name.slice(0, 64);
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
