import { type Amounts, type BudgetScope, dimensions } from '../budget.ts';
import type { Admit } from '../command.ts';
import { type Context, type Refusal, refuse, refuseUnreadable } from '../context.ts';
import { amountsBy, type Budget, readBudget, remaining } from '../limits.ts';
import { unreadable } from '../row.ts';
import { factsOf, share } from '../shared.ts';
import { dayMs, dayOf } from '../time.ts';

export type Reserved =
  | { readonly kind: 'reserved'; readonly cap: Amounts; readonly scopes: readonly BudgetScope[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The least that remains in any scope, up to what is asked for. Every call counts as one at least. */
export function reserve(context: Context, command: Admit): Reserved {
  const scopes = scopesOf(context, command);
  const asked = command.reserve.calls >= 1 ? command.reserve : { ...command.reserve, calls: 1 };
  let cap = asked;
  for (const scope of scopes) {
    const budget = readBudget(context.view, scope);
    if (budget === unreadable) return refused(refuseUnreadable(`the budget of \`${scope}\``));
    for (const dimension of dimensions) {
      if (asked[dimension] === 0) continue;
      const left = remaining(budget, dimension);
      if (left === 0) return refused(exhausted(scope, dimension, budget));
      if (left < cap[dimension]) cap = lowered(cap, dimension, left);
    }
  }
  return { kind: 'reserved', cap, scopes };
}

function lowered(cap: Amounts, lower: keyof Amounts, to: number): Amounts {
  return amountsBy((dimension) => (dimension === lower ? to : cap[dimension]));
}

/** What a shared list was last made into: the same for every call of a session in a day. */
interface Resolved {
  readonly session: string;
  /** When the day began. */
  readonly since: number;
  readonly scopes: readonly BudgetScope[];
}

const resolved = new WeakMap<readonly BudgetScope[], Resolved>();

/**
 * The session's own budget always counts. The day is the ledger's: a caller whose clock was set back must not get the budget of a
 * day that is over.
 */
function scopesOf({ now }: Context, { session, scopes }: Admit): readonly BudgetScope[] {
  const since = now.at - (now.at % dayMs);
  const before = resolved.get(scopes);
  if (before !== undefined && before.session === session && before.since === since) return before.scopes;
  const day = dayOf(now.at);
  const named = scopes.map((scope): BudgetScope => (scope.startsWith('day:') ? `day:${day}` : scope));
  const all = [...new Set<BudgetScope>([`session:${session}`, ...named])];
  if (factsOf(scopes) !== undefined) resolved.set(scopes, { session, since, scopes: share(all) });
  return all;
}

function exhausted(scope: BudgetScope, dimension: keyof Amounts, { limits, used, reserved: held }: Budget): Refusal {
  const state = `${used[dimension]} used and ${held[dimension]} reserved of ${limits[dimension]}`;
  const message = `the budget of \`${scope}\` has no ${dimension} left: ${state}`;
  const refusal = refuse('budget/exhausted', message, `a person can run \`skillc budget set ${scope} ${dimension} N\``);
  return {
    ...refusal,
    reply: {
      ...refusal.reply,
      exhausted: { scope, dimension, limit: limits[dimension], taken: used[dimension] + held[dimension] },
    },
  };
}

function refused(refusal: Refusal): Reserved {
  return { kind: 'refused', refusal };
}
