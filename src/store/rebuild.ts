import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy, openDatabase, prepareDatabase } from './database.ts';
import { StoreFault, waitRemedy } from './fault.ts';
import { foldRecords } from './fold.ts';
import { openHome } from './home.ts';
import type { Apply } from './machine.ts';
import { refuseMissingLog } from './start-log.ts';
import { verifyHome } from './verify.ts';

export interface RebuildOptions {
  readonly home: string;
  readonly anchors?: string;
  readonly apply: Apply;
}

/** Makes the state tables again from the log alone, all or nothing. A log that is not whole would make grants nobody gave. */
export async function rebuildState(options: RebuildOptions): Promise<void> {
  const home = openHome(options.home, options.anchors);
  refuseMissingLog(home);
  const db = openDatabase(home.database);
  try {
    await beginAlone(db);
    await refuseChangedLog(options);
    db.exec('DELETE FROM state');
    foldRecords(db, db, options.apply);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

async function refuseChangedLog({ home, anchors }: RebuildOptions): Promise<void> {
  const { problems } = await verifyHome({ home, ...(anchors === undefined ? {} : { anchors }) });
  const [first] = problems;
  if (first !== undefined) throw new StoreFault('log/changed', first.message, 'skillc log verify');
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
  throw new StoreFault('log/busy', 'another process holds the log', waitRemedy);
}
