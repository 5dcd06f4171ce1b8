import { type Amounts, type BudgetScope, dimensions } from './budget.ts';
import { type BudgetRow, budgetRow, limitRow, readRow, unreadable } from './row.ts';
import type { StateView } from './state.ts';

/** What a session may cost where nobody has said otherwise. */
export const sessionLimits: Partial<Amounts> = {
  calls: 1_000,
  network_bytes: 100_000_000,
  wall_clock_ms: 30 * 60_000,
};

/** No limit is still a number, so that no sum leaves the integers that are exact. */
export const unlimited = Number.MAX_SAFE_INTEGER;

export const nothing: Amounts = { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 };

export const unspent: BudgetRow = { used: nothing, reserved: nothing, warned: [] };

export interface Budget extends BudgetRow {
  readonly limits: Amounts;
}

export function readBudget(view: StateView, scope: BudgetScope): Budget | typeof unreadable {
  const spent = readRow(view, 'budgets', scope, budgetRow) ?? unspent;
  const set = readRow(view, 'limits', scope, limitRow) ?? {};
  if (spent === unreadable || set === unreadable) return unreadable;
  const defaults = scope.startsWith('session:') ? sessionLimits : {};
  return { ...spent, limits: amountsBy((dimension) => set[dimension] ?? defaults[dimension] ?? unlimited) };
}

/** What may still be reserved. Less than nothing, after a limit was lowered, is nothing. */
export function remaining({ limits, used, reserved }: Budget, dimension: keyof Amounts): number {
  return Math.max(0, limits[dimension] - used[dimension] - reserved[dimension]);
}

/** At least four fifths of a limit are used. A limit of nothing is never warned of: no call gets that far. */
export function isNearLimit({ limits, used }: Budget, dimension: keyof Amounts): boolean {
  const limit = limits[dimension];
  return limit > 0 && limit !== unlimited && used[dimension] >= limit - Math.floor(limit / 5);
}

export function amountsBy(of: (dimension: keyof Amounts) => number): Amounts {
  return {
    calls: of('calls'),
    network_bytes: of('network_bytes'),
    wall_clock_ms: of('wall_clock_ms'),
    cpu_ms: of('cpu_ms'),
    money: of('money'),
  };
}

export function plus(a: Amounts, b: Amounts): Amounts {
  return amountsBy((dimension) => Math.min(unlimited, a[dimension] + b[dimension]));
}

export function minus(a: Amounts, b: Amounts): Amounts {
  return amountsBy((dimension) => a[dimension] - b[dimension]);
}

export function asJson(amounts: Amounts): { readonly [name: string]: number } {
  return Object.fromEntries(dimensions.map((dimension) => [dimension, amounts[dimension]]));
}
