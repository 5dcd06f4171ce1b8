import type { Warn } from '../command.ts';
import { allow, type Context, eventBy, eventId } from '../context.ts';
import type { Decision } from '../ledger.ts';

export function warn({ view }: Context, command: Warn): Decision {
  const about = command.capability === undefined ? {} : { capability: command.capability };
  return allow([eventBy(command, 'warning', command.data, [], about)], { event: eventId(view, 0) });
}
