import { type ApprovalRow, approvalRow } from '../exec/ledger/row.ts';
import { coversSession, liveGrants } from './live-grants.ts';
import type { Host } from './open-host.ts';

/** What became of a question, as the session that asked may know it. */
export interface ApprovalStateJson {
  readonly approval_id: string;
  /** `not-asked`: the operation is loaded and nobody has asked yet; `expired`: it was granted, and no grant lives. */
  readonly status: 'not-asked' | 'pending' | 'approved' | 'denied' | 'revoked' | 'used' | 'ended' | 'expired';
  readonly capability: string | null;
  /** Whether a new call of this session would find a grant; one that is granted once is for the call that asked. */
  readonly covers_session: boolean;
  readonly expires_at: number | null;
  /** Whether a call of this session waits. */
  readonly waiting: boolean;
}

/** Undefined where nothing has the id. */
export async function approvalState(host: Host, id: string, session: string): Promise<ApprovalStateJson | undefined> {
  const value = await host.ledger.get('approvals', id);
  if (value === undefined || approvalRow(value, 0) !== undefined) return notAsked(host, id);
  const { status, digest, skill, operation, waiting } = value as unknown as ApprovalRow;
  const grants = await liveGrants(host, id, digest);
  const covering = coversSession(grants, session);
  const mine = covering ?? grants.find((grant) => grant.session === session);
  return {
    approval_id: id,
    status: shown(status, grants.length > 0),
    capability: operation === null ? null : skill === null ? operation : `${skill}.${operation}`,
    covers_session: covering !== undefined,
    expires_at: mine?.expires_at ?? null,
    waiting: waiting.some((one) => one.session === session),
  };
}

function shown(status: ApprovalRow['status'], lives: boolean): ApprovalStateJson['status'] {
  if (status !== 'granted') return status;
  return lives ? 'approved' : 'expired';
}

async function notAsked(host: Host, id: string): Promise<ApprovalStateJson | undefined> {
  for (const [skill] of await host.ledger.list('skills')) {
    const row = await host.operations.row(skill);
    const found =
      row === undefined || row === 'unreadable' ? undefined : row.operations.find(({ approval }) => approval === id);
    if (found === undefined) continue;
    const capability = `${skill}.${found.name}`;
    return {
      approval_id: id,
      status: 'not-asked',
      capability,
      covers_session: false,
      expires_at: null,
      waiting: false,
    };
  }
  return undefined;
}
