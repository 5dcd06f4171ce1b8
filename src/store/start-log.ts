import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Json } from '../ir/json.ts';
import { ensureSigningKey, readSigner, trust } from './chain/keys.ts';
import { Frontier } from './chain/merkle.ts';
import { resetRemedy, StoreFault } from './fault.ts';
import type { Home } from './home.ts';
import { draftOf, Log } from './log.ts';
import type { Apply } from './machine.ts';
import { checkPrivateFile, readPrivateFile, writePrivateFile } from './private-file.ts';
import { StateTables } from './state-tables.ts';

/** Before the database is opened, since opening makes one: an id says that there was a log. */
export function refuseMissingLog(home: Home): void {
  if (readPrivateFile(home.logId) === undefined || checkPrivateFile(home.database)) return;
  throw new StoreFault('log/missing', `the log \`${home.database}\` is gone`, resetRemedy);
}

/**
 * Gives the id of the log, starting one where there is none. The id file comes last: with it the log is there for certain, and without it
 * a log of one record is one whose start was interrupted.
 */
export function startLog(home: Home, db: DatabaseSync, apply: Apply, wall: number, previous?: Json): string {
  const named = readPrivateFile(home.logId)?.trim();
  const log = new Log(db);
  db.exec('BEGIN IMMEDIATE');
  try {
    const head = log.head();
    if (named !== undefined && head?.log !== named) {
      throw new StoreFault('log/missing', `the database does not hold the log \`${named}\``, resetRemedy);
    }
    if (named === undefined && head !== undefined && head.size > 1) {
      throw new StoreFault('log/id-missing', `there is a log, but its id \`${home.logId}\` is gone`, resetRemedy);
    }
    if (head !== undefined && log.nextSeq() !== head.size) {
      const message = `the log has ${log.nextSeq()} records, but had ${head.size}`;
      throw new StoreFault('log/cut', message, resetRemedy);
    }
    const id = head?.log ?? writeFirst(home, db, log, apply, wall, previous);
    db.exec('COMMIT');
    if (named === undefined) writePrivateFile(home.logId, `${id}\n`);
    return id;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function writeFirst(home: Home, db: DatabaseSync, log: Log, apply: Apply, wall: number, previous?: Json): string {
  const id = randomBytes(16).toString('hex');
  ensureSigningKey(home);
  const key = trust(home, readSigner(home, id));
  const data = previous === undefined ? { log: id, key } : { log: id, key, previous };
  const draft = draftOf(
    { kind: 'log-started', session: 'skillc', actor: 'skillc', parents: [], data },
    0,
    Math.floor(wall),
  );
  const tree = new Frontier();
  tree.push(draft.leaf);
  log.append(id, [draft], tree, draft.event.at);
  const state = new StateTables(db);
  state.nextSeq = 1;
  state.lastAt = draft.event.at;
  apply(state, draft.event);
  state.keep();
  state.flush();
  return id;
}
