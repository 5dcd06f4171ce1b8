import type { ChainEvent } from '../../api.ts';
import { addressOf } from '../state/route.ts';
import { clock, day } from '../state/words.ts';

export function Timeline({ events, current }: { readonly events: readonly ChainEvent[]; readonly current?: string }) {
  return (
    <ol class="timeline">
      {events.map((event) => (
        <li
          key={event.id}
          data-kind={event.kind}
          {...(event.id === current ? { 'aria-current': 'true' as const } : {})}
        >
          <time dateTime={new Date(event.at).toISOString()} title={day(event.at)}>
            {clock(event.at)}
          </time>
          <div>
            <a href={addressOf('chain', event.id)}>{event.kind}</a>
            <span class="facts">
              {event.capability !== undefined && <code>{event.capability}</code>}
              <span>{event.actor}</span>
              <span>{event.session}</span>
              <span class="seq">#{event.seq}</span>
            </span>
            <Facts event={event} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What happened outside, as the provider told it: `GET https://… 200`. */
function Facts({ event }: { readonly event: ChainEvent }) {
  const requests = requestsOf(event);
  if (requests.length === 0) return null;
  return (
    <ul class="requests">
      {requests.map((words) => (
        <li key={words}>
          <code>{words}</code>
        </li>
      ))}
    </ul>
  );
}

interface Hop {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly status?: number;
}

interface Details {
  /** Of an intent: what was allowed. */
  readonly effects?: readonly ({ readonly kind: string } & Hop)[];
  /** Of an outcome: what was sent, and what came back. */
  readonly steps?: readonly { readonly facts?: { readonly http?: { readonly hops?: readonly Hop[] } } }[];
}

function requestsOf({ data }: ChainEvent): readonly string[] {
  const { details } = data as { readonly details?: Details };
  const planned = (details?.effects ?? []).filter(({ kind }) => kind === 'network');
  const sent = (details?.steps ?? []).flatMap(({ facts }) => facts?.http?.hops ?? []);
  return [...planned, ...sent].map(
    ({ method, origin, path, status }) => `${method} ${origin}${path}${status === undefined ? '' : ` → ${status}`}`,
  );
}
