import type { Json } from '../../ir/json.ts';
import { apply } from './apply.ts';
import type { ChainEvent } from './event.ts';
import { type StateWriter, type TableName, tables } from './state.ts';

/** The tables as maps: for tests, for simulation, and to check a log by making its state again. */
export interface MemoryState extends StateWriter {
  readonly add: (event: ChainEvent) => void;
  /** Every row, by table and key, to compare two states. */
  readonly dump: () => { readonly [table: string]: { readonly [key: string]: Json } };
}

export function memoryState(): MemoryState {
  const rows = new Map<TableName, Map<string, Json>>(tables.map((table) => [table, new Map()]));
  const tableOf = (table: TableName): Map<string, Json> => rows.get(table) ?? new Map();
  let nextSeq = 0;
  let lastAt = 0;
  const list: StateWriter['list'] = (table, prefix) =>
    [...tableOf(table)].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
  const state: MemoryState = {
    get nextSeq() {
      return nextSeq;
    },
    get lastAt() {
      return lastAt;
    },
    get: (table, key) => tableOf(table).get(key),
    list,
    put: (table, key, value) => {
      tableOf(table).set(key, value);
    },
    delete: (table, key) => {
      tableOf(table).delete(key);
    },
    add: (event) => {
      apply(state, event);
      nextSeq = event.seq + 1;
      lastAt = event.at;
    },
    dump: () => Object.fromEntries(tables.map((table) => [table, Object.fromEntries(list(table, ''))])),
  };
  return state;
}

export function replay(events: readonly ChainEvent[]): MemoryState {
  const state = memoryState();
  for (const event of events) state.add(event);
  return state;
}
