import { inflate, isGzip, isZlib, MAGIC } from './inflate.ts';

/** Held sizes at which a member is tried. Fixed, so that the outcome does not depend on chunks; growing, so that it is linear. */
const TRIES = [512, 4096, 32_768, 262_144, 1_048_576];
/** Bytes that only look like gzip cost a try each. */
const MOST_FAILURES = 64;

export interface Sink {
  readonly bytes: (bytes: Uint8Array) => void;
  readonly mask: (text: string) => void;
  /** What is to stand for a text that may not get out. */
  readonly maskFor: (text: Uint8Array) => string | undefined;
}

/**
 * Finds gzip members in a stream (and zlib where it begins) and replaces those that hold a secret. A member longer than a
 * megabyte is judged by its first megabyte: if that holds a secret, nothing more of the stream gets out.
 */
export class CompressedFilter {
  readonly #sink: Sink;
  #held: Uint8Array = new Uint8Array(0);
  #member = false;
  #tried = 0;
  #failures = 0;
  #atStart = true;
  #shut = false;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    if (this.#shut || chunk.length === 0) return;
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#run(false);
  }

  end(): void {
    if (!this.#shut) this.#run(true);
  }

  #run(over: boolean): void {
    while (this.#held.length > 0 && !this.#shut) {
      const went = this.#member ? this.#tryMember(over) : this.#seek(over);
      if (!went) return;
    }
  }

  /** Passes on what is before the next member. False: more bytes are needed. */
  #seek(over: boolean): boolean {
    const held = this.#held;
    if (this.#atStart && held.length < 2 && !over) return false;
    const zlib = this.#atStart && isZlib(held);
    this.#atStart = false;
    const at = zlib ? 0 : this.#nextGzip(over);
    this.#release(at);
    if (this.#held.length === 0) return false;
    if (!zlib && !isGzip(this.#held, 0)) return false;
    this.#member = true;
    this.#tried = 0;
    return true;
  }

  /** Where a member begins, or may begin with the bytes to come. */
  #nextGzip(over: boolean): number {
    const held = this.#held;
    if (this.#failures >= MOST_FAILURES) return held.length;
    for (let at = held.indexOf(0x1f); at >= 0; at = held.indexOf(0x1f, at + 1)) {
      if (isGzip(held, at)) return at;
      if (!over && at + MAGIC > held.length && couldBeGzip(held.subarray(at))) return at;
    }
    return held.length;
  }

  #tryMember(over: boolean): boolean {
    const next = TRIES[this.#tried];
    if (next === undefined || (!over && this.#held.length < next)) return false;
    const tried = this.#held.subarray(0, Math.min(next, this.#held.length));
    const last = this.#tried === TRIES.length - 1 || (over && tried.length === this.#held.length);
    const read = inflate(tried);
    if (read.kind === 'none') this.#notCompressed();
    else if (read.kind === 'too-large') this.#shutWith('${unread:compressed}');
    else if (read.length === undefined && !last) this.#tried += 1;
    else this.#judge(read.text, read.length ?? tried.length, read.length === undefined && !over);
    return true;
  }

  #notCompressed(): void {
    this.#failures += 1;
    this.#member = false;
    this.#release(1);
  }

  #judge(text: Uint8Array, length: number, goesOn: boolean): void {
    const mask = this.#sink.maskFor(text);
    this.#member = false;
    if (mask === undefined) this.#release(length);
    else if (goesOn) this.#shutWith(mask);
    else {
      this.#sink.mask(mask);
      this.#held = this.#held.subarray(length);
    }
  }

  #shutWith(mask: string): void {
    this.#sink.mask(mask);
    this.#shut = true;
    this.#held = new Uint8Array(0);
  }

  #release(length: number): void {
    if (length > 0) this.#sink.bytes(this.#held.subarray(0, length));
    this.#held = this.#held.subarray(length);
  }
}

function couldBeGzip(bytes: Uint8Array): boolean {
  return [0x1f, 0x8b, 8].slice(0, bytes.length).every((byte, at) => bytes[at] === byte);
}
