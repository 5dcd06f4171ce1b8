import { Buffer } from 'node:buffer';

const mostTries = 3000;
const mostMs = 10_000;

/** Leaves out ever smaller parts as long as the rest still breaks the same promise. */
export function minimise(input: Uint8Array, breaks: (part: Uint8Array) => boolean): Uint8Array {
  let best = Buffer.from(input);
  let tries = 0;
  const start = performance.now();
  const goesOn = () => tries < mostTries && performance.now() - start < mostMs;
  for (let size = best.length >> 1; size >= 1 && goesOn(); size >>= 1) {
    for (let at = 0; at < best.length && goesOn(); tries++) {
      const part = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (breaks(part)) best = part;
      else at += size;
    }
  }
  return best;
}
