import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import type { Via } from '../exec/ledger/command.ts';
import type { Reply } from '../exec/ledger/ledger.ts';
import { type ApprovalRow, approvalRow, type Waiting } from '../exec/ledger/row.ts';
import { bindingsOf } from '../exec/market/bindings.ts';
import { describeBinding } from '../exec/secrets/binding.ts';
import type { Json } from '../ir/json.ts';
import { liveGrants } from './live-grants.ts';
import type { Host } from './open-host.ts';
import { operationStatus } from './operation-status.ts';
import { isCurrentRaise, raiseBudget } from './raise-budget.ts';
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

/**
 * Every question that is open or denied, and every yes that lives, also where nothing asks for it now (a rule allows the call, a setting
 * has another value): it counts again once that changes, and can be taken back until then.
 */
export async function listApprovals(host: Host): Promise<readonly PendingApproval[]> {
  const current = await currentApprovals(host);
  const known = new Set(current.map(({ id }) => id));
  const out = [...current];
  for (const [id, row] of await host.ledger.list('approvals')) {
    if (known.has(id) || approvalRow(row, 0) !== undefined) continue;
    const { digest, subject, waiting } = row as unknown as ApprovalRow;
    if ((await liveGrants(host, id, digest)).length === 0) continue;
    out.push({ id, digest, status: 'approved', subject: subject as unknown as ApprovalSubject, waiting, notes: [] });
  }
  return out;
}

/** Those that were asked for, and those of loaded operations that would be. */
async function currentApprovals(host: Host): Promise<readonly PendingApproval[]> {
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
  readonly via?: Via;
  /** Ids of the events that led to the answer. */
  readonly parents?: readonly string[];
}

/** Grants one approval and binds its secrets to the places it names. */
export async function approve(host: Host, approval: PendingApproval, answer: Answering): Promise<Reply> {
  const { id, subject } = approval;
  const { budget } = subject;
  if (budget !== undefined && !(await isCurrentRaise(host, budget)))
    return {
      ok: false,
      code: 'approval/changed',
      message: `${budget.dimension} of the budget \`${budget.scope}\` has another limit by now`,
      remedy: 'skillc budget',
    };
  // A question that a person's own answer put has no call, and `once` needs one.
  const callWaits = approval.waiting.some(({ parameters }) => parameters !== null);
  // A raise happens with the answer, and counts for whoever the budget is for.
  const scope = budget === undefined ? (answer.scope ?? (callWaits ? 'once' : 'session')) : 'always';
  const asked = await putQuestion(host, approval, answer);
  // A denial is undone by the grant itself.
  if (asked?.ok === false && asked.code !== 'approval/denied') return asked;
  const granted = await host.ledger.submit({
    kind: 'grant',
    session: answer.session,
    actor: answer.actor,
    id,
    scope,
    ...(answer.call === undefined || budget !== undefined ? {} : { call: answer.call }),
    ...(answer.via === undefined ? {} : { via: answer.via }),
    ...(answer.parents === undefined ? {} : { parents: answer.parents }),
  });
  if (!granted.ok) return granted;
  if (budget !== undefined) {
    const raised = await raiseBudget(host, budget, answer);
    return raised.ok ? granted : raised;
  }
  await bindSecrets(host, subject, answer);
  return granted;
}

export interface Refusing extends Pick<Answering, 'session' | 'actor' | 'via'> {
  readonly reason?: string;
}

/** No, before anybody asks or after: what was granted under the id ends. */
export async function deny(
  host: Host,
  approval: PendingApproval,
  { session, actor, reason, via }: Refusing,
): Promise<Reply> {
  const asked = await putQuestion(host, approval, { session, actor });
  if (asked?.ok === false && asked.code !== 'approval/denied') return asked;
  return host.ledger.submit({ kind: 'deny-approval', session, actor, id: approval.id, ...said(reason, via) });
}

/** Takes a yes back; the question may come again. */
export function revoke(host: Host, id: string, { session, actor, reason, via }: Refusing): Promise<Reply> {
  return host.ledger.submit({ kind: 'revoke-approval', session, actor, id, ...said(reason, via) });
}

function said(reason: string | undefined, via: Via | undefined): { readonly reason?: string; readonly via?: Via } {
  return { ...(reason === undefined ? {} : { reason }), ...(via === undefined ? {} : { via }) };
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

/** One that was asked for or answered; undefined where the log knows none, or what is kept of it cannot be read. */
export async function approvalById(host: Host, id: string): Promise<PendingApproval | undefined> {
  const row = await approvalIn(host, id);
  if (row === undefined) return undefined;
  const subject = row.subject as unknown as ApprovalSubject;
  const status = row.status === 'granted' ? 'approved' : row.status === 'denied' ? 'denied' : 'pending';
  return { id, digest: row.digest, status, subject, waiting: row.waiting, notes: await bindingNotes(host, subject) };
}

/** By id; or of a skill all that it would need now, so that a yes to it lengthens no other. */
export async function findApprovals(host: Host, wanted: string): Promise<readonly PendingApproval[]> {
  if (wanted.startsWith('apr_')) return (await listApprovals(host)).filter(({ id }) => id === wanted);
  return (await currentApprovals(host)).filter(({ subject }) => subject.skill === wanted);
}
