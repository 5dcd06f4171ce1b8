import type { ChainEvent, LoggedEvent, NewEvent } from '../../exec/ledger/event.ts';
import { eventKinds } from '../../exec/ledger/event.ts';
import { canonicalObject, canonicalString, canonicalText } from './canonical.ts';

const kinds: ReadonlySet<string> = new Set(eventKinds);

/**
 * The canonical text of an event, written member by member in the order that sorting would give: sorting keys is most of the cost of
 * canonical JSON.
 */
export function recordText(event: NewEvent, seq: number, at: number): string {
  return (
    `{"actor":${canonicalString(event.actor)},"at":${canonicalText(at)}` +
    member('capability', event.capability) +
    `,"data":${canonicalObject(event.data)}` +
    member('decision', event.decision) +
    member('delegated_to', event.delegated_to) +
    member('derived_from', event.derived_from) +
    `,"id":"evt_${seq}","kind":${canonicalString(event.kind)},"parents":${canonicalText(event.parents)}` +
    member('resources', event.resources) +
    `,"seq":${canonicalText(seq)},"session":${canonicalString(event.session)}}`
  );
}

function member(name: string, value: unknown): string {
  return value === undefined ? '' : `,"${name}":${canonicalText(value)}`;
}

/** Which earlier record an id names; undefined for what is no id of one. */
export function seqOfId(id: unknown, before: number): number | undefined {
  if (typeof id !== 'string') return undefined;
  const seq = Number(id.slice('evt_'.length));
  return Number.isSafeInteger(seq) && seq >= 0 && seq < before && `evt_${seq}` === id ? seq : undefined;
}

/** Why an event may not be appended at this place, if so. */
export function eventProblem(event: NewEvent, seq: number): string | undefined {
  if (!kinds.has(event.kind)) return `unknown kind \`${event.kind}\``;
  const orphan = event.parents.find((id) => seqOfId(id, seq) === undefined);
  return orphan === undefined ? undefined : `parent \`${orphan}\` is no earlier event`;
}

interface BadRecord {
  readonly kind: 'bad';
  readonly problem: string;
}

export type ReadRecord = { readonly kind: 'record'; readonly event: ChainEvent } | BadRecord;
export type CheckedRecord = { readonly kind: 'record'; readonly event: LoggedEvent } | BadRecord;

/** Reads the text of the record at `seq`; `leaf` in hex becomes the event's hash. */
export function readRecord(text: string, seq: number, leaf: string): ReadRecord {
  const read = checkRecord(text, seq);
  return read.kind === 'bad' ? read : { kind: 'record', event: { ...read.event, hash: `sha256:${leaf}` } };
}

/** The same without the hash, which is most of the copying where a million are read. */
export function checkRecord(text: string, seq: number): CheckedRecord {
  let event: ChainEvent;
  try {
    event = JSON.parse(text) as ChainEvent;
  } catch {
    return bad('is no JSON');
  }
  const problem = shapeProblem(event, seq) ?? formProblem(event, text, seq);
  return problem === undefined ? { kind: 'record', event } : bad(problem);
}

function shapeProblem(event: ChainEvent, seq: number): string | undefined {
  if (!isObject(event)) return 'is no object';
  if (event.seq !== seq) return `says that it is record ${String(event.seq)}`;
  if (event.id !== `evt_${seq}`) return `has the id \`${String(event.id)}\``;
  if (!Number.isSafeInteger(event.at) || event.at < 0) return 'has no time';
  if (typeof event.actor !== 'string' || typeof event.session !== 'string') return 'does not say whose it is';
  if (!Array.isArray(event.parents)) return 'has no parents';
  if (!isObject(event.data)) return 'has no data';
  return undefined;
}

/** What the writer would have written must be the same text: so it is canonical, and there is no member that no event has. */
function formProblem(event: ChainEvent, text: string, seq: number): string | undefined {
  const problem = eventProblem(event, seq);
  if (problem !== undefined) return `cannot be: ${problem}`;
  try {
    return recordText(event, seq, event.at) === text ? undefined : 'is not in canonical form';
  } catch {
    return 'is not in canonical form';
  }
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function bad(problem: string): BadRecord {
  return { kind: 'bad', problem };
}
