import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { originOf, verifierLines } from '../src/store/chain/keys.ts';
import { openHome } from '../src/store/home.ts';
import { openLedger } from '../src/store/open-ledger.ts';
import { verifyChunk } from '../src/store/verify/chunk.ts';
import { verifyHome } from '../src/store/verify.ts';
import { moves } from './tamper/moves.ts';

// Flips one bit of each byte of every record, one at a time, then removes, swaps, cuts and inserts each record. Every time the
// verifier must fail and name the record. `--all` leaves none out; without it a sample is taken.

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, records: { type: 'string', default: '1000' } },
});
const records = Number(values.records);
const step = values.all ? 1 : 101;
const folder = mkdtempSync(join(tmpdir(), 'skillc-tamper-'));
const path = join(folder, 'home');
const missed: string[] = [];
let failed = false;

try {
  await writeLog();
  const flips = await flipEach();
  const moved = await moveEach();
  for (const one of missed.slice(0, 20)) console.log(`missed: ${one}`);
  const whole = (await verifyHome({ home: path })).ok;
  console.log(`${flips} bytes flipped and ${moved} records moved in a log of ${records}: ${missed.length} missed`);
  failed = missed.length > 0 || !whole || flips === 0 || moved === 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

async function writeLog(): Promise<void> {
  const clock = { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'tamper' };
  const ledger = await openLedger({ home: path, clock });
  for (let n = 1; n < records; n++) {
    const parents = [`evt_${n - 1}`];
    await ledger.submit({ kind: 'warn', session: 'tamper', actor: 'agent', parents, data: { n, text: 'é €' } });
  }
  await ledger.close();
}

/** Each record by itself, through the verifier's own check of a chunk; every thousandth flip through all of it. */
async function flipEach(): Promise<number> {
  const home = openHome(path);
  const db = new DatabaseSync(home.database);
  db.exec('PRAGMA synchronous = OFF');
  const log = String(db.prepare('SELECT log FROM head').get()?.log);
  const task = { origin: originOf(log), verifierKeys: verifierLines(home), sizes: [] };
  const set = db.prepare('UPDATE record SET text = CAST(? AS TEXT), leaf = ? WHERE seq = ?');
  let flips = 0;
  let place = 0;
  for (const row of db.prepare('SELECT seq, CAST(text AS BLOB) AS text, leaf FROM record ORDER BY seq').all()) {
    const seq = Number(row.seq);
    const text = row.text as Uint8Array;
    const bytes = Buffer.concat([text, row.leaf as Uint8Array]);
    for (let at = 0; at < bytes.length; at++) {
      if (place++ % step !== 0) continue;
      const bit = 1 << (place % 8);
      bytes[at] = (bytes[at] as number) ^ bit;
      // Left open where all of it is verified, since that reads by a connection of its own.
      const isWhole = flips++ % 1000 === 0;
      if (!isWhole) db.exec('BEGIN');
      set.run(bytes.subarray(0, text.length), bytes.subarray(text.length), seq);
      const { problems } = isWhole
        ? await verifyHome({ home: path })
        : verifyChunk(db, { ...task, from: seq, to: seq + 1 });
      if (!problems.some(({ record }) => record === seq)) missed.push(`record ${seq}, byte ${at}`);
      bytes[at] = (bytes[at] as number) ^ bit;
      if (isWhole) set.run(text, row.leaf as Uint8Array, seq);
      else db.exec('ROLLBACK');
    }
  }
  db.close();
  return flips;
}

/** Each on a copy of the file, through all of the verifier. */
async function moveEach(): Promise<number> {
  const { database } = openHome(path);
  const whole = join(folder, 'whole.db');
  const db = new DatabaseSync(database);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  copyFileSync(database, whole);
  let moved = 0;
  for (const [name, move] of Object.entries(moves)) {
    for (let seq = 0; seq < records; seq += values.all ? 1 : 37) {
      const expected = await changed(seq, move);
      if (expected === undefined) continue;
      moved++;
      const { problems } = await verifyHome({ home: path });
      if (!problems.some(({ record = -1, last = record }) => record <= expected && expected <= last))
        missed.push(`${name} record ${seq}: ${JSON.stringify(problems)}`);
    }
  }
  copyOver(whole, database);
  return moved;

  async function changed(seq: number, move: (typeof moves)[string]): Promise<number | undefined> {
    copyOver(whole, database);
    const db = new DatabaseSync(database);
    db.exec('PRAGMA synchronous = OFF');
    try {
      return move(db, seq, records);
    } finally {
      db.close();
    }
  }
}

function copyOver(from: string, to: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(to + suffix, { force: true });
  copyFileSync(from, to);
}
