import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';

/** Equality whose time tells nothing of where two digests or tokens differ; their length is no secret. */
export function sameText(a: string, b: string): boolean {
  // UTF-16, since UTF-8 makes one of all lone surrogates.
  const [left, right] = [Buffer.from(a, 'utf16le'), Buffer.from(b, 'utf16le')];
  return left.length === right.length && timingSafeEqual(left, right);
}
