import type { Amounts, BudgetScope } from './budget.ts';
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

export const nothing: Amounts = { calls: 0, cpu_ms: 0, money: 0, network_bytes: 0, wall_clock_ms: 0 };

export const unspent: BudgetRow = { reserved: nothing, used: nothing, warned: [] };

export interface Budget extends BudgetRow {
  readonly limits: Amounts;
}

export function readBudget(view: StateView, scope: BudgetScope): Budget | typeof unreadable {
  const spent = readRow(view, 'budgets', scope, budgetRow) ?? unspent;
  const set = readRow(view, 'limits', scope, limitRow) ?? {};
  if (spent === unreadable || set === unreadable) return unreadable;
  const { used, reserved, warned } = spent;
  return { used, reserved, warned, limits: limitsOf(set, scope.startsWith('session:') ? sessionLimits : {}) };
}

function limitsOf(set: Partial<Amounts>, defaults: Partial<Amounts>): Amounts {
  return {
    calls: set.calls ?? defaults.calls ?? unlimited,
    cpu_ms: set.cpu_ms ?? defaults.cpu_ms ?? unlimited,
    money: set.money ?? defaults.money ?? unlimited,
    network_bytes: set.network_bytes ?? defaults.network_bytes ?? unlimited,
    wall_clock_ms: set.wall_clock_ms ?? defaults.wall_clock_ms ?? unlimited,
  };
}

/** What may still be reserved. Less than nothing, after a limit was lowered, is nothing. */
export function remaining({ limits, used, reserved }: Budget, dimension: keyof Amounts): number {
  return Math.max(0, limits[dimension] - used[dimension] - reserved[dimension]);
}

/** At least four fifths of a limit are used. A limit of nothing is never warned of: no call gets that far. */
export function isNearLimit(limit: number, used: number): boolean {
  return limit > 0 && limit !== unlimited && used >= limit - Math.floor(limit / 5);
}

/** Amounts are made in the order of their canonical form, which then need not be sought. */
export function amountsBy(of: (dimension: keyof Amounts) => number): Amounts {
  return {
    calls: of('calls'),
    cpu_ms: of('cpu_ms'),
    money: of('money'),
    network_bytes: of('network_bytes'),
    wall_clock_ms: of('wall_clock_ms'),
  };
}

export function plus(a: Amounts, b: Amounts): Amounts {
  return {
    calls: Math.min(unlimited, a.calls + b.calls),
    cpu_ms: Math.min(unlimited, a.cpu_ms + b.cpu_ms),
    money: Math.min(unlimited, a.money + b.money),
    network_bytes: Math.min(unlimited, a.network_bytes + b.network_bytes),
    wall_clock_ms: Math.min(unlimited, a.wall_clock_ms + b.wall_clock_ms),
  };
}

export function minus(a: Amounts, b: Amounts): Amounts {
  return {
    calls: a.calls - b.calls,
    cpu_ms: a.cpu_ms - b.cpu_ms,
    money: a.money - b.money,
    network_bytes: a.network_bytes - b.network_bytes,
    wall_clock_ms: a.wall_clock_ms - b.wall_clock_ms,
  };
}
