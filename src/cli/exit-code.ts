import type { Outcome } from '../host/index.ts';

export const exitCode = { done: 0, failed: 1, usage: 2, denied: 3, waiting: 4, overBudget: 5 } as const;

const ofOutcome: { readonly [K in Outcome['outcome']]: number } = {
  done: exitCode.done,
  failed: exitCode.failed,
  denied: exitCode.denied,
  waiting: exitCode.waiting,
  'over-budget': exitCode.overBudget,
};

export function exitCodeOf({ outcome }: Pick<Outcome, 'outcome'>): number {
  return ofOutcome[outcome];
}
