import { checkApprovals } from './checkers/approval-checker.ts';
import { checkBudgets } from './checkers/budget-checker.ts';
import { checkEffects } from './checkers/effect-checker.ts';
import { checkState } from './checkers/state-checker.ts';
import type { Checker } from './run.ts';
import { type Flaws, runSchedule } from './schedule.ts';

const checkers: readonly (readonly [name: string, check: Checker])[] = [
  ['budget', checkBudgets],
  ['approval', checkApprovals],
  ['effect', checkEffects],
  ['state', checkState],
];

export interface Finding {
  readonly seed: number;
  readonly checker: string;
  readonly problem: string;
}

export interface Checked {
  readonly findings: readonly Finding[];
  readonly commands: number;
  readonly effects: number;
  readonly admitted: number;
  readonly unknown: number;
}

/** Runs one schedule and asks every checker. A fault of ours that throws is a finding too. */
export async function checkSchedule(seed: number, flaws: Flaws = {}): Promise<Checked> {
  try {
    const run = await runSchedule(seed, flaws);
    const findings = checkers.flatMap(([checker, check]) => check(run).map((problem) => ({ seed, checker, problem })));
    const count = (kind: string): number => run.log.filter((event) => event.kind === kind).length;
    return {
      findings,
      commands: run.history.length,
      effects: run.effects.length,
      admitted: count('call-intent'),
      unknown: count('call-unknown'),
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { findings: [{ seed, checker: 'throws', problem }], commands: 0, effects: 0, admitted: 0, unknown: 0 };
  }
}
