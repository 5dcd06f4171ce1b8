export interface TurnstileLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

export type Turn<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** More wait than may; nothing was started. */
  | { readonly kind: 'busy' }
  /** Nobody wants it any more, and it had not started. */
  | { readonly kind: 'gone' };

/** Lets so many work at once and the rest wait in order, so that a client that asks too fast costs memory for its own requests only. */
export class Turnstile {
  readonly #limits: TurnstileLimits;
  readonly #queue: (() => void)[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(limits: TurnstileLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running.size;
  }

  async pass<T>(signal: AbortSignal, work: () => Promise<T>): Promise<Turn<T>> {
    if (this.#closed) return { kind: 'gone' };
    if (this.#running.size >= this.#limits.atOnce) {
      if (this.#queue.length >= this.#limits.waiting) return { kind: 'busy' };
      await new Promise<void>((next) => this.#queue.push(next));
    }
    if (this.#closed || signal.aborted) {
      this.#next();
      return { kind: 'gone' };
    }
    const running = work();
    this.#running.add(running);
    try {
      return { kind: 'done', value: await running };
    } finally {
      this.#running.delete(running);
      this.#next();
    }
  }

  #next(): void {
    this.#queue.shift()?.();
  }

  /** Resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const next of this.#queue.splice(0)) next();
    await Promise.allSettled([...this.#running]);
  }
}
