/** What is wrong with a log, and where. */
export interface Problem {
  readonly code:
    | 'record/changed'
    | 'record/missing'
    | 'record/form'
    | 'record/time'
    | 'records/changed'
    | 'records/cut'
    | 'log/start'
    | 'head/wrong'
    | 'checkpoint/bad'
    | 'anchors/missing'
    | 'anchors/forked'
    | 'state/wrong';
  readonly message: string;
  /** The record, or the first of several. */
  readonly record?: number;
  readonly last?: number;
}

/** A log that is wrong all over need not be listed whole. */
export const mostProblems = 100;
