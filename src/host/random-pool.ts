import { randomFillSync } from 'node:crypto';

/** Random bytes from a pool: asking for a few at a time costs more than making many. What was given out is wiped from it. */
export function randomPool(size = 4096): (bytes: number) => Uint8Array {
  const pool = new Uint8Array(size);
  let next = size;
  return (bytes) => {
    if (bytes > size) return randomFillSync(new Uint8Array(bytes));
    if (next + bytes > size) {
      randomFillSync(pool);
      next = 0;
    }
    const given = pool.slice(next, next + bytes);
    pool.fill(0, next, next + bytes);
    next += bytes;
    return given;
  };
}
