import { type Amounts, type BudgetScope, dimensions } from '../budget.ts';
import type { Admit } from '../command.ts';
import { type Context, type Refusal, refuse, refuseUnreadable } from '../context.ts';
import { amountsBy, type Budget, readBudget, remaining } from '../limits.ts';
import { unreadable } from '../row.ts';
import { dayOf } from '../time.ts';

export type Reserved =
  | { readonly kind: 'reserved'; readonly cap: Amounts; readonly scopes: readonly BudgetScope[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The least that remains in any scope, up to what is asked for. Every call counts as one at least. */
export function reserve(context: Context, command: Admit): Reserved {
  const scopes = scopesOf(context, command);
  const budgets: Budget[] = [];
  const asked = { ...command.reserve, calls: Math.max(1, command.reserve.calls) };
  for (const scope of scopes) {
    const budget = readBudget(context.view, scope);
    if (budget === unreadable) return refused(refuseUnreadable(`the budget of \`${scope}\``));
    const gone = dimensions.find((dimension) => asked[dimension] > 0 && remaining(budget, dimension) === 0);
    if (gone !== undefined) return refused(exhausted(scope, gone, budget));
    budgets.push(budget);
  }
  const cap = amountsBy((dimension) =>
    Math.min(asked[dimension], ...budgets.map((budget) => remaining(budget, dimension))),
  );
  return { kind: 'reserved', cap, scopes };
}

/**
 * The session's own budget always counts. The day is the ledger's: a caller whose clock was set back must not get the budget of a
 * day that is over.
 */
function scopesOf({ now }: Context, command: Admit): readonly BudgetScope[] {
  const today: BudgetScope = `day:${dayOf(now.at)}`;
  const named = command.scopes.map((scope) => (scope.startsWith('day:') ? today : scope));
  return [...new Set<BudgetScope>([`session:${command.session}`, ...named])];
}

function exhausted(scope: BudgetScope, dimension: keyof Amounts, { limits, used, reserved: held }: Budget): Refusal {
  const state = `${used[dimension]} used and ${held[dimension]} reserved of ${limits[dimension]}`;
  const message = `the budget of \`${scope}\` has no ${dimension} left: ${state}`;
  return refuse('budget/exhausted', message, `a person can run \`skillc budget set ${scope} ${dimension} N\``);
}

function refused(refusal: Refusal): Reserved {
  return { kind: 'refused', refusal };
}
