import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { readRecord } from './chain/record.ts';
import { StoreFault } from './fault.ts';
import type { Apply } from './machine.ts';
import { StateTables } from './state-tables.ts';

const recordsPerFlush = 1000;

/** Makes the state tables of `into` from the records of `from`. Transactions are the caller's. */
export function foldRecords(from: DatabaseSync, into: DatabaseSync, apply: Apply): void {
  const state = new StateTables(into);
  const rows = from.prepare('SELECT seq, text, leaf FROM record ORDER BY seq').iterate();
  for (const row of rows) {
    const seq = Number(row.seq);
    const read = readRecord(String(row.text), seq, Buffer.from(row.leaf as Uint8Array).toString('hex'));
    if (read.kind === 'bad') throw new StoreFault('log/changed', `record ${seq} ${read.problem}`, 'skillc log verify');
    state.nextSeq = seq + 1;
    state.lastAt = read.event.at;
    apply(state, read.event);
    state.keep();
    if (seq % recordsPerFlush === 0) state.flush();
  }
  state.flush();
}
