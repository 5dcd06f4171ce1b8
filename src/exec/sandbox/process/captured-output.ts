/** Collects standard output and error, together up to a limit. */
export class CapturedOutput {
  readonly #limit: number;
  readonly #chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  #left: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** False when this is more than may come; what fits is kept. */
  add(stream: 'stdout' | 'stderr', chunk: Uint8Array): boolean {
    const fits = chunk.length <= this.#left;
    if (this.#left > 0) this.#chunks[stream].push(fits ? chunk : chunk.subarray(0, this.#left));
    this.#left = fits ? this.#left - chunk.length : 0;
    return fits;
  }

  get size(): number {
    return this.#limit - this.#left;
  }

  bytes(stream: 'stdout' | 'stderr'): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#chunks[stream]));
  }
}
