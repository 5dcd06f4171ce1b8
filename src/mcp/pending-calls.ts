import type { PlanInput } from '../host/index.ts';
import type { Json } from '../index.ts';

/** What was asked for, so that it can be tried again once a person has answered. Held in memory only: parameters are in no log. */
export type Wanted =
  | { readonly kind: 'execute'; readonly capability: string; readonly input: Json }
  | { readonly kind: 'plan'; readonly plan: PlanInput }
  | {
      readonly kind: 'load';
      readonly source: string;
      readonly force: boolean;
      readonly digest?: string;
      readonly as?: string;
    };

export interface PendingCall {
  readonly wanted: Wanted;
  readonly approval: string | undefined;
}

const mostCalls = 1_000;
const mostCharacters = 16_000_000;

interface Held {
  readonly pending: PendingCall;
  readonly size: number;
  running: boolean;
}

/** Calls of one session that wait. The oldest make place. */
export class PendingCalls {
  readonly #calls = new Map<string, Held>();
  #size = 0;

  keep(call: string, pending: PendingCall): void {
    this.forget(call);
    const held = { pending, size: JSON.stringify(pending).length, running: false };
    this.#calls.set(call, held);
    this.#size += held.size;
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= mostCalls && this.#size <= mostCharacters) break;
      this.forget(oldest);
    }
  }

  find(call: string): PendingCall | undefined {
    return this.#calls.get(call)?.pending;
  }

  /** For one at a time: what was asked for once happens once, however often and under whichever name somebody goes on with it. */
  begin(call: string): 'begun' | 'running' | 'unknown' {
    const held = this.#calls.get(call);
    if (held === undefined) return 'unknown';
    if (held.running) return 'running';
    held.running = true;
    return 'begun';
  }

  /** It came to nothing, and waits as before. */
  putBack(call: string): void {
    const held = this.#calls.get(call);
    if (held !== undefined) held.running = false;
  }

  /** It was tried again and still waits, now under a second name: the two are one call, and end together. */
  join(call: string, name: string): void {
    const [earlier, held] = [this.#calls.get(call), this.#calls.get(name)];
    if (earlier === undefined || held === undefined || earlier === held) return;
    for (const [one, its] of this.#calls) if (its === earlier) this.#calls.set(one, held);
    this.#size -= earlier.size;
  }

  forget(call: string): void {
    const held = this.#calls.get(call);
    for (const [name, one] of this.#calls) if (one === held) this.#calls.delete(name);
    this.#size -= held?.size ?? 0;
  }

  clear(): void {
    this.#calls.clear();
    this.#size = 0;
  }
}
