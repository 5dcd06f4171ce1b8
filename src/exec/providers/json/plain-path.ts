import type { Json } from '../../../ir/json.ts';

// The commonest filters only walk to a member: `.items[0].name`. Starting jq costs more than the walk, so these are walked here,
// where the answer is the same to the byte; everything else is left to jq. `test/exec/json/plain-path.test.ts` holds both together.

const step = /\.(?:([A-Za-z_][A-Za-z0-9_]*)|"([^"\\]*)")|\.?\[(-?\d{1,9}|"[^"\\]*")\]/y;
const longest = 262_144;

/** Some versions take these for names behind a dot, others do not. */
const keywords = new Set(
  'def if then elif else end as reduce foreach try catch label import include and or __loc__'.split(' '),
);

export interface PlainOutput {
  readonly raw: boolean;
  readonly compact: boolean;
}

/** What jq would print; undefined where it is not for certain the same. */
export function plainPath(filter: string, input: Uint8Array, output: PlainOutput): string | undefined {
  if (input.length > longest) return undefined;
  const steps = stepsOf(filter.trim());
  const document = steps === undefined ? undefined : documentOf(input);
  if (steps === undefined || document === undefined) return undefined;
  let value: Json | undefined = document.value;
  for (const one of steps) {
    value = memberOf(value, one);
    if (value === undefined) return undefined;
  }
  if (!isSure(value, 0)) return undefined;
  if (output.raw && typeof value === 'string') return `${value}\n`;
  return `${output.compact ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`;
}

type Step = string | number;

function stepsOf(filter: string): readonly Step[] | undefined {
  if (filter === '.') return [];
  const steps: Step[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < filter.length) {
    const match = step.exec(filter);
    if (match === null) return undefined;
    const [written, name, quoted, bracketed] = match;
    if (name !== undefined && keywords.has(name)) return undefined;
    // A dot stands before a bracket at the beginning, and only there.
    if (bracketed !== undefined && written.startsWith('.') !== (steps.length === 0)) return undefined;
    if (bracketed === undefined) steps.push(name ?? quoted ?? '');
    else steps.push(bracketed.startsWith('"') ? bracketed.slice(1, -1) : Number(bracketed));
  }
  return steps.length === 0 ? undefined : steps;
}

/** One document of JSON, read as jq reads it: what it may refuse as too deep is left to it. */
function documentOf(input: Uint8Array): { readonly value: Json } | undefined {
  if (nestsDeep(input)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
    // Halves of a surrogate pair are an error to some versions.
    return /\\u[dD]/.test(text) ? undefined : { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

/** Brackets inside texts count too: a little too strict, never too deep. */
function nestsDeep(input: Uint8Array): boolean {
  let depth = 0;
  for (const byte of input) {
    if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    if (depth > mostNested) return true;
  }
  return false;
}

const mostNested = 200;

/** Undefined where jq would complain. */
function memberOf(value: Json, at: Step): Json | undefined {
  if (value === null) return null;
  if (typeof at === 'number') return Array.isArray(value) ? ((value as readonly Json[]).at(at) ?? null) : undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, at) ? (value as { readonly [key: string]: Json })[at] : null;
}

const deepest = 50;

/** Numbers have more than one spelling, integer-like names lose their order, some characters are escaped by one and not the other. */
function isSure(value: Json, depth: number): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number' || depth > deepest) return false;
  if (typeof value === 'string') return isPlainText(value);
  if (Array.isArray(value)) return (value as readonly Json[]).every((item) => isSure(item, depth + 1));
  return Object.entries(value).every(
    ([key, member]) => !/^\d+$/.test(key) && isPlainText(key) && isSure(member as Json, depth + 1),
  );
}

function isPlainText(text: string): boolean {
  return /^[\n\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\uffef]*$/.test(text);
}
