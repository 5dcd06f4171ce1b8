import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../ir/json.ts';
import { readAnchors } from './chain/anchors.ts';
import { openDatabase, openReader, prepareDatabase } from './database.ts';
import { type Home, openHome } from './home.ts';
import { Log } from './log.ts';
import type { Apply } from './machine.ts';
import { privateDirectory, readPrivateFile, syncDirectory } from './private-file.ts';
import { startLog } from './start-log.ts';

export interface ResetOptions {
  readonly home: string;
  readonly anchors?: string;
  readonly apply: Apply;
  readonly wall: number;
}

/**
 * Puts a log that cannot be used aside and starts another, whose first record says what came before. Grants, budgets and bindings are
 * folds of the log: they are gone with it. The old anchors stay, and still speak for the old log.
 */
export function resetLog(options: ResetOptions): { readonly log: string; readonly aside: string } {
  const home = openHome(options.home, options.anchors);
  const previous = describe(home);
  const aside = putAside(home, options.wall);
  const db = openDatabase(home.database);
  try {
    prepareDatabase(db);
    return { log: startLog(home, db, options.apply, options.wall, previous), aside };
  } finally {
    db.close();
  }
}

function describe(home: Home): Json {
  const log = readPrivateFile(home.logId)?.trim() ?? null;
  const anchors = log === null || !/^[0-9a-f]{32}$/.test(log) ? [] : readAnchors(home, log);
  return { log, size: sizeOf(home), anchored: anchors.findLast((note) => note !== undefined) ?? null };
}

/** As far as it can be told: a log that is reset may well be unreadable. */
function sizeOf(home: Home): number | null {
  try {
    const db = openReader(home.database);
    try {
      return new Log(db).head()?.size ?? null;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

/** The id goes last: until then a start is still refused. */
function putAside(home: Home, wall: number): string {
  const aside = join(home.old, `${new Date(wall).toISOString().replaceAll(':', '')}-${process.pid}`);
  privateDirectory(aside);
  for (const file of [home.database, `${home.database}-wal`, `${home.database}-shm`, home.logId]) {
    if (fs.existsSync(file)) fs.renameSync(file, join(aside, file.slice(home.root.length + 1)));
  }
  syncDirectory(home.root);
  return aside;
}
