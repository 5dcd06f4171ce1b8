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

/** Calls of one session that wait. The oldest make place. */
export class PendingCalls {
  readonly #calls = new Map<string, PendingCall & { readonly size: number }>();
  #size = 0;

  keep(call: string, pending: PendingCall): void {
    this.forget(call);
    const size = JSON.stringify(pending).length;
    this.#calls.set(call, { ...pending, size });
    this.#size += size;
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= mostCalls && this.#size <= mostCharacters) break;
      this.forget(oldest);
    }
  }

  find(call: string): PendingCall | undefined {
    return this.#calls.get(call);
  }

  forget(call: string): void {
    this.#size -= this.#calls.get(call)?.size ?? 0;
    this.#calls.delete(call);
  }

  clear(): void {
    this.#calls.clear();
    this.#size = 0;
  }
}
