import type { Refuse } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse, refuseUnreadable } from '../context.ts';
import { grantKey } from '../key.ts';
import type { Decision } from '../ledger.ts';
import { approvalRow, readRow, unreadable } from '../row.ts';
import { refuseAgent } from './actor.ts';

/** No, for every session: what was granted under the id before ends with it. */
export function denyApproval(context: Context, command: Refuse): Decision {
  return answer(context, command, 'denied', () => true);
}

/** Takes a grant back. The question may be asked again. */
export function revokeApproval(context: Context, command: Refuse): Decision {
  const { view } = context;
  return answer(context, command, 'revoked', () => view.list('grants', grantKey.prefix(command.id)).length > 0);
}

function answer({ view }: Context, command: Refuse, status: 'denied' | 'revoked', isPossible: () => boolean): Decision {
  const { id } = command;
  const refusal = refuseAgent(command, 'answer an approval');
  if (refusal !== undefined) return refusal;
  const row = readRow(view, 'approvals', id, approvalRow);
  if (row === unreadable) return refuseUnreadable(`approval \`${id}\``);
  if (row === undefined) {
    return refuse(
      'approval/missing',
      `there is no approval \`${id}\``,
      'run `skillc approvals` to see those there are',
    );
  }
  if (row.status === status) return allow([], { id, status, event: row.event });
  if (!isPossible()) {
    return refuse('approval/not-granted', `approval \`${id}\` is not granted`, `use \`skillc deny ${id}\` to say no`);
  }
  const via = command.via === undefined ? {} : { via: command.via };
  const data = { approval: id, digest: row.digest, skill: row.skill, reason: command.reason ?? null, ...via };
  const event = eventBy(command, status === 'denied' ? 'approval-denied' : 'approval-revoked', data, [row.event]);
  return allow([event], { id, status, event: eventId(view, 0) });
}
