import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import type { Reply } from '../exec/ledger/ledger.ts';
import { type ApprovalRow, approvalRow, type Waiting } from '../exec/ledger/row.ts';
import { bindingsOf } from '../exec/market/bindings.ts';
import { describeBinding } from '../exec/secrets/binding.ts';
import type { Json } from '../ir/json.ts';
import type { Host } from './open-host.ts';
import { operationStatus } from './operation-status.ts';
import { rowsOf } from './secrets.ts';

/** One question for a person, with all that its answer is bound to. */
export interface PendingApproval {
  readonly id: string;
  readonly digest: string;
  readonly status: 'pending' | 'approved' | 'denied';
  readonly subject: ApprovalSubject;
  /** Calls that wait for the answer, the newest last. */
  readonly waiting: readonly Pick<Waiting, 'session' | 'call' | 'parameters'>[];
  /** `already bound to …`, for secrets that other skills or places have. */
  readonly notes: readonly string[];
}

/** Those that were asked for, and those of loaded operations that would be. */
export async function listApprovals(host: Host): Promise<readonly PendingApproval[]> {
  const out = new Map<string, PendingApproval>();
  for (const [skill] of await host.ledger.list('skills')) {
    for (const one of await approvalsOfSkill(host, skill)) out.set(one.id, one);
  }
  for (const [id, row] of await host.ledger.list('approvals')) {
    if (out.has(id) || approvalRow(row, 0) !== undefined) continue;
    const { status, digest, subject, waiting } = row as unknown as ApprovalRow;
    if (status !== 'pending' && status !== 'denied') continue;
    out.set(id, { id, digest, status, subject: subject as unknown as ApprovalSubject, waiting, notes: [] });
  }
  return [...out.values()];
}

/** Empty where the skill is not loaded or its copy is not whole. */
export async function approvalsOfSkill(host: Host, skill: string): Promise<readonly PendingApproval[]> {
  const row = await host.operations.row(skill);
  const compiled = row === undefined || row === 'unreadable' ? undefined : host.operations.restore(row);
  if (row === undefined || row === 'unreadable' || compiled === undefined) return [];
  const out: PendingApproval[] = [];
  for (const { plan } of compiled.operations) {
    if (plan === undefined) continue;
    const state = await operationStatus(host, plan, { skill, digest: row.digest, uri: row.uri });
    if (state.approval === undefined || state.status === 'ready') continue;
    const { id, digest, subject } = state.approval;
    const asked = await approvalIn(host, id);
    const denied = asked?.status === 'denied';
    const status = denied ? 'denied' : state.status === 'approved' ? 'approved' : 'pending';
    out.push({ id, digest, status, subject, waiting: asked?.waiting ?? [], notes: await bindingNotes(host, subject) });
  }
  return out;
}

async function approvalIn(host: Host, id: string): Promise<ApprovalRow | undefined> {
  const row = await host.ledger.get('approvals', id);
  return row !== undefined && approvalRow(row, 0) === undefined ? (row as unknown as ApprovalRow) : undefined;
}

async function bindingNotes(host: Host, { secrets, skill }: ApprovalSubject): Promise<readonly string[]> {
  const bindings = await bindingsOf(host.ledger, secrets);
  const notes: string[] = [];
  for (const use of secrets) {
    const note = describeBinding(bindings, { ...use, skill });
    if (note !== undefined) notes.push(`${use.name} is ${note}`);
    for (const row of await rowsOf(host, use.name)) {
      if ((row.skill ?? skill) !== skill) notes.push(`${use.name} was stored for the skill ${row.skill}`);
      if ((row.origin ?? use.origin) !== use.origin) notes.push(`${use.name} was stored for ${row.origin}`);
    }
  }
  return notes;
}

export interface Answering {
  readonly session: string;
  readonly actor: 'person' | 'configuration';
  readonly scope?: 'once' | 'session' | 'always';
  readonly call?: string;
}

/** Grants one approval and binds its secrets to the places it names. */
export async function approve(host: Host, approval: PendingApproval, answer: Answering): Promise<Reply> {
  const { id, subject } = approval;
  // A question that a person's own answer put has no call, and `once` needs one.
  const callWaits = approval.waiting.some(({ parameters }) => parameters !== null);
  const scope = answer.scope ?? (callWaits ? 'once' : 'session');
  const asked = await putQuestion(host, approval, answer);
  // A denial is undone by the grant itself.
  if (asked?.ok === false && asked.code !== 'approval/denied') return asked;
  const granted = await host.ledger.submit({
    kind: 'grant',
    session: answer.session,
    actor: answer.actor,
    id,
    scope,
    ...(answer.call === undefined ? {} : { call: answer.call }),
  });
  if (granted.ok) await bindSecrets(host, subject, answer);
  return granted;
}

/** No, before anybody asks or after: what was granted under the id ends. */
export async function deny(
  host: Host,
  approval: PendingApproval,
  { session, actor, reason }: Pick<Answering, 'session' | 'actor'> & { readonly reason?: string },
): Promise<Reply> {
  const asked = await putQuestion(host, approval, { session, actor });
  if (asked?.ok === false && asked.code !== 'approval/denied') return asked;
  const why = reason === undefined ? {} : { reason };
  return host.ledger.submit({ kind: 'deny-approval', session, actor, id: approval.id, ...why });
}

/** An answer needs a question in the log; a loaded operation that nobody has called yet has none. */
async function putQuestion(
  host: Host,
  { id, digest, subject, waiting }: PendingApproval,
  { session, actor }: Pick<Answering, 'session' | 'actor'>,
): Promise<Reply | undefined> {
  if (waiting.length > 0) return undefined;
  return host.ledger.submit({
    kind: 'request-approval',
    session,
    actor,
    id,
    digest,
    ...((await isLoaded(host, subject.skill)) ? { skill: subject.skill, skillDigest: subject.skill_digest } : {}),
    operation: subject.operation,
    subject: subject as unknown as Json,
  });
}

async function isLoaded(host: Host, skill: string): Promise<boolean> {
  return (await host.operations.row(skill)) !== undefined;
}

async function bindSecrets(
  host: Host,
  { secrets, skill }: ApprovalSubject,
  { session, actor }: Answering,
): Promise<void> {
  for (const { name, origin, slot } of secrets) {
    if (origin === '') continue;
    await host.ledger.submit({ kind: 'bind-secret', session, actor, name, skill, origin, slot });
  }
}

/** By id, or every approval of a skill. */
export async function findApprovals(host: Host, wanted: string): Promise<readonly PendingApproval[]> {
  const all = await listApprovals(host);
  if (wanted.startsWith('apr_')) return all.filter(({ id }) => id === wanted);
  return all.filter(({ subject }) => subject.skill === wanted);
}
