import type { Json } from '../../ir/json.ts';
import { record, type Shape } from '../../ir/shape.ts';
import type { Span } from '../../ir/span.ts';
import type { Amounts, BudgetScope } from './budget.ts';

const control = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * What may be a key or a part of one. Control characters join the parts of a key, and a lone surrogate is stored as another
 * character: with either, two names could become one row.
 */
export const name: Shape<string> = (value) =>
  typeof value === 'string' && value !== '' && value.length <= 4096 && value.isWellFormed() && !control.test(value)
    ? undefined
    : '';

/** Bytes, milliseconds, calls: an integer that arithmetic keeps exact. */
export const amount: Shape<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : '';

export const positive: Shape<number> = (value) => (value === 0 ? '' : amount(value, 0));

const scopeForm = /^(?:session|skill|capability|day):./su;

export const budgetScope: Shape<BudgetScope> = (value, depth) =>
  name(value, depth) === undefined && scopeForm.test(value as string) ? undefined : '';

export const amounts: Shape<Amounts> = record<Amounts>({
  calls: amount,
  network_bytes: amount,
  wall_clock_ms: amount,
  cpu_ms: amount,
  money: amount,
});

export const span: Shape<Span> = record<Span>({ source: name, start: amount, end: amount });

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value: Json | undefined, depth) => (value === null ? undefined : shape(value, depth));
}
