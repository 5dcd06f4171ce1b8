import type { Admit } from '../command.ts';
import { type Context, type Refusal, refuse, refuseUnreadable } from '../context.ts';
import { type ApprovalRow, approvalRow, type GrantRow, readRow, unreadable } from '../row.ts';
import { sameText } from '../same-text.ts';
import { findGrant } from './find-grant.ts';

export type Use =
  | { readonly kind: 'grant'; readonly grant: GrantRow }
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Finds the grant a call runs on. Anything that is not plainly a yes for this very content is a no. */
export function useApproval(context: Context, command: Admit): Use {
  const { approval, session } = command;
  if (approval === undefined) return notAsked(context, command);
  const row = readRow(context.view, 'approvals', approval.id, approvalRow);
  if (row === unreadable) return refused(refuseUnreadable(`approval \`${approval.id}\``));
  if (row === undefined)
    return no(approval.id, 'missing', 'was never asked for', 'ask for it, then run the call again');
  if (!isFor(row, command)) return no(approval.id, 'other-content', 'is bound to other content');
  if (row.status === 'denied') return noAs(approval.id, 'denied');
  const held = findGrant(context, approval.id, session, approval.parameters);
  if (held.kind === 'unreadable') return refused(refuseUnreadable(`the grant of approval \`${approval.id}\``));
  if (held.kind === 'expired') return noAs(approval.id, 'expired');
  if (held.kind === 'none') return noAs(approval.id, row.status);
  if (!isFor(held.grant, command)) return no(approval.id, 'other-content', 'was granted for other content');
  return { kind: 'grant', grant: held.grant };
}

/** A rule that allows needs no yes, and is none: a person's no to this very content stands. */
function notAsked({ view }: Context, { unlessDenied: id }: Admit): Use {
  const row = id === undefined ? undefined : readRow(view, 'approvals', id, approvalRow);
  if (id === undefined || row === undefined) return { kind: 'not-needed' };
  if (row === unreadable) return refused(refuseUnreadable(`approval \`${id}\``));
  return row.status === 'denied' ? noAs(id, 'denied') : { kind: 'not-needed' };
}

function isFor(row: ApprovalRow | GrantRow, { approval, skill, skillDigest }: Admit): boolean {
  return (
    sameText(row.digest, approval?.digest ?? '') &&
    row.skill === (skill ?? null) &&
    sameText(row.skillDigest ?? '', skillDigest ?? '')
  );
}

const askAnew = 'ask for it, then run the call again';

const words = {
  pending: 'waits for an answer',
  granted: 'is granted for another session or other parameters only',
  used: 'was granted once and is used',
  denied: 'was denied',
  revoked: 'was revoked',
  ended: 'ended with the skill it was for',
  expired: 'has expired',
} as const;

function noAs(id: string, status: keyof typeof words): Use {
  const code = status === 'granted' ? 'not-covered' : status;
  const remedy = status === 'ended' ? askAnew : `a person can run \`skillc approve ${id}\``;
  return no(id, code, words[status], remedy);
}

function no(id: string, code: string, what: string, remedy = 'load the skill again and ask anew'): Use {
  return refused(refuse(`approval/${code}`, `approval \`${id}\` ${what}`, remedy));
}

function refused(refusal: Refusal): Use {
  return { kind: 'refused', refusal };
}
