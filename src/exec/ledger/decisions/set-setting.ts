import type { SetSetting } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse } from '../context.ts';
import { ownedKey } from '../key.ts';
import type { Decision } from '../ledger.ts';
import { refuseAllButPeople } from './actor.ts';

/** Sets, or without a value takes away. Settings choose hosts: never an agent's. */
export function setSetting({ view }: Context, command: SetSetting): Decision {
  const refusal = refuseAllButPeople(command, 'change a setting');
  if (refusal !== undefined) return refusal;
  const { name, skill = null, value = null } = command;
  if (value === null && view.get('settings', ownedKey(name, command.skill)) === undefined) {
    const whose = command.skill === undefined ? '' : ` for \`${command.skill}\``;
    return refuse(
      'setting/unknown',
      `there is no setting \`${name}\`${whose}`,
      'run `skillc setting list` to see those there are',
    );
  }
  const event = eventBy(command, 'setting-set', { name, skill, value });
  return allow([event], { name, skill, value, event: eventId(view, 0) });
}
