import type { Json } from '../../ir/json.ts';
import type { Amounts, BudgetScope } from './budget.ts';
import type { Command } from './command.ts';
import type { ChainEvent, NewEvent } from './event.ts';
import type { StateView, TableName } from './state.ts';

/** What one command makes of the state: events to append, or none and a refusal. */
export interface Decision {
  readonly events: readonly NewEvent[];
  readonly reply: Reply;
}

export type Reply =
  | { readonly ok: true; readonly value: { readonly [name: string]: Json } }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly remedy?: string;
      /** Of `budget/exhausted`: what there is too little of. */
      readonly exhausted?: Exhausted;
    };

export interface Exhausted {
  readonly scope: BudgetScope;
  readonly dimension: keyof Amounts;
  readonly limit: number;
  /** Spent or held: more than the limit where that was lowered. */
  readonly taken: number;
}

/** When a command is made. The machine's clock is not trusted: time never goes back in the log. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
  readonly boot: string;
}

/** Pure. Every store runs it inside its transaction, so that what is decided and what is written cannot part. */
export type Decide = (view: StateView, command: Command, moment: Moment) => Decision;

/** The one way to change what is kept. A promise that resolves means: durable. One that rejects means: nothing may happen. */
export interface Ledger {
  readonly submit: (command: Command) => Promise<Reply>;
  /** What `submit` would answer now. Nothing is recorded, and nothing is promised. */
  readonly foresee: (command: Command) => Promise<Reply>;
  readonly get: (table: TableName, key: string) => Promise<Json | undefined>;
  readonly list: (table: TableName, prefix?: string) => Promise<readonly (readonly [key: string, value: Json])[]>;
  readonly events: (from: number, most: number) => Promise<readonly ChainEvent[]>;
  readonly close: () => Promise<void>;
}
