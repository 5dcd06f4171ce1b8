import { Buffer, isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Frontier } from '../chain/merkle.ts';
import { openCheckpoint, parseVerifierKey, type Verifier } from '../chain/note.ts';
import { checkRecord } from '../chain/record.ts';
import { mostProblems, type Problem } from './problem.ts';

/** A power of two, so that each chunk is one subtree. */
export const chunkSize = 16_384;

export interface ChunkTask {
  readonly from: number;
  readonly to: number;
  readonly origin: string;
  readonly verifierKeys: readonly string[];
  /** Sizes whose root is wanted besides those of the checkpoints. */
  readonly sizes: readonly number[];
}

export interface ChunkResult {
  readonly problems: readonly Problem[];
  /** The subtrees within the chunk at its end; undefined where records are missing. */
  readonly end?: Uint8Array;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The subtrees within the chunk at each wanted size, with the root that a checkpoint claims for it. */
  readonly sizes: readonly { readonly size: number; readonly subtrees: Uint8Array; readonly claimed?: Uint8Array }[];
}

/** Checks the records from `from` up to `to` by themselves, and the signatures of the checkpoints among them. */
export function verifyChunk(db: DatabaseSync, task: ChunkTask): ChunkResult {
  const checkpoints = readCheckpoints(db, task);
  const problems = [...checkpoints.problems];
  const wanted = new Map<number, Uint8Array | undefined>(task.sizes.map((size) => [size, undefined]));
  for (const [size, root] of checkpoints.roots) wanted.set(size, root);
  const sizes: { size: number; subtrees: Uint8Array; claimed?: Uint8Array }[] = [];
  const tree = new Frontier();
  let next = task.from;
  let firstAt = -1;
  let lastAt = -1;
  for (const row of rowsOf(db, task.from, task.to)) {
    if (row.seq !== next) {
      problems.push(missing(next, row.seq - 1));
      return { problems, sizes, firstAt, lastAt };
    }
    next++;
    const checked = checkRow(row);
    if ('problem' in checked) {
      if (problems.length < mostProblems) problems.push(checked.problem);
    } else {
      if (checked.at < lastAt) problems.push(backInTime(row.seq));
      if (firstAt < 0) firstAt = checked.at;
      lastAt = checked.at;
    }
    tree.push(row.leaf);
    if (wanted.has(next)) {
      const claimed = wanted.get(next);
      sizes.push({
        size: next,
        subtrees: alone(tree.bytes()),
        ...(claimed === undefined ? {} : { claimed: alone(claimed) }),
      });
    }
  }
  if (next < task.to) {
    problems.push(missing(next, task.to - 1));
    return { problems, sizes, firstAt, lastAt };
  }
  return { problems, sizes, firstAt, lastAt, end: alone(tree.bytes()) };
}

/** In memory of their own: what is sent from thread to thread is sent with all of the memory that it lies in. */
function alone(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

interface Row {
  readonly seq: number;
  /** 0x00 and the text, as it is hashed. Never decoded first: bytes that are not UTF-8 would read like others. */
  readonly bytes: Uint8Array;
  readonly leaf: Uint8Array;
}

function rowsOf(db: DatabaseSync, from: number, to: number): Iterable<Row> {
  const rows = db.prepare(
    "SELECT seq, CAST(x'00' || CAST(text AS BLOB) AS BLOB) AS bytes, leaf FROM record WHERE seq >= ? AND seq < ? ORDER BY seq",
  );
  return rows.iterate(from, to) as Iterable<unknown> as Iterable<Row>;
}

function checkRow({ seq, bytes, leaf }: Row): { readonly at: number } | { readonly problem: Problem } {
  if (hash('sha256', bytes, 'binary') !== latin1Of(leaf)) {
    return {
      problem: { code: 'record/changed', record: seq, message: `record ${seq} does not have the hash that it had` },
    };
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.length - 1);
  const read = isUtf8(text) ? checkRecord(text.toString(), seq) : undefined;
  if (read?.kind === 'record') return { at: read.event.at };
  const message = `record ${seq} ${read === undefined ? 'is not UTF-8' : read.problem}`;
  return { problem: { code: 'record/form', record: seq, message } };
}

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

function missing(first: number, last: number): Problem {
  const message = first === last ? `record ${first} is missing` : `records ${first} to ${last} are missing`;
  return { code: 'record/missing', record: first, last, message };
}

export function backInTime(seq: number): Problem {
  return { code: 'record/time', record: seq, message: `record ${seq} is older than the record before it` };
}

function readCheckpoints(db: DatabaseSync, task: ChunkTask): { roots: Map<number, Uint8Array>; problems: Problem[] } {
  const verifiers: Verifier[] = task.verifierKeys.flatMap((key) => parseVerifierKey(key) ?? []);
  const roots = new Map<number, Uint8Array>();
  const problems: Problem[] = [];
  const rows = db.prepare('SELECT size, note FROM checkpoint WHERE size > ? AND size <= ? ORDER BY size');
  for (const row of rows.all(task.from, task.to)) {
    const size = Number(row.size);
    const opened = openCheckpoint(String(row.note), task.origin, verifiers);
    if (opened.kind === 'checkpoint' && opened.checkpoint.size === size) roots.set(size, opened.checkpoint.root);
    else {
      const why = opened.kind === 'bad' ? opened.problem : `is of ${opened.checkpoint.size} records`;
      problems.push({ code: 'checkpoint/bad', record: size - 1, message: `the checkpoint of ${size} records ${why}` });
    }
  }
  return { roots, problems };
}
