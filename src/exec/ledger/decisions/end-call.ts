import type { Json } from '../../../ir/json.ts';
import { type Amounts, type BudgetScope, dimensions } from '../budget.ts';
import type { Recover, Settle } from '../command.ts';
import { type Context, eventBy, eventByRule } from '../context.ts';
import type { NewEvent } from '../event.ts';
import { isNearLimit, nothing, plus, readBudget, unlimited } from '../limits.ts';
import { type OpenCallRow, unreadable } from '../row.ts';

export interface End {
  readonly call: string;
  readonly open: OpenCallRow;
  readonly outcome: 'done' | 'failed' | 'unknown';
  readonly used: Amounts;
  readonly details: { readonly [name: string]: Json };
}

export function endEvent(command: Settle | Recover, { call, open, outcome, used, details }: End): NewEvent {
  return eventBy(command, `call-${outcome}`, { call, details }, [open.intent], {
    capability: open.capability,
    resources: used,
  });
}

function spentBy(ends: readonly End[]): Iterable<readonly [BudgetScope, Amounts]> {
  const [first, ...others] = ends;
  if (first !== undefined && others.length === 0) return first.open.scopes.map((scope) => [scope, first.used] as const);
  const spent = new Map<BudgetScope, Amounts>();
  for (const { open, used } of ends) {
    for (const scope of open.scopes) spent.set(scope, plus(spent.get(scope) ?? nothing, used));
  }
  return spent;
}

/** One warning for each dimension of each scope that the ends bring near its limit, unless it was warned of before. */
export function budgetWarnings(
  { view }: Context,
  command: Settle | Recover,
  ends: readonly End[],
  cause: string,
): readonly NewEvent[] {
  const warnings: NewEvent[] = [];
  for (const [scope, more] of spentBy(ends)) {
    const budget = readBudget(view, scope);
    if (budget === unreadable) continue;
    for (const dimension of dimensions) {
      const used = Math.min(unlimited, budget.used[dimension] + more[dimension]);
      if (!isNearLimit(budget.limits[dimension], used) || budget.warned.includes(dimension)) continue;
      const data = { scope, dimension, used, limit: budget.limits[dimension] };
      warnings.push(eventByRule(command, 'budget-warning', data, [cause]));
    }
  }
  return warnings;
}
