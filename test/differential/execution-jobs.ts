import type { Json } from '../../src/ir/json.ts';
import type { Plan } from '../../src/ir/plan.ts';
import type { RealJob } from './jobs.ts';
import type { RecordedRequest } from './recorder.ts';

/** One compiled command with everything that it leaves open. */
export interface ExecutionJob {
  readonly plan: Plan;
  readonly inputs: { readonly [name: string]: Json };
  readonly settings: { readonly [name: string]: string };
  readonly secrets: { readonly [name: string]: string };
  readonly files: RealJob['files'];
}

export interface ExecutionResult {
  readonly outcome: string;
  /** `secret/plain-http`; undefined where the call is done. */
  readonly code?: string;
  readonly message?: string;
  /** Whether a person was asked before, and said yes. */
  readonly approved: boolean;
  readonly requests: readonly RecordedRequest[];
}
