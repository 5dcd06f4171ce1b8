import { type Host, logSize, whyExcerpt, whyOf } from '../host/index.ts';
import type { ChainPath, EventPage } from './api.ts';
import { shown } from './shown.ts';

const mostEvents = 500;

export interface Wanted {
  readonly from: number | undefined;
  readonly before: number | undefined;
  readonly limit: number | undefined;
}

/** A page of the log, forwards from a number or backwards from one. */
export async function eventPage(host: Host, { from, before, limit = 100 }: Wanted): Promise<EventPage> {
  const size = await logSize(host.ledger);
  const count = Math.max(1, Math.min(mostEvents, limit));
  if (from !== undefined) {
    const events = await host.ledger.events(from, count);
    const next = from + events.length;
    return shown({ events, size, next: next < size ? next : null });
  }
  const end = Math.min(before ?? size, size);
  const start = Math.max(0, end - count);
  const events = end === 0 ? [] : await host.ledger.events(start, end - start);
  return shown({ events: events.toReversed(), size, next: start === 0 ? null : start });
}

/** Undefined where the log knows nothing of the id. */
export async function chainPath(host: Host, id: string): Promise<ChainPath | undefined> {
  const why = await whyOf(host, id);
  if (why === undefined) return undefined;
  const { outcome, capability, decision, approval, skill, events } = why;
  const known = new Set(events.map((event) => event.id));
  const edges = events.flatMap((event) =>
    event.parents.filter((parent) => known.has(parent)).map((parent) => ({ from: parent, to: event.id })),
  );
  const source =
    skill === null ? null : { ...skill, place: skill.place, excerpt: (await whyExcerpt(host, why)) ?? null };
  return shown({ id, outcome, capability, decision, approval, skill: source, events, edges });
}
