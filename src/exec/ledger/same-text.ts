import { hash, timingSafeEqual } from 'node:crypto';

/** Equality whose time tells nothing of where two digests or tokens differ. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
