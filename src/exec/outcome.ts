import type { Json } from '../ir/json.ts';

/** What became of a call. Expected failure is a value; `throw` means a fault of ours. */
export type Outcome =
  | {
      readonly outcome: 'done';
      readonly call_id: string;
      readonly result: Json;
      readonly resources: Used;
      /** Where the last request was answered with an error and its form takes that for an answer, as curl does. */
      readonly http?: { readonly status: number };
      readonly files?: OutcomeFiles;
      readonly program?: ProgramEnd;
    }
  | {
      readonly outcome: 'denied' | 'over-budget';
      readonly call_id: string;
      /** Of `over-budget`: the question whether there may be more. */
      readonly approval_id?: string;
      readonly reason: Reason;
      readonly result?: Json;
    }
  | {
      readonly outcome: 'waiting';
      readonly call_id: string;
      readonly approval_id?: string;
      readonly reason: Reason;
      /** Of a dry run only: what was foreseen. */
      readonly result?: Json;
    }
  | {
      readonly outcome: 'failed';
      readonly call_id: string;
      readonly reason: Reason;
      readonly result?: Json;
      readonly resources: Used;
      readonly files?: OutcomeFiles;
      readonly program?: ProgramEnd;
    };

/** How a program ended, where the last step was one. */
export interface ProgramEnd {
  readonly exit_code: number;
  /** Its end, where there was much of it. */
  readonly stderr?: string;
}

/** What programs did to files. Left out where there is nothing to tell. */
export interface OutcomeFiles {
  /** In the workspace and wherever else it was granted. */
  readonly written?: readonly { readonly path: string; readonly bytes: number; readonly how: string }[];
  /** Left in /output: kept by content, and short texts also as they are. */
  readonly output?: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly digest: string;
    readonly text?: string;
  }[];
  /** Written where nothing was granted: not kept. */
  readonly dropped?: readonly string[];
}

export interface Reason {
  /** `approval/missing`, `network/private-address` … */
  readonly code: string;
  readonly message: string;
  /** Every policy rule that matched, by id. */
  readonly rules: readonly string[];
  /** What the user can do: a command where there is one. */
  readonly remedy?: string;
}

/** What a call has cost. Integers only. */
export interface Used {
  readonly calls: number;
  readonly network_bytes: number;
  readonly wall_clock_ms: number;
  readonly cpu_ms: number;
}

export const nothingUsed: Used = { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
