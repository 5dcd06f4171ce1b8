import type { Recover } from '../command.ts';
import { allow, type Context, eventId } from '../context.ts';
import type { Decision } from '../ledger.ts';
import { openCallRow, readRow, unreadable } from '../row.ts';
import { budgetWarnings, type End, endEvent } from './end-call.ts';

/** Whether the effect happened cannot be known: each counts at its reservation, and nothing is tried again. */
export function recover(context: Context, command: Recover): Decision {
  const { view } = context;
  const ends: End[] = [];
  const notOpen: string[] = [];
  const damaged: string[] = [];
  for (const call of new Set(command.gone)) {
    const open = readRow(view, 'open-calls', call, openCallRow);
    if (open === undefined) notOpen.push(call);
    else if (open === unreadable) damaged.push(call);
    else {
      const details = { reason: 'the process that ran it is gone' };
      ends.push({ call, open, outcome: 'unknown', used: open.reserved, details });
    }
  }
  const events = ends.map((end) => endEvent(command, end));
  const warnings = budgetWarnings(context, command, ends, eventId(view, 0));
  return allow([...events, ...warnings], { ended: ends.map(({ call }) => call), not_open: notOpen, damaged });
}
