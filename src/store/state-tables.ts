import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StateWriter, TableName } from '../exec/ledger/state.ts';
import type { Json } from '../ir/json.ts';
import { canonicalText } from './chain/canonical.ts';

type Row = readonly [key: string, value: Json];
/** Rows as they are; undefined where there is none. */
type Rows = Map<string, Json | undefined>;

/** Rows remembered from one transaction to the next. */
const mostRemembered = 5_000;

/** Each call has its own row, which nobody looks at once it has ended. */
const ofCalls: ReadonlySet<TableName> = new Set(['calls', 'open-calls']);

/** How one row was before the command at work changed it. */
interface Undo {
  readonly rows: Rows;
  readonly key: string;
  readonly isKnown: boolean;
  readonly value: Json | undefined;
}

/**
 * The state as a transaction sees it. Changes are held back until the end: a command that fails is undone, and a row that many commands
 * change is written once.
 */
export class StateTables implements StateWriter {
  nextSeq = 0;
  lastAt = 0;
  /** What is known of each table: rows that were read, and those that were changed. */
  readonly #tables = new Map<TableName, Rows>();
  #changed = new Map<TableName, Set<string>>();
  #undo: Undo[] = [];
  /** SQLite's number for what other connections have written: while it stays, nobody else has. */
  #version = -1;
  readonly #get: StatementSync;
  readonly #list: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #dataVersion: StatementSync;

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('SELECT value FROM state WHERE tbl = ? AND key = ?');
    this.#list = db.prepare('SELECT key, value FROM state WHERE tbl = ? AND key >= ? ORDER BY key');
    this.#put = db.prepare('INSERT INTO state VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
    this.#delete = db.prepare('DELETE FROM state WHERE tbl = ? AND key = ?');
    this.#dataVersion = db.prepare('PRAGMA data_version');
  }

  /** At the start of a transaction, with the log as long as it is inside it. */
  begin(size: number, lastAt: number): void {
    this.nextSeq = size;
    this.lastAt = lastAt;
    const version = Number(this.#dataVersion.get()?.data_version);
    if (version !== this.#version) this.#tables.clear();
    this.#version = version;
  }

  get(table: TableName, key: string): Json | undefined {
    const rows = this.#rowsOf(table);
    const known = rows.get(key);
    if (known !== undefined || rows.has(key)) return known;
    const value = this.read(table, key);
    if (value !== undefined || !ofCalls.has(table)) rows.set(key, value);
    return value;
  }

  /** From the file, whoever wrote it last. */
  read(table: TableName, key: string): Json | undefined {
    const row = this.#get.get(table, key) as { readonly value: string } | undefined;
    return row === undefined ? undefined : (JSON.parse(row.value) as Json);
  }

  list(table: TableName, prefix = ''): readonly Row[] {
    const found = new Map<string, Json>();
    for (const row of this.#list.iterate(table, prefix)) {
      const key = String(row.key);
      if (!key.startsWith(prefix)) break;
      found.set(key, JSON.parse(String(row.value)) as Json);
    }
    const rows = this.#rowsOf(table);
    for (const key of this.#changed.get(table) ?? []) {
      if (!key.startsWith(prefix) || !rows.has(key)) continue;
      const change = rows.get(key);
      if (change === undefined) found.delete(key);
      else found.set(key, change);
    }
    // SQLite sorts by UTF-8, everything else here by UTF-16.
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  put(table: TableName, key: string, value: Json): void {
    if (!key.isWellFormed()) throw new Error('a key is not well-formed Unicode');
    this.#change(table, key, value);
  }

  delete(table: TableName, key: string): void {
    this.#change(table, key, undefined);
  }

  #change(table: TableName, key: string, value: Json | undefined): void {
    const rows = this.#rowsOf(table);
    const before = rows.get(key);
    this.#undo.push({ rows, key, isKnown: before !== undefined || rows.has(key), value: before });
    rows.set(key, value);
    const changed = this.#changed.get(table);
    if (changed === undefined) this.#changed.set(table, new Set([key]));
    else changed.add(key);
  }

  #rowsOf(table: TableName): Rows {
    const known = this.#tables.get(table);
    if (known !== undefined) return known;
    const rows: Rows = new Map();
    this.#tables.set(table, rows);
    return rows;
  }

  /** The command succeeded. */
  keep(): void {
    this.#undo = [];
  }

  /** The command failed. */
  discard(): void {
    for (const { rows, key, isKnown, value } of this.#undo.reverse()) {
      if (isKnown) rows.set(key, value);
      else rows.delete(key);
    }
    this.#undo = [];
  }

  /** Writes what was kept; the transaction is the caller's. */
  flush(): void {
    for (const [table, keys] of this.#changed) {
      const rows = this.#rowsOf(table);
      for (const key of keys) {
        const value = rows.get(key);
        if (value !== undefined) this.#put.run(table, key, canonicalText(value));
        else if (rows.has(key)) this.#delete.run(table, key);
        if (table === 'calls' || (value === undefined && ofCalls.has(table))) rows.delete(key);
      }
    }
    this.#changed = new Map();
    // What is remembered is what the file holds, so that forgetting is always right.
    for (const rows of this.#tables.values()) if (rows.size > mostRemembered) rows.clear();
  }

  forget(): void {
    this.#tables.clear();
    this.#changed = new Map();
    this.#undo = [];
  }
}
