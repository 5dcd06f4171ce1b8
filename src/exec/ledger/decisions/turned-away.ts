import type { Turned } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse } from '../context.ts';
import { turnedRateKey } from '../key.ts';
import type { Decision } from '../ledger.ts';
import { isTooMany } from '../rate.ts';
import { approvalRow, readRow, unreadable } from '../row.ts';
import type { StateView } from '../state.ts';
import { isIntended } from './intended.ts';

/**
 * Records a call that never began. Past a hundred of one kind within a minute the answer is `recorded: false`: the caller counts
 * on and hands in the number later, as one event (`turned-counter.ts`). A count is always taken, so none is lost.
 */
export function turnedAway({ view, now }: Context, command: Turned): Decision {
  const { call, how, capability, skill, count, approval } = command;
  if (count === undefined && isIntended(view, call))
    return refuse('call/duplicate', `call \`${call}\` has been admitted before`);
  if (count === undefined && isTooMany(view, turnedRateKey(how, capability, skill), now)) {
    return allow([], { call, recorded: false, event: null });
  }
  const { wall, monotonic, boot } = now.moment;
  const data = {
    call: count === undefined ? call : null,
    ...(count === undefined && approval !== undefined ? { approval } : {}),
    skill: skill ?? null,
    count: count ?? 1,
    clock: { wall, monotonic, boot },
  };
  const event = eventBy(command, `call-${how}`, data, count === undefined ? answerOf(view, approval) : [], {
    capability,
    ...(command.derivedFrom === undefined ? {} : { derived_from: command.derivedFrom }),
    decision: command.decision,
  });
  return allow([event], { call, recorded: true, event: eventId(view, 0) });
}

/** What was last said about the approval is why the call went no further: the question, or the answer to it. */
function answerOf(view: StateView, approval: string | undefined): readonly string[] {
  const row = approval === undefined ? undefined : readRow(view, 'approvals', approval, approvalRow);
  return row === undefined || row === unreadable ? [] : [row.event];
}
