import type { Json } from '../../ir/json.ts';

/**
 * State is a fold of the events: tables of plain JSON by key. A store keeps them beside the log, in the same transaction, and
 * can make them again from the log alone.
 */
export const tables = [
  'meta',
  'skills',
  'approvals',
  'grants',
  'calls',
  'open-calls',
  'budgets',
  'limits',
  'secrets',
  'bindings',
  'settings',
  'rates',
] as const;

export type TableName = (typeof tables)[number];

export interface StateView {
  readonly get: (table: TableName, key: string) => Json | undefined;
  /** Rows whose key starts with `prefix`, by key. */
  readonly list: (table: TableName, prefix: string) => readonly (readonly [key: string, value: Json])[];
  /** The sequence number the next event gets. */
  readonly nextSeq: number;
  /** Time of the last event. */
  readonly lastAt: number;
}

export interface StateWriter extends StateView {
  readonly put: (table: TableName, key: string, value: Json) => void;
  readonly delete: (table: TableName, key: string) => void;
}
