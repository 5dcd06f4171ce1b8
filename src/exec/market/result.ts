import { isUtf8 } from 'node:buffer';
import { sha256 } from '../../ir/digest.ts';
import type { Json } from '../../ir/json.ts';
import { plainCopy } from '../ledger/plain-copy.ts';

const MOST = 64 * 1024;
const HEAD = 512;

/** What the caller gets: JSON where the output is exactly one document, else text; the rest by reference. */
export function resultOf(bytes: Uint8Array, keep: (bytes: Uint8Array) => Promise<string>): Result | Promise<Result> {
  const text = bytes.length > MOST ? undefined : textOf(bytes);
  return text === undefined ? referenceTo(bytes, keep) : { result: jsonOf(text) ?? text };
}

async function referenceTo(bytes: Uint8Array, keep: (bytes: Uint8Array) => Promise<string>): Promise<Result> {
  const digest = await keep(bytes);
  const head = new TextDecoder('utf-8').decode(bytes.subarray(0, HEAD)).replace(/\ufffd+$/, '');
  return { result: { kind: 'reference', digest, size: bytes.length, head } };
}

interface Result {
  readonly result: Json;
}

/** Undefined for bytes that are no UTF-8 text. */
function textOf(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : undefined;
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
