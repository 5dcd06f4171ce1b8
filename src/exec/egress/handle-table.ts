import { createHash, timingSafeEqual } from 'node:crypto';
import type { SecretUse } from '../../ir/plan.ts';
import { type Scrub, scrubOf } from '../secrets/scrub/scrubber.ts';

/** What the code inside holds in the place of a value, and where the plan lets that value go. */
export interface IssuedHandle {
  readonly handle: string;
  readonly uses: readonly SecretUse[];
}

interface Entry {
  readonly handle: string;
  readonly digest: Uint8Array;
  readonly name: string;
  readonly uses: readonly SecretUse[];
  /** For a secret that first came in an answer: the origin that gave it. */
  readonly answeredBy?: string;
}

export type Piece = string | { readonly handle: string };

/** A server may write masks of its own making. */
const mostEntries = 256;

const form = /skh_[0-9a-f]{32}/g;

/** The handles of one run. The values are the broker's: here a handle becomes the name of a secret and no more. */
export class HandleTable {
  readonly #random: (bytes: number) => Uint8Array;
  #entries: readonly Entry[];
  #scrub: Scrub;

  constructor(issued: readonly IssuedHandle[], random: (bytes: number) => Uint8Array) {
    this.#random = random;
    this.#entries = issued.map(({ handle, uses }) => ({
      handle,
      digest: digestOf(handle),
      name: uses[0]?.name ?? '',
      uses,
    }));
    this.#scrub = this.#scrubOfAll();
  }

  /** Text and whatever has the form of a handle between it, known or not. */
  split(text: string): readonly Piece[] {
    const out: Piece[] = [];
    let from = 0;
    for (const { 0: handle, index } of text.matchAll(form)) {
      if (index > from) out.push(text.slice(from, index));
      out.push({ handle });
      from = index + handle.length;
    }
    if (from < text.length || out.length === 0) out.push(text.slice(from));
    return out;
  }

  has(text: string): boolean {
    return text.search(form) >= 0;
  }

  /** The use that lets this handle stand here. All are compared, so time tells nothing. */
  useAt(handle: string, origin: string, slots: readonly string[]): SecretUse | undefined {
    const digest = digestOf(handle);
    let found: Entry | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, digest)) found = entry;
    if (found === undefined) return undefined;
    const planned = found.uses.find((use) => use.origin === origin && slots.includes(use.slot));
    const [slot] = slots;
    if (planned !== undefined || found.answeredBy !== origin || slot === undefined) return planned;
    return { name: found.name, origin, slot };
  }

  /** Whether any handle stands in these bytes, plainly or in one of the encodings that values are looked for in. */
  hides(bytes: Uint8Array): boolean {
    if (this.has(Buffer.from(bytes).toString('latin1'))) return true;
    const scrubber = this.#scrub.scrubber();
    return Buffer.compare(Buffer.concat([scrubber.push(bytes), scrubber.end()]), bytes) !== 0;
  }

  /**
   * What an answer shows where the broker has put `${secret:NAME}`. A secret that first came in an answer gets a handle too, good at
   * the origin that gave it; whether the plan lets it go there is for those to say who judge the call.
   */
  inAnswer(text: string, origin: string): string {
    return text.replace(
      /\$\{secret:([A-Za-z_][A-Za-z0-9_]{0,127})\}/g,
      (mask, name: string) => this.#handleFor(name, origin) ?? mask,
    );
  }

  #handleFor(name: string, origin: string): string | undefined {
    const own = this.#entries.filter((entry) => entry.name === name);
    const isHere = ({ uses, answeredBy }: Entry) => answeredBy === origin || uses.some((use) => use.origin === origin);
    const known = own.find(isHere) ?? own[0];
    if (known !== undefined || this.#entries.length >= mostEntries) return known?.handle;
    const handle = `skh_${Buffer.from(this.#random(16)).toString('hex')}`;
    this.#entries = [...this.#entries, { handle, digest: digestOf(handle), name, uses: [], answeredBy: origin }];
    this.#scrub = this.#scrubOfAll();
    return handle;
  }

  #scrubOfAll(): Scrub {
    return scrubOf(this.#entries.map(({ handle, name }) => [name, handle] as const));
  }
}

function digestOf(handle: string): Uint8Array {
  return createHash('sha256').update(handle).digest();
}
