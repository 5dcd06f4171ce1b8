import type { KeepSecret } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse } from '../context.ts';
import { bindingKey, ownedKey } from '../key.ts';
import type { Decision } from '../ledger.ts';
import { refuseAgent } from './actor.ts';

/** That a value is kept, never the value. `skillc` itself may: a credential that came in an answer goes to the broker. */
export function storeSecret({ view }: Context, command: KeepSecret): Decision {
  const refusal = refuseAgent(command, 'store a secret');
  if (refusal !== undefined) return refusal;
  const { name, skill = null, origin = null, slot = null } = command;
  const event = eventBy(command, 'secret-stored', { name, skill, origin, slot });
  return allow([event], { name, skill, event: eventId(view, 0) });
}

/** Its bindings go with it: another value under the name must be bound anew. */
export function removeSecret({ view }: Context, command: KeepSecret): Decision {
  const refusal = refuseAgent(command, 'remove a secret');
  if (refusal !== undefined) return refusal;
  const { name, skill = null } = command;
  if (view.get('secrets', ownedKey(name, command.skill)) === undefined) {
    return refuse(
      'secret/unknown',
      `there is no secret \`${name}\``,
      'run `skillc secret list` to see those there are',
    );
  }
  const event = eventBy(command, 'secret-removed', { name, skill });
  return allow([event], { name, skill, event: eventId(view, 0) });
}

/** Binding what is bound already is no event. */
export function bindSecret({ view }: Context, command: KeepSecret): Decision {
  const refusal = refuseAgent(command, 'bind a secret');
  if (refusal !== undefined) return refusal;
  const { name, skill = null, origin, slot } = command;
  if (origin === undefined || slot === undefined) {
    return refuse('command/malformed', 'a secret is bound to an origin and a slot', 'name both');
  }
  const bound = view.get('bindings', bindingKey(name, command.skill, origin, slot));
  const value = { name, skill, origin, slot };
  if (bound !== undefined) return allow([], { ...value, changed: false });
  return allow([eventBy(command, 'secret-bound', value)], { ...value, changed: true });
}
