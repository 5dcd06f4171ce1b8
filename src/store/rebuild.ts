import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy, openDatabase, prepareDatabase } from './database.ts';
import { StoreFault } from './fault.ts';
import { foldRecords } from './fold.ts';
import { openHome } from './home.ts';
import type { Apply } from './machine.ts';
import { refuseMissingLog } from './start-log.ts';

export interface RebuildOptions {
  readonly home: string;
  readonly anchors?: string;
  readonly apply: Apply;
}

/** Makes the state tables again from the log alone, all or nothing. */
export async function rebuildState(options: RebuildOptions): Promise<void> {
  const home = openHome(options.home, options.anchors);
  refuseMissingLog(home);
  const db = openDatabase(home.database);
  try {
    await beginAlone(db);
    db.exec('DELETE FROM state');
    foldRecords(db, db, options.apply);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

async function beginAlone(db: DatabaseSync): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    try {
      prepareDatabase(db);
      db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await sleep(5 + Math.random() * 20);
  }
  throw new StoreFault('log/busy', 'another process holds the log');
}
