import type { Context } from '../context.ts';
import { grantKey } from '../key.ts';
import { type GrantRow, grantRow, readRow, unreadable } from '../row.ts';
import { isOver } from '../time.ts';

export type Held =
  | { readonly kind: 'live'; readonly grant: GrantRow }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'none' };

/** The grant that covers a call of this session with these parameters; the widest first, so that none is used up in vain. */
export function findGrant({ view, now }: Context, id: string, session: string, parameters: string | undefined): Held {
  const keys = [grantKey.always(id), grantKey.session(id, session)];
  if (parameters !== undefined) keys.push(grantKey.once(id, session, parameters));
  let held: Held = { kind: 'none' };
  for (const key of keys) {
    const grant = readRow(view, 'grants', key, grantRow);
    if (grant === undefined) continue;
    if (grant === unreadable) return { kind: 'unreadable' };
    if (!isOver(grant, grant.life, now)) return { kind: 'live', grant };
    held = { kind: 'expired' };
  }
  return held;
}
