import { type Amounts, type BudgetScope, dimensions } from '../exec/ledger/budget.ts';
import { readBudget, remaining, unlimited } from '../exec/ledger/limits.ts';
import { unreadable } from '../exec/ledger/row.ts';
import type { StateView } from '../exec/ledger/state.ts';
import { dayOf } from '../exec/ledger/time.ts';
import { StoreFault } from '../store/fault.ts';
import type { Host } from './open-host.ts';

/** Null where there is no limit. */
export interface BudgetJson {
  readonly scope: BudgetScope;
  readonly limits: { readonly [K in keyof Amounts]: number | null };
  readonly used: Amounts;
  readonly reserved: Amounts;
  readonly remaining: { readonly [K in keyof Amounts]: number | null };
}

/** The session's and the day's, and every scope that has a limit or has been used. */
export async function listBudgets(host: Host, session: string): Promise<readonly BudgetJson[]> {
  const tables = {
    budgets: new Map(await host.ledger.list('budgets')),
    limits: new Map(await host.ledger.list('limits')),
  };
  const view: StateView = {
    get: (table, key) => (table === 'budgets' || table === 'limits' ? tables[table].get(key) : undefined),
    list: () => [],
    nextSeq: 0,
    lastAt: 0,
  };
  const own: readonly string[] = [`session:${session}`, today(host)];
  const scopes = [...new Set([...own, ...[...tables.limits.keys(), ...tables.budgets.keys()].sort()])];
  return scopes.map((scope) => budgetJson(view, scope as BudgetScope));
}

export async function budgetOf(host: Host, scope: BudgetScope): Promise<BudgetJson> {
  const [spent, limits] = await Promise.all([host.ledger.get('budgets', scope), host.ledger.get('limits', scope)]);
  const view: StateView = {
    get: (table) => (table === 'budgets' ? spent : table === 'limits' ? limits : undefined),
    list: () => [],
    nextSeq: 0,
    lastAt: 0,
  };
  return budgetJson(view, scope);
}

function budgetJson(view: StateView, scope: BudgetScope): BudgetJson {
  const budget = readBudget(view, scope);
  if (budget === unreadable)
    throw new StoreFault('budget/unreadable', `the budget of \`${scope}\` cannot be read`, 'skillc log rebuild');
  const { limits, used, reserved } = budget;
  const known = (of: (dimension: keyof Amounts) => number) =>
    Object.fromEntries(
      dimensions.map((one) => [one, limits[one] === unlimited ? null : of(one)]),
    ) as BudgetJson['limits'];
  return {
    scope,
    limits: known((one) => limits[one]),
    used,
    reserved,
    remaining: known((one) => remaining(budget, one)),
  };
}

export function today(host: Host): BudgetScope {
  return `day:${dayOf(host.exec.clock.wall())}`;
}
