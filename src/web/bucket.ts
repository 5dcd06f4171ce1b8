/** So many at once, and so many a second after that. */
export interface BucketLimits {
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket for one caller. */
export class Bucket {
  readonly #limits: BucketLimits;
  #left: number;
  #at: number;

  constructor(limits: BucketLimits, now: number) {
    this.#limits = limits;
    this.#left = limits.burst;
    this.#at = now;
  }

  /** Whether one more may pass. */
  take(now: number): boolean {
    const { burst, perSecond } = this.#limits;
    this.#left = Math.min(burst, this.#left + (Math.max(0, now - this.#at) / 1000) * perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
