import { type Amounts, type BudgetScope, dimensions } from '../budget.ts';
import type { LoggedEvent } from '../event.ts';
import { minus, plus, unspent } from '../limits.ts';
import { type BudgetRow, budgetRow, limitRow, madeTo } from '../row.ts';
import type { StateWriter } from '../state.ts';
import { putRow, rowOf } from './row-of.ts';

export function holdBudget(writer: StateWriter, scopes: readonly BudgetScope[], held: Amounts): void {
  for (const scope of scopes) {
    const row = spentOf(writer, scope);
    put(writer, scope, { reserved: plus(row.reserved, held), used: row.used, warned: row.warned }, row);
  }
}

/** What was reserved is free again, and what was used is spent. */
export function spendBudget(writer: StateWriter, scopes: readonly BudgetScope[], held: Amounts, spent: Amounts): void {
  for (const scope of scopes) {
    const row = spentOf(writer, scope);
    const { reserved, used, warned } = row;
    put(writer, scope, { reserved: minus(reserved, held), used: plus(used, spent), warned }, row);
  }
}

interface BudgetSet {
  readonly scope: BudgetScope;
  readonly limits: Partial<Amounts>;
}

/** A new limit is warned of anew. */
export function budgetSet(writer: StateWriter, { data }: LoggedEvent): void {
  const { scope, limits } = data as unknown as BudgetSet;
  const before = rowOf(writer, 'limits', scope, limitRow) ?? {};
  putRow<Partial<Amounts>>(writer, 'limits', scope, { ...before, ...limits });
  const row = rowOf(writer, 'budgets', scope, budgetRow);
  if (row === undefined) return;
  put(writer, scope, { ...row, warned: row.warned.filter((dimension) => limits[dimension] === undefined) }, row);
}

interface Warned {
  readonly scope: BudgetScope;
  readonly dimension: keyof Amounts;
}

export function budgetWarning(writer: StateWriter, { data }: LoggedEvent): void {
  const { scope, dimension } = data as unknown as Warned;
  const row = spentOf(writer, scope);
  const warned = dimensions.filter((one) => one === dimension || row.warned.includes(one));
  put(writer, scope, { ...row, warned }, row);
}

function spentOf(writer: StateWriter, scope: BudgetScope): BudgetRow {
  return rowOf(writer, 'budgets', scope, budgetRow) ?? unspent;
}

function put(writer: StateWriter, scope: BudgetScope, row: BudgetRow, before: BudgetRow): void {
  putRow<BudgetRow>(writer, 'budgets', scope, madeTo(budgetRow, row, before));
}
