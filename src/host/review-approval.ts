import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import { bindingsOf } from '../exec/market/bindings.ts';
import { isBound } from '../exec/secrets/binding.ts';
import { type AskedIsolation, askedIsolation, type MeasuredIsolation } from '../ir/isolation.ts';
import { secretPlace, tierMeaning } from '../report/effect-text.ts';
import { approvalById, listApprovals, type PendingApproval } from './approvals.ts';
import { type CapabilityDiff, capabilityDiff } from './capability-diff.ts';
import { lastApproved } from './last-approved.ts';
import { type LiveGrant, liveGrants } from './live-grants.ts';
import type { Host } from './open-host.ts';
import { planExcerpts, type SourceExcerpt } from './source-excerpt.ts';
import { storedSkill } from './stored-skill.ts';

/** All that a reviewer needs to answer one question. */
export interface ApprovalReview extends PendingApproval {
  readonly state: 'pending' | 'approved' | 'denied' | 'expired';
  readonly grants: readonly LiveGrant[];
  readonly scopes: readonly ('once' | 'session' | 'always')[];
  readonly secret_uses: readonly SecretUseReview[];
  readonly sandbox: SandboxReview;
  readonly source: readonly SourceExcerpt[];
  readonly diff: CapabilityDiff | null;
  readonly asked_at: number | null;
}

export interface SecretUseReview {
  readonly name: string;
  readonly origin: string;
  readonly slot: string;
  readonly place: string;
  readonly bound: boolean;
  readonly stored: boolean;
}

export interface SandboxReview {
  readonly class: AskedIsolation;
  /** What was measured of it here. */
  readonly isolation: readonly MeasuredIsolation[];
  readonly meaning: string;
  readonly egress: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly cpu_seconds: number | null;
  readonly memory_mb: number | null;
}

/** Undefined where nothing has the id. */
export async function reviewApproval(host: Host, id: string): Promise<ApprovalReview | undefined> {
  const approval = await findOne(host, id);
  if (approval === undefined) return undefined;
  const { subject, digest, status } = approval;
  const grants = await liveGrants(host, id, digest);
  const before = await lastApproved(host, id, subject);
  return {
    ...approval,
    state: await stateOf(host, approval, grants),
    grants,
    scopes: scopesFor(approval),
    secret_uses: await secretUses(host, subject),
    sandbox: sandboxOf(subject),
    source: await sourceOf(host, subject),
    diff: before === undefined ? null : capabilityDiff(before, subject),
    asked_at: status === 'approved' && approval.waiting.length === 0 ? null : await askedAt(host, id),
  };
}

async function findOne(host: Host, id: string): Promise<PendingApproval | undefined> {
  const asked = await approvalById(host, id);
  return asked ?? (await listApprovals(host)).find((one) => one.id === id);
}

/** A question that waits beside a grant is one all the same. */
export async function stateOf(
  host: Host,
  { id, status, waiting }: PendingApproval,
  grants: readonly LiveGrant[],
): Promise<ApprovalReview['state']> {
  if (status === 'denied') return 'denied';
  if (waiting.length > 0) return 'pending';
  if (grants.length > 0) return 'approved';
  const row = (await host.ledger.get('approvals', id)) as { readonly status?: unknown } | undefined;
  return row === undefined || row.status === 'pending' ? 'pending' : 'expired';
}

/** `once` is for a call that waits, `session` for the session that asked: nobody who reviews has one of their own. */
function scopesFor({ waiting }: PendingApproval): ApprovalReview['scopes'] {
  return [
    ...(waiting.some(({ parameters }) => parameters !== null) ? (['once'] as const) : []),
    ...(waiting.length > 0 ? (['session'] as const) : []),
    'always',
  ];
}

async function secretUses(host: Host, { secrets, skill }: ApprovalSubject): Promise<readonly SecretUseReview[]> {
  const bindings = await bindingsOf(host.ledger, secrets);
  const listed = await host.secrets.names();
  const names = new Set([
    ...(listed.kind === 'refused' ? [] : listed.names),
    ...Object.keys(host.config.secrets?.env ?? {}),
  ]);
  return secrets.map((use) => ({
    ...use,
    place: secretPlace(use),
    bound: isBound(bindings, { ...use, skill }),
    stored: names.has(use.name),
  }));
}

function sandboxOf({ sandbox, tier, calls, isolation }: ApprovalSubject): SandboxReview {
  const { network, filesystem, resources } = Object(sandbox) as {
    readonly network?: { readonly egress?: readonly string[] };
    readonly filesystem?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
    readonly resources?: { readonly cpu_seconds?: number; readonly memory_mb?: number };
  };
  return {
    class: askedIsolation(tier, calls),
    isolation: isolation ?? [],
    meaning: tierMeaning[tier as 0 | 1 | 2 | 3] ?? 'unknown',
    egress: network?.egress ?? [],
    read: filesystem?.read ?? [],
    write: filesystem?.write ?? [],
    cpu_seconds: resources?.cpu_seconds ?? null,
    memory_mb: resources?.memory_mb ?? null,
  };
}

/** Of the copy that was loaded, and only while that is what the question is about. */
async function sourceOf(host: Host, subject: ApprovalSubject): Promise<readonly SourceExcerpt[]> {
  const names = subject.steps?.map(({ capability }) => capability) ?? [`${subject.skill}.${subject.operation}`];
  const out: SourceExcerpt[] = [];
  for (const name of new Set(names)) {
    const [skill, operation] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)];
    const found = await storedSkill(host, skill);
    if (found.kind !== 'stored') continue;
    const { bundle, compiled } = found;
    const one = compiled.operations.find((each) => each.operation.name === operation);
    const isMeant = subject.steps !== undefined || bundle.digest === subject.skill_digest;
    if (one?.plan === undefined || !isMeant) continue;
    out.push(...planExcerpts(bundle, compiled, one.plan, one.operation.span));
  }
  return out;
}

async function askedAt(host: Host, id: string): Promise<number | null> {
  const row = (await host.ledger.get('approvals', id)) as
    | { readonly event?: unknown; readonly waiting?: readonly { readonly event?: unknown }[] }
    | undefined;
  const event = row?.waiting?.at(-1)?.event ?? row?.event;
  const seq = /^evt_(\d{1,15})$/.exec(String(event))?.[1];
  return seq === undefined ? null : ((await host.ledger.events(Number(seq), 1))[0]?.at ?? null);
}
