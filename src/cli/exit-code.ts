import type { Outcome } from '../host/index.ts';

export const exitCode = { done: 0, failed: 1, usage: 2, denied: 3, waiting: 4, overBudget: 5 } as const;

/** `skillc review`: by the gravest change. */
export const reviewExitCode = { note: 0, minor: 6, major: 7, critical: 8 } as const;

const ofOutcome: { readonly [K in Outcome['outcome']]: number } = {
  done: exitCode.done,
  failed: exitCode.failed,
  denied: exitCode.denied,
  waiting: exitCode.waiting,
  'over-budget': exitCode.overBudget,
};

/** Parameters that do not fit are wrong usage, whichever way they were given. */
const wrongParameters = new Set(['input/shape', 'input/unknown', 'input/missing', 'input/value', 'limit/input']);

export function exitCodeOf(result: Outcome): number {
  if (result.outcome === 'denied' && wrongParameters.has(result.reason.code)) return exitCode.usage;
  return ofOutcome[result.outcome];
}
