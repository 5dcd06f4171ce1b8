import { type AnswerHead, headerOf } from './exchange.ts';

/** Doing it twice is the same as doing it once. POST and PATCH are never among them. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** What curl's `--retry` takes for a problem that passes. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const LONGEST_WAIT_MS = 600_000;

/** How often, and after which wait, one call may still be sent again. */
export class Repeats {
  #left: number;
  #wait: number;

  constructor(retries: number, firstWaitMs: number) {
    this.#left = retries;
    this.#wait = firstWaitMs;
  }

  static allows(method: string): boolean {
    return repeatable.has(method);
  }

  /** Milliseconds to wait before the next try; undefined where there is none, or none that could end in time. */
  take(method: string, leftMs: number, askedMs = 0): number | undefined {
    if (this.#left <= 0 || !Repeats.allows(method)) return undefined;
    const wait = askedMs > 0 ? askedMs : this.#wait;
    if (wait >= leftMs) return undefined;
    this.#left -= 1;
    if (askedMs <= 0) this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    return wait;
  }

  /** The same for an answer that says `not now`. Its `Retry-After` counts instead of the wait that grows. */
  takeFor(head: AnswerHead, method: string, leftMs: number, now: number): number | undefined {
    return passing.has(head.status) ? this.take(method, leftMs, retryAfterMs(head, now)) : undefined;
  }
}

/** Seconds or a date; what is neither says nothing. */
function retryAfterMs(head: AnswerHead, now: number): number {
  const value = headerOf(head, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
