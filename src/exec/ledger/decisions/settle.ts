import { type Amounts, dimensions } from '../budget.ts';
import type { Settle } from '../command.ts';
import { allow, type Context, eventByRule, eventId, refuse, refuseUnreadable } from '../context.ts';
import type { Decision } from '../ledger.ts';
import { amountsBy, unlimited } from '../limits.ts';
import { openCallRow, readRow, unreadable } from '../row.ts';
import { budgetWarnings, endEvent } from './end-call.ts';

/** Ends exactly one open intent. What is not known counts at what was reserved. */
export function settle(context: Context, command: Settle): Decision {
  const { view } = context;
  const { call, outcome } = command;
  const open = readRow(view, 'open-calls', call, openCallRow);
  if (open === unreadable) return refuseUnreadable(`the open call \`${call}\``);
  if (open === undefined) return refuse('call/not-open', `call \`${call}\` is not open: it never began or has ended`);
  const used = outcome === 'unknown' ? open.reserved : counted(command.used, open.reserved);
  const end = { call, open, outcome, used, details: command.data };
  const cause = eventId(view, 0);
  const over = dimensions.filter((dimension) => used[dimension] > open.reserved[dimension]);
  const data = { call, reason: 'more was used than reserved', dimensions: over, used };
  const events = [
    endEvent(command, end),
    ...(over.length === 0 ? [] : [eventByRule(command, 'warning', data, [cause])]),
    ...budgetWarnings(context, command, [end], cause),
  ];
  return allow(events, { call, outcome, event: cause, used, over: [...over] });
}

/** Whole and not negative; a figure that is no number is not known. */
function counted(used: { readonly [K in keyof Amounts]: number | null }, reserved: Amounts): Amounts {
  return amountsBy((dimension) => {
    const figure = used[dimension];
    return figure === null ? reserved[dimension] : Math.min(unlimited, Math.max(0, Math.ceil(figure))) + 0;
  });
}
