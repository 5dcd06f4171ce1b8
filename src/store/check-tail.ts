import { Buffer, isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { originOf, readVerifiers } from './chain/keys.ts';
import { Frontier } from './chain/merkle.ts';
import { openCheckpoint } from './chain/note.ts';
import { checkRecord } from './chain/record.ts';
import { StoreFault } from './fault.ts';
import type { Home } from './home.ts';
import { type Head, Log } from './log.ts';

/** How many records are looked at when a home is opened: a few milliseconds. All of them are for `skillc log verify`. */
const tailSize = 256;

/**
 * The end of the log, from a signed checkpoint up to the head: each text has its hash, the hashes lead from the root that was signed
 * to the root that was signed last, and to the head. Throws where they do not.
 */
export function refuseChangedTail(home: Home, db: DatabaseSync): void {
  const wasBegun = db.isTransaction;
  // Records and head of one moment, whoever writes meanwhile.
  if (!wasBegun) db.exec('BEGIN');
  try {
    const log = new Log(db);
    const head = log.requireHead();
    const signed = log.signedSize();
    const roots = (size: number) => signedRoot(home, head, log, size);
    const tree = startOf(log, head.size, roots);
    const claimed = signed > tree.size ? roots(signed) : undefined;
    for (const row of rowsFrom(db, tree.size)) {
      const problem = row.seq === tree.size ? problemOf(row) : 'is missing';
      if (problem !== undefined) throw changed(`record ${tree.size} ${problem}`);
      tree.push(row.leaf);
      if (tree.size === signed && claimed !== undefined && !tree.root().equals(claimed))
        throw changed(`the first ${signed} records are not those that were signed`);
    }
    if (tree.size !== head.size || !tree.bytes().equals(head.frontier))
      throw changed(`the head is not that of the ${tree.size} records`);
  } finally {
    if (!wasBegun && db.isTransaction) db.exec('COMMIT');
  }
}

/** The tree at a checkpoint before the tail, as it was kept with it; what is kept counts only with the root that was signed. */
function startOf(log: Log, size: number, rootAt: (size: number) => Buffer): Frontier {
  if (size <= 2 * tailSize) return new Frontier();
  const isSigned = (tree: Frontier) => tree.size === 0 || tree.root().equals(rootAt(tree.size));
  const kept = log.frontierBefore(size - tailSize);
  if (kept !== undefined && isSigned(kept)) return kept;
  // One that is gone or wrong is made again from the hashes of all records, which takes longer.
  const tree = log.treeAt(log.signedBefore(size - tailSize));
  if (!isSigned(tree)) throw changed(`the first ${tree.size} records are not those that were signed`);
  return tree;
}

function signedRoot(home: Home, { log: id }: Head, log: Log, size: number): Buffer {
  const note = log.checkpointAt(size);
  const opened = note === undefined ? undefined : openCheckpoint(note, originOf(id), readVerifiers(home));
  if (opened?.kind === 'checkpoint' && opened.checkpoint.size === size) return opened.checkpoint.root;
  throw changed(`the checkpoint of ${size} records ${opened?.kind === 'bad' ? opened.problem : 'is not of them'}`);
}

interface Row {
  readonly seq: number;
  /** 0x00 and the text, as it is hashed. */
  readonly bytes: Uint8Array;
  readonly leaf: Uint8Array;
}

function rowsFrom(db: DatabaseSync, from: number): Iterable<Row> {
  const rows = db.prepare(
    "SELECT seq, CAST(x'00' || CAST(text AS BLOB) AS BLOB) AS bytes, leaf FROM record WHERE seq >= ? ORDER BY seq",
  );
  return rows.iterate(from) as Iterable<unknown> as Iterable<Row>;
}

function problemOf({ seq, bytes, leaf }: Row): string | undefined {
  if (!hash('sha256', bytes, 'buffer').equals(leaf)) return 'does not have the hash that it had';
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.length - 1);
  if (!isUtf8(text)) return 'is not UTF-8';
  const read = checkRecord(text.toString(), seq);
  return read.kind === 'record' ? undefined : read.problem;
}

function changed(message: string): StoreFault {
  return new StoreFault('log/changed', `the log was changed: ${message}`, 'skillc log verify');
}
