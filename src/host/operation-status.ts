import { type ApprovalSubject, approvalOf, approvalSubject } from '../exec/approvals/subject.ts';
import { grantKey, ownedKey } from '../exec/ledger/key.ts';
import { type GrantRow, grantRow } from '../exec/ledger/row.ts';
import { decide } from '../exec/policy/decide.ts';
import type { Json } from '../ir/json.ts';
import type { Plan } from '../ir/plan.ts';
import type { Host } from './open-host.ts';

/** What stands between an operation and its first run. */
export interface OperationStatus {
  readonly status: 'ready' | 'pending' | 'approved' | 'needs-setting';
  readonly approval?: { readonly id: string; readonly digest: string; readonly subject: ApprovalSubject };
  /** Settings that are still open. */
  readonly unset: readonly string[];
}

export interface SkillIdentity {
  readonly skill: string;
  readonly digest: string;
  readonly uri: string;
}

export async function operationStatus(host: Host, plan: Plan, identity: SkillIdentity): Promise<OperationStatus> {
  const settings = await settingsOf(host, plan, identity.skill);
  const unset = plan.settings.map(({ name }) => name).filter((name) => !settings.has(name));
  if (unset.length > 0) return { status: 'needs-setting', unset };
  const subject = approvalSubject(plan, {
    skill: identity.skill,
    skillDigest: identity.digest,
    source: identity.uri,
    settings,
    limits: host.exec.limits,
    capabilities: host.exec.capabilities,
    needs: await host.exec.needs(plan, identity.skill),
  });
  const approval = { ...approvalOf(subject), subject };
  if (needsNobody(host, plan, subject)) return { status: 'ready', approval, unset };
  const grants = await host.ledger.list('grants', grantKey.prefix(approval.id));
  const now = host.exec.clock.wall();
  const live = grants.some(([, row]) => isLive(row, approval.digest, now));
  return { status: live ? 'approved' : 'pending', approval, unset };
}

/** Whether policy as it is now would let every call of it pass; asked again at each call. */
function needsNobody(host: Host, plan: Plan, subject: ApprovalSubject): boolean {
  const { effects, secrets, classifications } = subject;
  const named = effects.flatMap((effect) => (effect.kind === 'network' ? [effect] : []));
  return (named.length === 0 ? [undefined] : named).every((network) => {
    const call = {
      capability: plan.calls[0]?.capability ?? '',
      skill: subject.skill,
      operation: subject.operation,
      tier: plan.tier,
      actor: 'agent',
      session: '',
      method: network?.method ?? '',
      origin: network?.origin ?? '',
      host: network?.origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '') ?? '',
      path: network?.path ?? '',
    };
    const fresh = secrets.map(({ name }) => ({ name, isNew: true }));
    return decide(host.policy, { call, effects, secrets: fresh, classifications }).decision === 'allow';
  });
}

/** For people only: whether a call may run is the ledger's to say when it is admitted. */
function isLive(row: Json, digest: string, now: number): boolean {
  if (grantRow(row, 0) !== undefined) return false;
  const grant = row as unknown as GrantRow;
  return grant.digest === digest && now < grant.at + grant.life;
}

export async function settingsOf(host: Host, plan: Plan, skill: string): Promise<ReadonlyMap<string, string>> {
  const out = new Map<string, string>();
  for (const { name } of plan.settings) {
    const own = await host.ledger.get('settings', ownedKey(name, skill));
    const row = own ?? (await host.ledger.get('settings', ownedKey(name, undefined)));
    const value = typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined;
    if (typeof value === 'string') out.set(name, value);
  }
  return out;
}
