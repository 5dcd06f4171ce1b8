import { hash } from 'node:crypto';
import type { Json } from './json.ts';

/**
 * RFC 8785 for the values our IRs hold: keys sorted by UTF-16 units, no white space, lone surrogates as escapes.
 * Members that `isLeftOut` names are not written.
 */
export function canonicalJson(value: Json, isLeftOut: (key: string, member: Json) => boolean = () => false): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let out = '';
  if (Array.isArray(value)) {
    for (const item of value) out += `${out === '' ? '' : ','}${canonicalJson(item as Json, isLeftOut)}`;
    return `[${out}]`;
  }
  const members = value as { readonly [key: string]: Json };
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined || isLeftOut(key, member)) continue;
    out += `${out === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member, isLeftOut)}`;
  }
  return `{${out}}`;
}

export function sha256(data: string | Uint8Array): string {
  return `sha256:${hash('sha256', data, 'hex')}`;
}
