import type { Json } from '../ir/json.ts';
import type { OutcomeFiles, Used } from './outcome.ts';
import type { SecretText } from './secret-text.ts';

/** The code behind a core capability. It knows nothing of gates: whoever calls it has passed them. */
export interface Provider<Arguments> {
  readonly run: (args: Arguments, context: ProviderContext) => Promise<ProviderResult>;
}

export interface ProviderContext {
  /** Aborted by the caller, the deadline or the host's end. */
  readonly signal: AbortSignal;
  /** What the reservation allows; a provider ends with `limit/…` before it passes it. */
  readonly cap: Cap;
  /** Standard input: what the step before gave. */
  readonly stdin: Uint8Array;
  readonly secrets: SecretPort;
  readonly clock: Clock;
}

/** For a call that nobody can stop from outside. */
export const neverStopped: AbortSignal = new AbortController().signal;

export interface Cap {
  readonly network_bytes: number;
  readonly wall_clock_ms: number;
  readonly cpu_ms: number;
}

export interface ProviderResult {
  readonly status: 'done' | 'failed';
  /** What the next step reads on standard input, and what the caller gets from the last one. */
  readonly stdout: Uint8Array;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** `failed` only: `network/refused-address`, `io/outside-grant`, `limit/bytes`, `jq/error` … */
  readonly code?: string;
  readonly message?: string;
  readonly remedy?: string;
  /** Whether the effect may have happened although the call failed: such a call is never retried by the machine. */
  readonly uncertain?: boolean;
  readonly used: Omit<Used, 'calls'>;
  /** Where the answer leads, if it is a redirect that was not followed: an absolute http(s) address, as the server wrote it. */
  readonly leadsTo?: string;
  /** What the caller is told of files. */
  readonly files?: OutcomeFiles;
  /** Facts for the event: `{ http: { status, hops } }`, `{ written: [path] }`. Scrubbed before it is stored. */
  readonly facts?: { readonly [key: string]: Json };
}

/** The part of the broker that a provider sees. */
export interface SecretPort {
  /** Fills in the values for this origin, or says why not. Asked last, just before sending. */
  readonly fill: (text: SecretText, origin: string) => Promise<Filled>;
  /** Takes the values out of bytes that come back, over chunk boundaries. */
  readonly scrubber: () => Scrubber;
}

export type Filled =
  | { readonly kind: 'filled'; readonly value: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };

export interface Scrubber {
  /** Set where there is nothing to take out: what is pushed comes out as it is, at once. */
  readonly isIdle?: true;
  /** What may go on; the rest is held back until it is known not to begin a secret. */
  readonly push: (chunk: Uint8Array) => Uint8Array;
  readonly end: () => Uint8Array;
}

export interface Clock {
  /** Milliseconds since 1970, as the machine says. */
  readonly wall: () => number;
  /** Milliseconds that only grow while the machine runs. */
  readonly monotonic: () => number;
  /** Which run of the machine `monotonic` counts in. */
  readonly boot: string;
}
