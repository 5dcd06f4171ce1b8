import type { Amounts } from '../../src/exec/ledger/budget.ts';
import type { Command } from '../../src/exec/ledger/command.ts';
import type { ChainEvent } from '../../src/exec/ledger/event.ts';
import type { Moment, Reply } from '../../src/exec/ledger/ledger.ts';
import type { Json } from '../../src/ir/json.ts';

/** One command as its sender saw it. `info`: whether it was carried out is not known, and both must be right. */
export interface Operation {
  readonly process: number;
  readonly command: Command;
  readonly moment: Moment;
  /** Length of the log before and after; time of its last event before. */
  readonly before: number;
  readonly after: number;
  readonly lastAt: number;
  readonly outcome: 'ok' | 'fail' | 'info';
  readonly reply?: Reply;
}

/** What the outside world saw, by its own record. */
export interface Effect {
  readonly call: string;
  readonly isIdempotent: boolean;
  readonly cost: Amounts;
  /** Length of the log when it happened. */
  readonly before: number;
}

/** Everything that one schedule left behind, for the checkers. */
export interface Run {
  readonly history: readonly Operation[];
  readonly effects: readonly Effect[];
  /** Calls whose connection the world cut between sending and the answer. */
  readonly cut: readonly string[];
  readonly log: readonly ChainEvent[];
  readonly state: { readonly [table: string]: { readonly [key: string]: Json } };
}

export type Checker = (run: Run) => readonly string[];
