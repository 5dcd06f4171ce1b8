import type { Json } from '../../ir/json.ts';
import { visible } from '../../ir/visible.ts';
import type { Command } from './command.ts';
import type { ChainEvent, EventKind, NewEvent } from './event.ts';
import type { Decision } from './ledger.ts';
import type { StateView } from './state.ts';
import type { Now } from './time.ts';

/** What a decision may look at: the state, and one reading of the clocks. */
export interface Context {
  readonly view: StateView;
  readonly now: Now;
}

export type Refusal = Decision & { readonly reply: { readonly ok: false } };

/** No event, and why not. The message is for a person, names in it as they can be seen; the remedy says what one can do. */
export function refuse(code: string, message: string, remedy?: string): Refusal {
  const reply = { ok: false, code, message: visible(message) } as const;
  return { events: [], reply: remedy === undefined ? reply : { ...reply, remedy: visible(remedy) } };
}

/** Part of the state is damaged: it can be made again from the log. */
export function refuseUnreadable(what: string): Refusal {
  return refuse('state/unreadable', `${what} cannot be read`, 'run `skillc log rebuild`');
}

export function allow(events: readonly NewEvent[], value: { readonly [name: string]: Json }): Decision {
  return { events, reply: { ok: true, value } };
}

/** The id that the event at `place` of this decision gets. */
export function eventId(view: StateView, place: number): string {
  return `evt_${view.nextSeq + place}`;
}

type About = Partial<Pick<NewEvent, 'capability' | 'delegated_to' | 'derived_from' | 'resources' | 'decision'>>;

/** An event by whoever made the command; `causes` are parents that the ledger itself knows. */
export function eventBy(
  command: Command,
  kind: EventKind,
  data: NewEvent['data'],
  causes: readonly string[] = [],
  about: About = {},
): NewEvent {
  const parents = together(command.parents ?? [], causes);
  return { kind, session: command.session, actor: command.actor, parents, ...about, data };
}

/** Each once, in this order. */
function together(parents: readonly string[], causes: readonly string[]): readonly string[] {
  if (parents.length < 2 && causes.every((cause) => parents.includes(cause))) return parents;
  return [...new Set([...parents, ...causes])];
}

/** An event that follows from a rule of the ledger, whoever made the command. */
export function eventByRule(
  command: Command,
  kind: EventKind,
  data: NewEvent['data'],
  causes: readonly string[] = [],
): NewEvent {
  return { ...eventBy(command, kind, data, causes), actor: 'skillc' };
}

const eventForm = /^evt_(?:0|[1-9]\d{0,15})$/;

/** Parents exist and come before: the log has no gaps, so a smaller number is enough. */
export function isEarlier(view: StateView, id: ChainEvent['id']): boolean {
  return eventForm.test(id) && Number(id.slice(4)) < view.nextSeq;
}
