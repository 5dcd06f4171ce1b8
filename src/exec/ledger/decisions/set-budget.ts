import { dimensions } from '../budget.ts';
import type { SetBudget } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse, refuseUnreadable } from '../context.ts';
import type { Decision } from '../ledger.ts';
import { readBudget } from '../limits.ts';
import { unreadable } from '../row.ts';
import { refuseAllButPeople } from './actor.ts';

/** Lowering is anyone's, even under what is used: then nothing more is admitted. Raising is a person's. */
export function setBudget({ view }: Context, command: SetBudget): Decision {
  const { scope, limits } = command;
  const budget = readBudget(view, scope);
  if (budget === unreadable) return refuseUnreadable(`the budget of \`${scope}\``);
  const set = dimensions.filter((dimension) => limits[dimension] !== undefined);
  if (set.length === 0) return refuse('command/malformed', 'no limit is named', `name one of ${dimensions.join(', ')}`);
  const raises = set.some((dimension) => (limits[dimension] ?? 0) > budget.limits[dimension]);
  const refusal = raises ? refuseAllButPeople(command, 'raise a budget') : undefined;
  if (refusal !== undefined) return refusal;
  const values = Object.fromEntries(set.map((dimension) => [dimension, limits[dimension] ?? 0]));
  const before = Object.fromEntries(set.map((dimension) => [dimension, budget.limits[dimension]]));
  const event = eventBy(command, 'budget-set', { scope, limits: values, before });
  return allow([event], { scope, limits: values, event: eventId(view, 0) });
}
