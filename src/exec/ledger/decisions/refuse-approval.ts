import type { Refuse } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse, refuseUnreadable } from '../context.ts';
import { bindingKey, grantKey } from '../key.ts';
import type { Decision } from '../ledger.ts';
import { type ApprovalRow, approvalRow, readRow, unreadable } from '../row.ts';
import { refuseAgent } from './actor.ts';

type Unbound = { readonly [part in 'name' | 'skill' | 'origin' | 'slot']: string };

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
  const unbound = boundBy(view, row);
  const data = {
    approval: id,
    digest: row.digest,
    skill: row.skill,
    reason: command.reason ?? null,
    ...via,
    ...(unbound.length === 0 ? {} : { unbound }),
  };
  const event = eventBy(command, status === 'denied' ? 'approval-denied' : 'approval-revoked', data, [row.event]);
  return allow([event], { id, status, event: eventId(view, 0) });
}

/** Where its yes let secrets go: with the yes gone they are new there again, and no rule that allows lets them pass unasked. */
function boundBy(view: Context['view'], { subject }: ApprovalRow): readonly Unbound[] {
  const { skill, secrets } = (subject ?? {}) as { readonly skill?: unknown; readonly secrets?: unknown };
  if (typeof skill !== 'string' || !Array.isArray(secrets)) return [];
  return secrets.flatMap((use: unknown) => {
    const { name, origin, slot } = (use ?? {}) as { readonly [part: string]: unknown };
    if (typeof name !== 'string' || typeof origin !== 'string' || typeof slot !== 'string') return [];
    const isBound = view.get('bindings', bindingKey(name, skill, origin, slot)) !== undefined;
    return isBound ? [{ name, skill, origin, slot }] : [];
  });
}
