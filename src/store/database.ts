import { DatabaseSync } from 'node:sqlite';
import { StoreFault } from './fault.ts';
import { checkPrivateFile, ensurePrivateFile } from './private-file.ts';

export const schema = `
  CREATE TABLE IF NOT EXISTS record (seq INTEGER PRIMARY KEY, text TEXT NOT NULL, leaf BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS head (
    one INTEGER PRIMARY KEY CHECK (one = 1), log TEXT NOT NULL, size INTEGER NOT NULL, frontier BLOB NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS checkpoint (size INTEGER PRIMARY KEY, note TEXT NOT NULL, anchored INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS frontier (size INTEGER PRIMARY KEY, subtrees BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS state (
    tbl TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (tbl, key)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Opens the file for writing. `timeout: 0`: SQLite's own wait is unfair and sleeps in the thread that calls, so that waiting is ours.
 */
export function openDatabase(path: string): DatabaseSync {
  ensurePrivateFile(path);
  for (const suffix of ['-wal', '-shm']) checkPrivateFile(path + suffix);
  return new DatabaseSync(path, { timeout: 0 });
}

/** Switches to write-ahead logging and makes the tables. Busy while another process does, or recovers the file after a crash. */
export function prepareDatabase(db: DatabaseSync): void {
  db.exec('PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL');
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'frontier'").get() !== undefined) return;
  db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`);
}

/** Opens the file to look only. */
export function openReader(path: string): DatabaseSync {
  if (!checkPrivateFile(path))
    throw new StoreFault('log/missing', `there is no log at \`${path}\``, 'load a skill first: `skillc load PATH`');
  return new DatabaseSync(path, { timeout: 2000, readOnly: true });
}

/** Another connection holds the file: to be tried again. Every other error of SQLite is final. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}
