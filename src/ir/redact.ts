import type { Json } from './json.ts';

/** Very short values would blot out innocent text; they are left to the places that hold them. */
const SHORTEST = 5;

/** The same data with each written-out credential replaced by a reference to its secret. */
export function redact<T>(value: T, credentials: ReadonlyMap<string, string>): T {
  const known = [...credentials].filter(([written]) => written.length >= SHORTEST);
  if (known.length === 0) return value;
  const replace = (text: string): string =>
    known.reduce((out, [written, name]) => out.replaceAll(written, `\${secret:${name}}`), text);
  return deep(value as unknown as Json, replace) as unknown as T;
}

function deep(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => deep(item as Json, replace));
  return Object.fromEntries(
    Object.entries(value as { readonly [key: string]: Json }).map(([key, member]) => [key, deep(member, replace)]),
  );
}
