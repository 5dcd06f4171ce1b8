import type { ChainEvent } from '../host/index.ts';
import { visible } from '../index.ts';
import type { Look } from './approval-text.ts';

/** One event on one line, on a terminal with the time of the day and two lines where one does not hold it: `evt_7  2026-01-31T12:00:00.000Z  call-done  skillc  weather.today`. */
export function eventText({ id, at, kind, actor, session, capability, data }: ChainEvent, look: Look): string {
  const { paint, width } = look;
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
  const isTerminal = Number.isFinite(width);
  const time = isTerminal ? clock(at) : new Date(at).toISOString();
  const head = [paint.dim(id.padEnd(7)), time, paint.bold(kind.padEnd(18)), `by ${who}`];
  const long = 7 + time.length + Math.max(18, kind.length) + 3 + who.length + about.join('  ').length + 8;
  if (!isTerminal || long <= width || about.length === 0) return [...head, ...about].join('  ');
  return `${head.join('  ')}\n${' '.repeat(9)}${paint.dim(about.join('  '))}`;
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
