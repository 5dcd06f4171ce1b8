import { factsOf } from '../../exec/ledger/shared.ts';
import type { Json } from '../../ir/json.ts';

/** A value that has no single byte form: it can neither be recorded nor be hashed. */
export class NotCanonical extends Error {}

const needsEscape = /["\\\x00-\x1f\ud800-\udfff]/;

/** The one text of a value: RFC 8785, integers only, no `-0`, no lone surrogates. Throws `NotCanonical` on any other value. */
export function canonicalText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new NotCanonical(`${value} is not an integer`);
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : canonicalShared(value);
    default:
      throw new NotCanonical(`${typeof value} is not JSON`);
  }
}

/** What many records hold is written once. */
function canonicalShared(value: object): string {
  const facts = factsOf(value);
  if (facts?.text !== undefined) return facts.text;
  const text = Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
  if (facts !== undefined) facts.text = text;
  return text;
}

export function canonicalString(text: string): string {
  if (!needsEscape.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new NotCanonical('lone surrogate');
  return JSON.stringify(text);
}

function canonicalArray(items: readonly unknown[]): string {
  let out = '[';
  for (let at = 0; at < items.length; at++) out += at === 0 ? canonicalText(items[at]) : `,${canonicalText(items[at])}`;
  return `${out}]`;
}

function canonicalObject(members: object): string {
  const prototype = Object.getPrototypeOf(members);
  if (prototype !== Object.prototype && prototype !== null) throw new NotCanonical('not a plain object');
  let out = '';
  for (const key of sortedKeys(members)) {
    const member = (members as { readonly [key: string]: unknown })[key];
    if (member === undefined) continue;
    out += `${out === '' ? '{' : ','}${keyText(key)}:${canonicalText(member)}`;
  }
  return out === '' ? '{}' : `${out}}`;
}

/** Names of members are few, and most are seen again and again. */
const keyTexts = new Map<string, string>();
const mostKeyTexts = 1_000;

function keyText(key: string): string {
  const known = keyTexts.get(key);
  if (known !== undefined) return known;
  const text = canonicalString(key);
  if (keyTexts.size < mostKeyTexts) keyTexts.set(key, text);
  return text;
}

/** What was canonical before has its keys in order, except where they look like numbers. */
function sortedKeys(members: object): readonly string[] {
  const keys = Object.keys(members);
  for (let at = 1; at < keys.length; at++) {
    if ((keys[at - 1] as string) > (keys[at] as string)) return keys.sort();
  }
  return keys;
}

/** The value of a text in canonical form; undefined where the text is another form of it, or no JSON. */
export function parseCanonical(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return canonicalText(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
