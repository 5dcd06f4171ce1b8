import type { Command } from '../command.ts';
import { type Refusal, refuse } from '../context.ts';

/** Verbs of the host: never an agent's, whatever way it came. */
export function refuseAgent(command: Command, what: string): Refusal | undefined {
  return command.actor === 'agent' ? notYours(command, what) : undefined;
}

/** What widens what may happen is answered by a person, or by what a person configured; not by the machine itself either. */
export function refuseAllButPeople(command: Command, what: string): Refusal | undefined {
  return command.actor === 'person' || command.actor === 'configuration' ? undefined : notYours(command, what);
}

function notYours({ actor }: Command, what: string): Refusal {
  const who = actor === 'agent' ? 'an agent' : 'skillc itself';
  return refuse('actor/not-allowed', `${who} may not ${what}`, 'a person does this at the command line');
}
