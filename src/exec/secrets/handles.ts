import { createHash, timingSafeEqual } from 'node:crypto';
import type { Binding } from './binding.ts';

interface Issued {
  readonly digest: Uint8Array;
  readonly call: string;
  readonly use: Binding;
}

/** Handles (`skh_…`) of the calls that run: what a script holds in the place of a value. One stands for one secret, skill, origin and slot, and ends with its call. */
export class Handles {
  readonly #random: (bytes: number) => Uint8Array;
  #issued: Issued[] = [];

  constructor(random: (bytes: number) => Uint8Array) {
    this.#random = random;
  }

  issue(call: string, use: Binding): string {
    const handle = `skh_${Buffer.from(this.#random(16)).toString('hex')}`;
    this.#issued.push({ digest: digestOf(handle), call, use });
    return handle;
  }

  /** What the handle stands for, for the call and skill it was given to. All are compared, so time tells nothing. */
  lookUp(handle: string, call: string, skill: string): Binding | undefined {
    const digest = digestOf(handle);
    let found: Binding | undefined;
    for (const issued of this.#issued) {
      const same = timingSafeEqual(issued.digest, digest);
      if (same && issued.call === call && issued.use.skill === skill) found = issued.use;
    }
    return found;
  }

  endCall(call: string): void {
    if (this.#issued.length === 0) return;
    this.#issued = this.#issued.filter((issued) => issued.call !== call);
  }
}

function digestOf(handle: string): Uint8Array {
  return createHash('sha256').update(handle).digest();
}
