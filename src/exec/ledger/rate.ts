import { type RateRow, rateRow, readRow, unreadable } from './row.ts';
import type { StateView } from './state.ts';
import { hasPassed, type Now, type Stamp } from './time.ts';

export const minute = 60_000;

/** How many of one kind are recorded within a minute of the first of them. */
export const mostPerMinute = 100;

/** Whether one more would be too many. A row that cannot be read is as good as full. */
export function isTooMany(view: StateView, key: string, now: Now): boolean {
  const row = readRow(view, 'rates', key, rateRow);
  if (row === unreadable) return true;
  return row !== undefined && row.count >= mostPerMinute && !hasPassed(row, minute, now);
}

/** The row after one more at `stamp`: the minute starts again with the first one after it. */
export function counted(row: RateRow | undefined, stamp: Stamp): RateRow {
  const now: Now = { at: stamp.at, moment: stamp };
  if (row === undefined || hasPassed(row, minute, now)) return { ...stampOf(stamp), count: 1 };
  return { ...row, count: row.count + 1 };
}

export function stampOf({ at, wall, monotonic, boot }: Stamp): Stamp {
  return { at, wall, monotonic, boot };
}
