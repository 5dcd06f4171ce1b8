import type { DatabaseSync } from 'node:sqlite';
import type { LoggedEvent } from '../exec/ledger/event.ts';
import { checkRecord } from './chain/record.ts';
import { StoreFault } from './fault.ts';
import type { Apply } from './machine.ts';
import { StateTables } from './state-tables.ts';

const recordsPerFlush = 1000;

/** Makes the state tables of `into` from the records of `from`. Transactions are the caller's. */
export function foldRecords(
  from: DatabaseSync,
  into: DatabaseSync,
  apply: Apply,
  parse: (text: string, seq: number) => LoggedEvent = parseChecked,
): void {
  const state = new StateTables(into);
  const rows = from.prepare('SELECT seq, text FROM record ORDER BY seq').iterate();
  for (const row of rows) {
    const seq = Number(row.seq);
    const event = parse(String(row.text), seq);
    state.nextSeq = seq + 1;
    state.lastAt = event.at;
    apply(state, event);
    state.keep();
    if (seq % recordsPerFlush === 0) state.flush();
  }
  state.flush();
}

function parseChecked(text: string, seq: number): LoggedEvent {
  const read = checkRecord(text, seq);
  if (read.kind === 'record') return read.event;
  throw new StoreFault('log/changed', `record ${seq} ${read.problem}`, 'skillc log verify');
}
