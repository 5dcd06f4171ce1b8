import type { DatabaseSync } from 'node:sqlite';
import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Json } from '../ir/json.ts';
import { readVerifiers, verifierLines } from './chain/keys.ts';
import { openReader } from './database.ts';
import { StoreFault } from './fault.ts';
import { type Home, openHome } from './home.ts';
import { eventOf, Log, type RecordRow } from './log.ts';

export interface ExportOptions {
  readonly home: string;
  readonly anchors?: string;
  /** What is left of an event whose content is taken out; undefined where it stays whole. */
  readonly redact?: (event: ChainEvent) => { readonly [name: string]: Json } | undefined;
}

/**
 * The log up to its last checkpoint as JSON Lines. A record without its content keeps its leaf, so that the rest can still be
 * verified against the checkpoint.
 */
export function* exportLog(options: ExportOptions): Generator<string> {
  const home = openHome(options.home, options.anchors);
  const db = openReader(home.database);
  try {
    db.exec('BEGIN');
    const log = new Log(db);
    const size = log.signedSize();
    yield headLine(home, log, size);
    for (const row of recordsOf(db, size)) yield recordLine(row, options.redact);
  } finally {
    db.close();
  }
}

function headLine(home: Home, log: Log, size: number): string {
  if (readVerifiers(home).length === 0)
    throw new StoreFault('log/key-missing', 'there is no key that counts', 'skillc log rotate-key');
  const checkpoint = log.checkpointAt(size);
  const name = log.requireHead().log;
  return line({ type: 'log', log: name, size, verifiers: verifierLines(home), checkpoint: checkpoint ?? null });
}

function recordsOf(db: DatabaseSync, size: number): Iterable<RecordRow> {
  const rows = db.prepare('SELECT seq, text, leaf FROM record WHERE seq < ? ORDER BY seq').iterate(size);
  return rows as Iterable<unknown> as Iterable<RecordRow>;
}

function recordLine(row: RecordRow, redact: ExportOptions['redact']): string {
  const event = eventOf(row);
  const kept = redact?.(event);
  if (kept === undefined) return line({ type: 'record', seq: row.seq, text: row.text });
  return line({ type: 'redacted', seq: row.seq, leaf: event.hash.slice('sha256:'.length), event: kept });
}

function line(value: Json): string {
  return `${JSON.stringify(value)}\n`;
}

/** Leaves out what may be about a person, and keeps what happened when, and by which decision. */
export function withoutContent(event: ChainEvent): { readonly [name: string]: Json } {
  const { kind, id, at, parents, capability } = event;
  return { kind, id, at, parents, ...(capability === undefined ? {} : { capability }) };
}
