import { DatabaseSync } from 'node:sqlite';
import type { LoggedEvent } from '../../exec/ledger/event.ts';
import { schema } from '../database.ts';
import { foldRecords } from '../fold.ts';
import type { Apply } from '../machine.ts';
import { mostProblems, type Problem } from './problem.ts';

interface Row {
  readonly tbl: string;
  readonly key: string;
  readonly value: string;
}

/** Folds the records again, into a file that nobody else sees, and compares row by row. */
export function stateProblems(db: DatabaseSync, apply: Apply): readonly Problem[] {
  // SQLite's own temporary file: without a name, gone when closed, and not bounded by memory.
  const scratch = new DatabaseSync('');
  const wasBegun = db.isTransaction;
  try {
    // The records and the state of one moment, whoever writes meanwhile.
    if (!wasBegun) db.exec('BEGIN');
    scratch.exec(schema);
    // Their form is checked with the chunks.
    foldRecords(db, scratch, apply, parseUnchecked);
    return differences(rowsOf(scratch), rowsOf(db));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ code: 'state/wrong', message: `the state cannot be made from the log: ${why}` }];
  } finally {
    if (!wasBegun && db.isTransaction) db.exec('COMMIT');
    scratch.close();
  }
}

function parseUnchecked(text: string): LoggedEvent {
  return JSON.parse(text) as LoggedEvent;
}

function rowsOf(db: DatabaseSync): Iterator<Row> {
  const rows = db.prepare('SELECT tbl, key, value FROM state ORDER BY tbl, key').iterate();
  return rows as Iterator<unknown> as Iterator<Row>;
}

function differences(folded: Iterator<Row>, found: Iterator<Row>): readonly Problem[] {
  const problems: Problem[] = [];
  let left = folded.next();
  let right = found.next();
  while (problems.length < mostProblems && (left.done !== true || right.done !== true)) {
    const order = left.done === true ? 1 : right.done === true ? -1 : compare(left.value, right.value);
    const row: Row = order <= 0 ? left.value : right.value;
    if (order !== 0 || left.value.value !== right.value.value) {
      const how = order < 0 ? 'is missing' : order > 0 ? 'is in no record' : 'is not what the records say';
      problems.push({ code: 'state/wrong', message: `\`${row.key}\` of \`${row.tbl}\` ${how}` });
    }
    if (order <= 0) left = folded.next();
    if (order >= 0) right = found.next();
  }
  return problems;
}

function compare(a: Row, b: Row): number {
  return Buffer.compare(Buffer.from(`${a.tbl}\0${a.key}`), Buffer.from(`${b.tbl}\0${b.key}`));
}
