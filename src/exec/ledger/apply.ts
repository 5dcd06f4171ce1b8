import type { EventKind, LoggedEvent } from './event.ts';
import { approvalDenied, approvalGranted, approvalRequested, approvalRevoked } from './folds/approval.ts';
import { budgetSet, budgetWarning } from './folds/budget.ts';
import { callEnded, callIntent, callTurnedAway } from './folds/call.ts';
import { logStarted, secretBound, secretRemoved, secretStored, settingSet } from './folds/host.ts';
import { skillLoaded, skillPaused, skillUnloaded } from './folds/skill.ts';
import type { StateWriter } from './state.ts';

const folds: { readonly [K in EventKind]: (writer: StateWriter, event: LoggedEvent) => void } = {
  'log-started': logStarted,
  'skill-loaded': skillLoaded,
  'skill-unloaded': skillUnloaded,
  'skill-paused': skillPaused,
  'approval-requested': approvalRequested,
  'approval-granted': approvalGranted,
  'approval-denied': approvalDenied,
  'approval-revoked': approvalRevoked,
  'call-intent': callIntent,
  'call-done': callEnded,
  'call-failed': callEnded,
  'call-unknown': callEnded,
  'call-denied': callTurnedAway,
  'call-waiting': callTurnedAway,
  'call-over-budget': callTurnedAway,
  'budget-set': budgetSet,
  'budget-warning': budgetWarning,
  'secret-stored': secretStored,
  'secret-removed': secretRemoved,
  'secret-bound': secretBound,
  'setting-set': settingSet,
  warning: () => {},
};

/**
 * Folds one event into the state. It decides nothing: the events are those that `decide` made, in the order of the log. It throws
 * only where the state is damaged; then the store takes the transaction back.
 */
export function apply(writer: StateWriter, event: LoggedEvent): void {
  folds[event.kind](writer, event);
}
