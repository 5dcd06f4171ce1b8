/** What one run may hold in copies, and what it may leave behind. */
export const stageLimits = {
  /** Copied in for it. */
  bytes: 1024 * 1024 * 1024,
  entries: 20_000,
  /** Written by it, over all files. */
  writtenBytes: 512 * 1024 * 1024,
  writtenEntries: 20_000,
  /** Of /output, kept by content. */
  outputBytes: 64 * 1024 * 1024,
  outputFiles: 200,
} as const;

/** Counts down; false once there is nothing left. */
export class Budget {
  #bytes: number;
  #entries: number;

  constructor(bytes: number, entries: number) {
    this.#bytes = bytes;
    this.#entries = entries;
  }

  take(bytes: number): boolean {
    this.#bytes -= bytes;
    this.#entries -= 1;
    return this.#bytes >= 0 && this.#entries >= 0;
  }
}
