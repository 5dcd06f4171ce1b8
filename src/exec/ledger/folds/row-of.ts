import type { Json } from '../../../ir/json.ts';
import type { Shape } from '../../../ir/shape.ts';
import { readRow, unreadable } from '../row.ts';
import type { StateWriter, TableName } from '../state.ts';

/** A row that must be readable for the fold to go on. */
export function rowOf<T>(writer: StateWriter, table: TableName, key: string, shape: Shape<T>): T | undefined {
  const row = readRow(writer, table, key, shape);
  if (row === unreadable) throw new Error(`state is damaged: ${table} ${JSON.stringify(key)}`);
  return row;
}

/** As `rowOf`, where an event before this one must have made the row. */
export function presentRow<T>(writer: StateWriter, table: TableName, key: string, shape: Shape<T>): T {
  const row = rowOf(writer, table, key, shape);
  if (row === undefined) throw new Error(`state is damaged: no ${table} ${JSON.stringify(key)}`);
  return row;
}

/** The compiler checks the row against its type here, before it becomes JSON. */
export function putRow<T>(writer: StateWriter, table: TableName, key: string, row: T): void {
  writer.put(table, key, row as unknown as Json);
}
