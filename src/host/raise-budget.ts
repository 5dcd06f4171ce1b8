import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import type { Amounts, BudgetScope } from '../exec/ledger/budget.ts';
import type { Reply } from '../exec/ledger/ledger.ts';
import { budgetOf } from './budgets.ts';
import type { Host } from './open-host.ts';

type Raise = NonNullable<ApprovalSubject['budget']>;

/** A yes is to this step from this limit: where it has another by now, the question is another one. */
export async function isCurrentRaise(host: Host, { scope, dimension, from }: Raise): Promise<boolean> {
  const { limits } = await budgetOf(host, scope as BudgetScope);
  return limits[dimension as keyof Amounts] === from;
}

export function raiseBudget(
  host: Host,
  { scope, dimension, to }: Raise,
  by: { readonly session: string; readonly actor: 'person' | 'configuration' },
): Promise<Reply> {
  const { session, actor } = by;
  return host.ledger.submit({
    kind: 'set-budget',
    session,
    actor,
    scope: scope as BudgetScope,
    limits: { [dimension as keyof Amounts]: to },
  });
}
