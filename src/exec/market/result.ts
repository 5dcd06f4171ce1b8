import { sha256 } from '../../ir/digest.ts';
import type { Json } from '../../ir/json.ts';
import { plainCopy } from '../ledger/plain-copy.ts';

const MOST = 64 * 1024;
const HEAD = 512;

/** What the caller gets: JSON where the output is exactly one document, else text; the rest by reference. */
export async function resultOf(
  bytes: Uint8Array,
  keep: (bytes: Uint8Array) => Promise<string>,
): Promise<{ readonly result: Json }> {
  const text = bytes.length > MOST ? undefined : textOf(bytes);
  if (text === undefined) {
    const digest = await keep(bytes);
    const head = new TextDecoder('utf-8').decode(bytes.subarray(0, HEAD)).replace(/\ufffd+$/, '');
    return { result: { kind: 'reference', digest, size: bytes.length, head } };
  }
  return { result: jsonOf(text) ?? text };
}

/** Undefined for bytes that are no UTF-8 text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** `undefined` for anything but one document, and for one that those behind us could not walk through. */
function jsonOf(text: string): Json | undefined {
  if (!/^\s*[[{"]|^\s*(?:-?\d|true|false|null)/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return plainCopy(value) === undefined ? undefined : value;
  } catch {
    return undefined;
  }
}

export function outputDigest(bytes: Uint8Array): string {
  return sha256(bytes);
}
