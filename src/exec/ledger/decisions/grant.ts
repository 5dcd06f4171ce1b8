import type { Grant } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse, refuseUnreadable } from '../context.ts';
import type { Decision } from '../ledger.ts';
import { stampOf } from '../rate.ts';
import { type ApprovalRow, approvalRow, readRow, unreadable } from '../row.ts';
import { refuseAllButPeople } from './actor.ts';
import { knownSkill } from './known-skill.ts';
import { meantBy } from './meant-by.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long a grant lives where nobody says otherwise. */
export const lives = { once: 15 * minute, session: 12 * 60 * minute, always: 90 * day } as const;

/** No grant is for ever, whatever is asked for. */
export const longestLife = 366 * day;

/**
 * A person's answer. It stands whatever was answered before: after a denial too, since only a new command by a person, and
 * nothing that an agent can do, makes one.
 */
export function grant(context: Context, command: Grant): Decision {
  const { id, scope } = command;
  const refusal = refuseAllButPeople(command, 'grant an approval');
  if (refusal !== undefined) return refusal;
  const row = readRow(context.view, 'approvals', id, approvalRow);
  if (row === unreadable) return refuseUnreadable(`approval \`${id}\``);
  if (row === undefined) {
    return refuse(
      'approval/missing',
      `there is no approval \`${id}\``,
      'run `skillc approvals` to see those that wait',
    );
  }
  const life = command.life ?? lives[scope];
  if (life > longestLife)
    return refuse('approval/too-long', 'a grant lives for 366 days at most', 'grant it for a shorter time');
  if (row.status === 'ended') return refuseEnded(id);
  const known = knownSkill(context, {
    ...(row.skill === null ? {} : { skill: row.skill }),
    ...(row.skillDigest === null ? {} : { skillDigest: row.skillDigest }),
  });
  if (known.kind === 'refused') return known.refusal;
  const meant = meantBy(command, row);
  if (meant.kind === 'refused') return meant.refusal;
  return granted(context, command, row, { life, session: meant.session, parameters: meant.parameters });
}

function refuseEnded(id: string): Decision {
  return refuse('approval/ended', `approval \`${id}\` ended with the skill it was for`, 'load the skill and ask again');
}

interface Bound {
  readonly life: number;
  readonly session: string | null;
  readonly parameters: string | null;
}

function granted({ view, now }: Context, command: Grant, row: ApprovalRow, bound: Bound): Decision {
  const { at, ...clock } = stampOf({ at: now.at, ...now.moment });
  const { life, session, parameters } = bound;
  const data = {
    approval: command.id,
    digest: row.digest,
    skill: row.skill,
    skill_digest: row.skillDigest,
    scope: command.scope,
    session,
    parameters,
    life,
    clock,
    ...(command.via === undefined ? {} : { via: command.via }),
  };
  const event = eventBy(command, 'approval-granted', data, [row.event]);
  return allow([event], {
    id: command.id,
    status: 'granted',
    scope: command.scope,
    session,
    parameters,
    expires_at: at + life,
    event: eventId(view, 0),
  });
}
