import type { Json } from '../../ir/json.ts';
import type { Span } from '../../ir/span.ts';

export const eventKinds = [
  'log-started',
  'skill-loaded',
  'skill-unloaded',
  'approval-requested',
  'approval-granted',
  'approval-denied',
  'approval-revoked',
  'call-intent',
  'call-done',
  'call-failed',
  'call-unknown',
  'call-denied',
  'call-waiting',
  'call-over-budget',
  'budget-set',
  'budget-warning',
  'secret-stored',
  'secret-removed',
  'secret-bound',
  'setting-set',
  'skill-paused',
  'warning',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** What a writer says; sequence, id, time and hash are the log's. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly session: string;
  /** `agent`, `person`, `configuration`, `skillc`. */
  readonly actor: string;
  /** Ids of the events that led to this one: each exists and came before. */
  readonly parents: readonly string[];
  readonly capability?: string;
  readonly delegated_to?: string;
  readonly derived_from?: { readonly uri: string; readonly digest: string; readonly span?: Span };
  readonly resources?: { readonly [name: string]: number };
  readonly decision?: Json;
  /** What this kind of event says besides. Never a secret, never an argument in plain. */
  readonly data: { readonly [name: string]: Json };
}

/** An event at its place in the log. */
export interface LoggedEvent extends NewEvent {
  /** From 0, without gaps. */
  readonly seq: number;
  /** `evt_0`, `evt_1` … */
  readonly id: string;
  /** Milliseconds since 1970; never less than that of the event before. */
  readonly at: number;
}

/** One record of the chain: the hash is of the canonical JSON of the rest. */
export interface ChainEvent extends LoggedEvent {
  /** `sha256:…` of 0x00 and the canonical JSON: the leaf of RFC 6962. */
  readonly hash: string;
}
