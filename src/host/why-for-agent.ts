import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Host } from './open-host.ts';
import { type Why, whyOf } from './why.ts';

/**
 * As much of the way back as a session may know: what it did itself, and of the others that somebody loaded, asked or answered, not
 * who or in which session. Undefined for what another session did, as for what is not there.
 */
export async function whyForAgent(host: Host, id: string, session: string): Promise<Why | undefined> {
  const why = await whyOf(host, id);
  const [start] = why?.events ?? [];
  if (why === undefined || start === undefined) return undefined;
  if (start.session !== session && !about.has(start.kind)) return undefined;
  return { ...why, events: why.events.map((event) => (event.session === session ? event : withoutSession(event))) };
}

/** What is said of a skill or a question, and not of one session's work. */
const about: ReadonlySet<string> = new Set(['skill-loaded', 'approval-granted', 'approval-denied', 'approval-revoked']);

function withoutSession(event: ChainEvent): ChainEvent {
  const { session: _session, process: _process, call: _call, parameters: _parameters, ...data } = event.data;
  return { ...event, session: 'another', data };
}
