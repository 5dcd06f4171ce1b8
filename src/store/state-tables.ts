import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StateWriter, TableName } from '../exec/ledger/state.ts';
import type { Json } from '../ir/json.ts';
import { canonicalText } from './chain/canonical.ts';

type Row = readonly [key: string, value: Json];
/** A row as it will be; undefined where it goes away. */
type Changes = Map<TableName, Map<string, Json | undefined>>;

/** Rows remembered from one transaction to the next. */
const mostRemembered = 10_000;

/**
 * The state as a transaction sees it. Changes are held back in two layers, those of the command at work and those of the commands before it in the
 * same transaction: a command that fails leaves nothing, and a row that many commands change is written once.
 */
export class StateTables implements StateWriter {
  nextSeq = 0;
  lastAt = 0;
  #kept: Changes = new Map();
  #fresh: Changes = new Map();
  /** Rows as the last transaction of this thread left them. */
  #remembered: Changes = new Map();
  #rememberedRows = 0;
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
    if (version !== this.#version) this.#forgetRemembered();
    this.#version = version;
  }

  get(table: TableName, key: string): Json | undefined {
    for (const layer of [this.#fresh, this.#kept, this.#remembered]) {
      const rows = layer.get(table);
      if (rows?.has(key) === true) return rows.get(key);
    }
    const value = this.read(table, key);
    this.#recall(table, key, value);
    return value;
  }

  /** From the file, whoever wrote it last. */
  read(table: TableName, key: string): Json | undefined {
    const row = this.#get.get(table, key) as { readonly value: string } | undefined;
    return row === undefined ? undefined : (JSON.parse(row.value) as Json);
  }

  list(table: TableName, prefix = ''): readonly Row[] {
    const rows = new Map<string, Json>();
    for (const row of this.#list.iterate(table, prefix)) {
      const key = String(row.key);
      if (!key.startsWith(prefix)) break;
      rows.set(key, JSON.parse(String(row.value)) as Json);
    }
    for (const layer of [this.#kept, this.#fresh]) {
      for (const [key, change] of layer.get(table) ?? []) {
        if (!key.startsWith(prefix)) continue;
        if (change === undefined) rows.delete(key);
        else rows.set(key, change);
      }
    }
    // SQLite sorts by UTF-8, everything else here by UTF-16.
    return [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  put(table: TableName, key: string, value: Json): void {
    if (!key.isWellFormed()) throw new Error('a key is not well-formed Unicode');
    this.#change(table, key, value);
  }

  delete(table: TableName, key: string): void {
    this.#change(table, key, undefined);
  }

  #change(table: TableName, key: string, change: Json | undefined): void {
    rowsOf(this.#fresh, table).set(key, change);
  }

  /** What is remembered is what the file holds, so that forgetting is always right. */
  #recall(table: TableName, key: string, value: Json | undefined): void {
    if (this.#rememberedRows >= mostRemembered) this.#forgetRemembered();
    rowsOf(this.#remembered, table).set(key, value);
    this.#rememberedRows++;
  }

  #forgetRemembered(): void {
    this.#remembered = new Map();
    this.#rememberedRows = 0;
  }

  /** The command succeeded. */
  keep(): void {
    for (const [table, rows] of this.#fresh) {
      const kept = this.#kept.get(table);
      if (kept === undefined) this.#kept.set(table, rows);
      else for (const [key, change] of rows) kept.set(key, change);
    }
    this.#fresh = new Map();
  }

  /** The command failed. */
  discard(): void {
    this.#fresh = new Map();
  }

  /** Writes what was kept; the transaction is the caller's. */
  flush(): void {
    for (const [table, rows] of this.#kept) {
      for (const [key, change] of rows) {
        if (change === undefined) this.#delete.run(table, key);
        else this.#put.run(table, key, canonicalText(change));
        this.#recall(table, key, change);
      }
    }
    this.#kept = new Map();
  }

  forget(): void {
    this.#fresh = new Map();
    this.#kept = new Map();
    this.#forgetRemembered();
  }
}

function rowsOf(changes: Changes, table: TableName): Map<string, Json | undefined> {
  const known = changes.get(table);
  if (known !== undefined) return known;
  const rows = new Map<string, Json | undefined>();
  changes.set(table, rows);
  return rows;
}
