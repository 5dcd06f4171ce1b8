import type { ChainEvent } from '../exec/ledger/event.ts';
import { type Paint, visible } from '../index.ts';

/** One event on one line: `evt_7  2026-01-31T12:00:00.000Z  call-done  skillc  weather.today`. */
export function eventText({ id, at, kind, actor, session, capability, data }: ChainEvent, paint: Paint): string {
  const about = [
    capability,
    data.call,
    data.approval,
    capability === undefined ? data.skill : undefined,
    data.name,
    data.scope,
  ]
    .filter((one) => typeof one === 'string')
    .map((one) => visible(String(one)));
  const who = session === 'default' ? actor : `${actor} in ${visible(session)}`;
  return [paint.dim(id.padEnd(7)), new Date(at).toISOString(), paint.bold(kind.padEnd(18)), `by ${who}`, ...about].join(
    '  ',
  );
}
