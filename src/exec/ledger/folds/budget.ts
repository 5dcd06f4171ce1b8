import { type Amounts, type BudgetScope, dimensions } from '../budget.ts';
import type { ChainEvent } from '../event.ts';
import { minus, plus, unspent } from '../limits.ts';
import { type BudgetRow, budgetRow, limitRow } from '../row.ts';
import type { StateWriter } from '../state.ts';
import { putRow, rowOf } from './row-of.ts';

export function holdBudget(writer: StateWriter, scopes: readonly BudgetScope[], reserved: Amounts): void {
  for (const scope of scopes) change(writer, scope, (row) => ({ ...row, reserved: plus(row.reserved, reserved) }));
}

/** What was reserved is free again, and what was used is spent. */
export function spendBudget(
  writer: StateWriter,
  scopes: readonly BudgetScope[],
  reserved: Amounts,
  used: Amounts,
): void {
  for (const scope of scopes) {
    change(writer, scope, (row) => ({
      ...row,
      used: plus(row.used, used),
      reserved: minus(row.reserved, reserved),
    }));
  }
}

interface BudgetSet {
  readonly scope: BudgetScope;
  readonly limits: Partial<Amounts>;
}

/** A new limit is warned of anew. */
export function budgetSet(writer: StateWriter, { data }: ChainEvent): void {
  const { scope, limits } = data as unknown as BudgetSet;
  const before = rowOf(writer, 'limits', scope, limitRow) ?? {};
  putRow<Partial<Amounts>>(writer, 'limits', scope, { ...before, ...limits });
  if (rowOf(writer, 'budgets', scope, budgetRow) === undefined) return;
  change(writer, scope, (row) => ({
    ...row,
    warned: row.warned.filter((dimension) => limits[dimension] === undefined),
  }));
}

interface Warned {
  readonly scope: BudgetScope;
  readonly dimension: keyof Amounts;
}

export function budgetWarning(writer: StateWriter, { data }: ChainEvent): void {
  const { scope, dimension } = data as unknown as Warned;
  change(writer, scope, (row) => ({
    ...row,
    warned: dimensions.filter((one) => one === dimension || row.warned.includes(one)),
  }));
}

function change(writer: StateWriter, scope: BudgetScope, to: (row: BudgetRow) => BudgetRow): void {
  putRow<BudgetRow>(writer, 'budgets', scope, to(rowOf(writer, 'budgets', scope, budgetRow) ?? unspent));
}
