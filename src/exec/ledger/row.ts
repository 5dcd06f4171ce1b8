import type { Json } from '../../ir/json.ts';
import { list, number, only, optional, record, type Shape, text } from '../../ir/shape.ts';
import { type Amounts, type BudgetScope, dimensions } from './budget.ts';
import { amount, amounts, budgetScope, name, orNull } from './field-shape.ts';
import type { StateView, TableName } from './state.ts';
import type { Stamp } from './time.ts';

/** What the tables hold. Event ids lead from each row into the log. */
export interface SkillRow {
  readonly digest: string;
  readonly uri: string;
  readonly format: string;
  readonly version: string;
  readonly operations: readonly { readonly name: string; readonly plan: string; readonly approval: string }[];
  /** Where its files are stored. */
  readonly snapshot?: string;
  readonly event: string;
  /** The event that paused it. */
  readonly paused: string | null;
}

export interface Waiting {
  readonly session: string;
  readonly parameters: string | null;
  readonly call: string | null;
  readonly event: string;
}

export interface ApprovalRow {
  readonly digest: string;
  readonly skill: string | null;
  readonly skillDigest: string | null;
  readonly operation: string | null;
  readonly subject: Json;
  /** What the last event about it said. Whether a call may run is told by `grants`. */
  readonly status: 'pending' | 'granted' | 'used' | 'denied' | 'revoked' | 'ended';
  /** Who asked, the newest last; kept after a denial, so that a person who thinks again can still mean that very call. */
  readonly waiting: readonly Waiting[];
  readonly event: string;
}

export interface GrantRow extends Stamp {
  readonly approval: string;
  readonly digest: string;
  readonly skill: string | null;
  readonly skillDigest: string | null;
  readonly scope: 'once' | 'session' | 'always';
  readonly session: string | null;
  readonly parameters: string | null;
  readonly life: number;
  readonly event: string;
}

export interface OpenCallRow {
  readonly intent: string;
  readonly session: string;
  readonly capability: string;
  readonly skill: string | null;
  readonly scopes: readonly BudgetScope[];
  readonly reserved: Amounts;
  readonly process: { readonly pid: number; readonly started: string };
}

export interface BudgetRow {
  readonly used: Amounts;
  readonly reserved: Amounts;
  /** Dimensions that were warned of since their limit was last set. */
  readonly warned: readonly (keyof Amounts)[];
}

/** A count since a moment. */
export interface RateRow extends Stamp {
  readonly count: number;
}

const stamp = { at: amount, wall: amount, monotonic: number, boot: text };

export const skillRow: Shape<SkillRow> = record<SkillRow>({
  digest: name,
  uri: name,
  format: name,
  version: text,
  operations: list(record({ name, plan: name, approval: name })),
  snapshot: optional(name),
  event: name,
  paused: orNull(name),
});

export const approvalRow: Shape<ApprovalRow> = record<ApprovalRow>({
  digest: name,
  skill: orNull(name),
  skillDigest: orNull(name),
  operation: orNull(name),
  subject: (value) => (value === undefined ? '' : undefined),
  status: only('pending', 'granted', 'used', 'denied', 'revoked', 'ended'),
  waiting: list(record<Waiting>({ session: name, parameters: orNull(name), call: orNull(name), event: name })),
  event: name,
});

export const grantRow: Shape<GrantRow> = record<GrantRow>({
  ...stamp,
  approval: name,
  digest: name,
  skill: orNull(name),
  skillDigest: orNull(name),
  scope: only('once', 'session', 'always'),
  session: orNull(name),
  parameters: orNull(name),
  life: amount,
  event: name,
});

export const openCallRow: Shape<OpenCallRow> = record<OpenCallRow>({
  intent: name,
  session: name,
  capability: name,
  skill: orNull(name),
  scopes: list(budgetScope),
  reserved: amounts,
  process: record({ pid: amount, started: name }),
});

export const budgetRow: Shape<BudgetRow> = record<BudgetRow>({
  used: amounts,
  reserved: amounts,
  warned: list(only(...dimensions)),
});

export const limitRow: Shape<Partial<Amounts>> = record<Partial<Amounts>>({
  calls: optional(amount),
  network_bytes: optional(amount),
  wall_clock_ms: optional(amount),
  cpu_ms: optional(amount),
  money: optional(amount),
});

export const rateRow: Shape<RateRow> = record<RateRow>({ ...stamp, count: amount });

/** A row that is not of its shape is neither missing nor there: whoever asks must refuse. */
export const unreadable = Symbol('unreadable row');

export function readRow<T>(
  view: StateView,
  table: TableName,
  key: string,
  shape: Shape<T>,
): T | undefined | typeof unreadable {
  const value = view.get(table, key);
  if (value === undefined) return undefined;
  if (value === null || typeof value !== 'object') return unreadable;
  if (made.get(value) === shape || readable.get(value) === shape) return value as T;
  if (shape(value, 0) !== undefined) return unreadable;
  readable.set(value, shape);
  return value as T;
}

/** Rows that were looked at. Nobody changes a row: another value is another row. */
const readable = new WeakMap<object, Shape<unknown>>();

/**
 * Rows that were made to a shape. Most are replaced by the next command: letting go of each by itself costs less than weak references,
 * and than clearing the map each time, after which the collector takes the rows for held until it looks at old objects too.
 */
const made = new Map<object, Shape<unknown>>();
const mostMade = 1_000;

/** For a row that the compiler has checked against its type, and the one whose place it takes. */
export function madeTo<T extends object>(shape: Shape<T>, row: T, before?: T): T {
  if (before !== undefined) made.delete(before);
  if (made.size >= mostMade) made.clear();
  made.set(row, shape);
  return row;
}

/** For a row that is gone. */
export function unmade(row: object): void {
  made.delete(row);
}
