import { Buffer } from 'node:buffer';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChainEvent, LoggedEvent, NewEvent } from '../exec/ledger/event.ts';
import { Frontier, hashOf, leafOf, leafPrefix, rootOf } from './chain/merkle.ts';
import { eventProblem, readRecord, recordText } from './chain/record.ts';
import { resetRemedy, StoreFault } from './fault.ts';

export interface Head {
  readonly log: string;
  readonly size: number;
  readonly frontier: Uint8Array;
  readonly at: number;
}

/** Trees of checkpoints are kept for this many records before the last one; more than the tail that is checked. */
const keptRecords = 512;

/** Records, head and checkpoints of an open database. Transactions are the caller's. */
export class Log {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #setHead: StatementSync;
  readonly #head: StatementSync;
  readonly #signed: StatementSync;
  readonly #checkpoint: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insert = db.prepare('INSERT INTO record VALUES (?, ?, ?)');
    this.#head = db.prepare('SELECT log, size, frontier, at FROM head');
    this.#setHead = db.prepare('INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?, ?)');
    this.#signed = db.prepare('SELECT max(size) AS size FROM checkpoint');
    this.#checkpoint = db.prepare('SELECT note FROM checkpoint WHERE size = ?');
  }

  head(): Head | undefined {
    return this.#head.get() as Head | undefined;
  }

  requireHead(): Head {
    const head = this.head();
    if (head === undefined) throw new StoreFault('log/missing', 'the log has no head', resetRemedy);
    return head;
  }

  /** One more than the sequence number of the last record. */
  nextSeq(): number {
    const row = this.#db.prepare('SELECT max(seq) AS last FROM record').get();
    return row?.last === null ? 0 : Number(row?.last) + 1;
  }

  append(log: string, drafts: readonly Draft[], tree: Frontier, at: number): void {
    for (const draft of drafts) this.#insert.run(draft.event.seq, draft.text, draft.leaf);
    this.#setHead.run(log, tree.size, tree.bytes(), at);
  }

  /** Size of the last checkpoint. */
  signedSize(): number {
    return Number((this.#signed.get() as { readonly size: number | null }).size ?? 0);
  }

  /** The tree of the last ones is kept, so that the end of the log can be checked without its beginning. */
  addCheckpoint(size: number, note: string, tree: Frontier): void {
    this.#db.prepare('INSERT OR IGNORE INTO checkpoint VALUES (?, ?, 0)').run(size, note);
    this.#db.prepare('INSERT OR REPLACE INTO frontier VALUES (?, ?)').run(size, tree.bytes());
    const oldest = this.frontierBefore(size - keptRecords);
    if (oldest !== undefined) this.#db.prepare('DELETE FROM frontier WHERE size < ?').run(oldest.size);
  }

  /** The tree at the last checkpoint of at most `size` records that one is kept of. */
  frontierBefore(size: number): Frontier | undefined {
    const rows = this.#db.prepare('SELECT size, subtrees FROM frontier WHERE size <= ? ORDER BY size DESC LIMIT 1');
    const row = rows.get(size);
    if (row === undefined) return undefined;
    try {
      return Frontier.fromBytes(Number(row.size), row.subtrees as Uint8Array);
    } catch {
      return undefined;
    }
  }

  /** Size of the last checkpoint of at most `size` records. */
  signedBefore(size: number): number {
    const row = this.#db.prepare('SELECT max(size) AS size FROM checkpoint WHERE size <= ?').get(size);
    return Number(row?.size ?? 0);
  }

  checkpointAt(size: number): string | undefined {
    return (this.#checkpoint.get(size) as { readonly note: string } | undefined)?.note;
  }

  /** The size of a note that is one of the checkpoints. */
  sizeOfCheckpoint(note: string): number | undefined {
    const size = Number(note.split('\n', 2)[1]);
    return Number.isSafeInteger(size) && this.checkpointAt(size) === note ? size : undefined;
  }

  markAnchored(size: number): void {
    this.#db.prepare('UPDATE checkpoint SET anchored = 1 WHERE size <= ? AND anchored = 0').run(size);
  }

  /** Size of the last checkpoint that is known to be in the second place. */
  anchoredSize(): number {
    const row = this.#db.prepare('SELECT max(size) AS size FROM checkpoint WHERE anchored = 1').get();
    return Number(row?.size ?? 0);
  }

  /** The root of the first `size` records, from their leaves. */
  rootAt(size: number): Buffer {
    const tree = this.treeAt(size);
    return tree.size === size ? tree.root() : rootOf([]);
  }

  /** From their leaves; smaller where some are missing. */
  treeAt(size: number): Frontier {
    const tree = new Frontier();
    for (const row of this.#db.prepare('SELECT leaf FROM record WHERE seq < ? ORDER BY seq').iterate(size)) {
      tree.push(row.leaf as Uint8Array);
    }
    return tree;
  }

  texts(from: number, most: number): readonly RecordRow[] {
    const rows = this.#db
      .prepare('SELECT seq, text, leaf FROM record WHERE seq >= ? ORDER BY seq LIMIT ?')
      .all(from, most);
    return rows as unknown as RecordRow[];
  }
}

export interface RecordRow {
  readonly seq: number;
  readonly text: string;
  readonly leaf: Uint8Array;
}

/** The event of a record; what is shown has the hash that it shows. */
export function eventOf({ seq, text, leaf }: RecordRow): ChainEvent {
  const read = readRecord(text, seq, Buffer.from(leaf).toString('hex'));
  const problem = read.kind === 'bad' ? read.problem : leafOf(text).equals(leaf) ? undefined : 'does not have its hash';
  if (read.kind === 'record' && problem === undefined) return read.event;
  throw new StoreFault('log/changed', `record ${seq} ${problem}`, 'skillc log verify');
}

/** A record that is not yet written. */
export interface Draft {
  readonly event: LoggedEvent;
  readonly text: string;
  readonly leaf: Buffer;
}

/** What an event becomes at its place in the log. */
export function draftOf(event: NewEvent, seq: number, at: number): Draft {
  const problem = eventProblem(event, seq);
  if (problem !== undefined) throw new StoreFault('log/bad-event', problem);
  // In one piece with what is hashed: the text is put together once for both.
  const whole = leafPrefix + recordText(event, seq, at);
  return { text: whole.slice(leafPrefix.length), leaf: hashOf(whole), event: { ...event, seq, id: `evt_${seq}`, at } };
}
