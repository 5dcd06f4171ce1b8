import type { Command } from '../exec/ledger/command.ts';
import type { Moment, Reply } from '../exec/ledger/ledger.ts';
import type { TableName } from '../exec/ledger/state.ts';
import type { Json } from '../ir/json.ts';
import type { FaultData } from './fault.ts';
import type { Home } from './home.ts';

/** What the thread of the ledger is started with. */
export interface ThreadData {
  readonly home: Home;
  /** Wall clock at the start, for a first record. */
  readonly wall: number;
  readonly deadlineMs: number;
  /** Which run of the machine the client's clock counts in. */
  readonly boot: string;
  /** URL of a module with `decide` and `apply`, where not the ledger's own. */
  readonly machine?: string;
}

export type Request =
  | {
      readonly id: number;
      readonly kind: 'submit';
      readonly command: Command;
      readonly moment: Moment;
      readonly until: number;
    }
  | { readonly id: number; readonly kind: 'foresee'; readonly command: Command; readonly moment: Moment }
  | { readonly id: number; readonly kind: 'get'; readonly table: TableName; readonly key: string }
  | { readonly id: number; readonly kind: 'list'; readonly table: TableName; readonly prefix: string }
  | { readonly id: number; readonly kind: 'events'; readonly from: number; readonly most: number }
  | { readonly id: number; readonly kind: 'close' };

export type Submit = Extract<Request, { readonly kind: 'submit' }>;

/** To the thread: one string for all that is asked in a tick. */
export interface Letter {
  /** Whether every number of before is void. */
  readonly anew: boolean;
  /** What commands have in common and was not sent before, each with the number it goes by from now on. */
  readonly values: readonly (readonly [number: number, value: Json])[];
  readonly requests: readonly (Exclude<Request, Submit> | PackedSubmit)[];
}

/** A command, perhaps without what it has in common with others, and its moment: `boot` is the thread's where left out. */
export interface PackedSubmit extends Omit<Submit, 'command' | 'moment'>, Omit<Moment, 'boot'> {
  readonly boot?: string;
  readonly command: object;
  /** The number of the rest. */
  readonly common?: number;
}

/** Back from it. */
export interface Answers {
  /** How many letters this is the end of. */
  readonly letters: number;
  readonly responses: readonly Response[];
}

export type Response =
  | { readonly id: number; readonly value: Json | Reply | undefined }
  | { readonly id: number; readonly fault: FaultData };

/** The request that nobody made: the thread is ready, or says why it is not. */
export const startId = 0;

/** Milliseconds that all threads of the machine count alike, for deadlines. */
export function machineMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
