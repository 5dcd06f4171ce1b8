import type { Moment } from './ledger.ts';

/** What a grant keeps of the clocks when it is given. `at` is the time of its event. */
export interface Stamp {
  readonly at: number;
  readonly wall: number;
  readonly monotonic: number;
  readonly boot: string;
}

export interface Now {
  /** The later of the machine's clock and the last event: time never goes back. */
  readonly at: number;
  readonly moment: Moment;
}

/** The last millisecond that a date can say. */
const lastDate = 8.64e15;

/** Undefined where a clock says what no clock can: then nothing is decided. */
export function readNow(moment: Moment, lastAt: number): Now | undefined {
  if (!isTime(moment.wall) || !isTime(lastAt)) return undefined;
  if (!Number.isFinite(moment.monotonic) || typeof moment.boot !== 'string') return undefined;
  return { at: Math.max(moment.wall, lastAt), moment };
}

function isTime(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= lastDate;
}

/**
 * Whether a life that began at `stamp` is over. Every clock that can tell is asked and one suffices: no change of one of them
 * makes a life longer. `monotonic` tells only within one run of the machine, and only where it has not gone back.
 */
export function isOver(stamp: Stamp, life: number, now: Now): boolean {
  const ran = monotonicSince(stamp, now);
  return now.at - stamp.at >= life || now.moment.wall - stamp.wall >= life || (ran !== undefined && ran >= life);
}

/** Whether so much time has passed for sure: where two clocks can tell, both must say so. */
export function hasPassed(stamp: Stamp, span: number, now: Now): boolean {
  const ran = monotonicSince(stamp, now);
  return now.at - stamp.at >= span && (ran === undefined || ran >= span);
}

function monotonicSince(stamp: Stamp, { moment }: Now): number | undefined {
  const ran = moment.boot === stamp.boot ? moment.monotonic - stamp.monotonic : -1;
  return ran >= 0 ? ran : undefined;
}

/** In UTC every day is as long. */
export const dayMs = 86_400_000;

/** `2026-01-31`, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().split('T', 1)[0] ?? '';
}
