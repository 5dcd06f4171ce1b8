import { approvalsOf } from '../approvals-of.ts';
import type { UnloadSkill } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse } from '../context.ts';
import type { Decision } from '../ledger.ts';
import { readRow, skillRow, unreadable } from '../row.ts';
import { refuseAgent } from './actor.ts';

/** A skill whose row is damaged can still be unloaded: that only takes away. */
export function unloadSkill({ view }: Context, command: UnloadSkill): Decision {
  const { skill } = command;
  const refusal = refuseAgent(command, 'unload a skill');
  if (refusal !== undefined) return refusal;
  const row = readRow(view, 'skills', skill, skillRow);
  if (row === undefined) {
    return refuse('skill/unknown', `skill \`${skill}\` is not loaded`, 'run `skillc skills` to see which are');
  }
  const ended = approvalsOf(view, skill);
  const digest = row === unreadable ? null : row.digest;
  const causes = row === unreadable ? [] : [row.event];
  const event = eventBy(command, 'skill-unloaded', { skill, digest, ended }, causes);
  return allow([event], { skill, event: eventId(view, 0), ended });
}
