import { grantKey } from '../exec/ledger/key.ts';
import { type GrantRow, grantRow } from '../exec/ledger/row.ts';
import type { Host } from './open-host.ts';

export interface LiveGrant {
  readonly scope: 'once' | 'session' | 'always';
  /** Null for every session. */
  readonly session: string | null;
  readonly granted_at: number;
  readonly expires_at: number;
  readonly event: string;
}

/** For people and lists: whether a call may run is the ledger's to say when it is admitted. */
export async function liveGrants(host: Host, id: string, digest: string): Promise<readonly LiveGrant[]> {
  const now = host.exec.clock.wall();
  const rows = await host.ledger.list('grants', grantKey.prefix(id));
  return rows.flatMap(([, row]) => {
    if (grantRow(row, 0) !== undefined) return [];
    const grant = row as unknown as GrantRow;
    if (grant.digest !== digest || now >= grant.at + grant.life) return [];
    const { scope, session, at, life, event } = grant;
    return [{ scope, session, granted_at: at, expires_at: at + life, event }];
  });
}

/** A grant for one call is not for the next. */
export function coversSession(grants: readonly LiveGrant[], session: string): LiveGrant | undefined {
  return grants.find(({ scope, session: whose }) => scope === 'always' || (scope === 'session' && whose === session));
}
