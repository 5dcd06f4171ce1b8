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
  const text = isInForm(value) ? JSON.stringify(value) : spelledOut(value);
  if (facts !== undefined) facts.text = text;
  return text;
}

function spelledOut(value: object): string {
  return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
}

/**
 * Whether the engine's own JSON of a value is its canonical text: keys in order, integers, no lone surrogates, nothing but plain
 * objects and lists. So is all that was canonical before, and most of what is not.
 */
function isInForm(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0);
    case 'boolean':
      return true;
    case 'object':
      if (value === null) return true;
      return Array.isArray(value) ? value.every(isInForm) : isObjectInForm(value);
    default:
      return false;
  }
}

function isObjectInForm(members: object): boolean {
  const prototype = Object.getPrototypeOf(members);
  if (prototype !== Object.prototype && prototype !== null) return false;
  let before: string | undefined;
  for (const key of Object.keys(members)) {
    if ((before !== undefined && before > key) || !key.isWellFormed()) return false;
    if (!isInForm((members as { readonly [key: string]: unknown })[key])) return false;
    before = key;
  }
  return true;
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

/** An object member by member: for one whose members are shared, and known already. */
export function canonicalObject(members: object): string {
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
