import { hash } from 'node:crypto';
import type { Json } from './json.ts';

/** RFC 8785 for the values our IRs hold: keys sorted by UTF-16 units, no white space, lone surrogates as escapes. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item as Json)).join(',')}]`;
  const members = Object.entries(value as { readonly [key: string]: Json })
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

export function sha256(data: string | Uint8Array): string {
  return `sha256:${hash('sha256', data, 'hex')}`;
}
