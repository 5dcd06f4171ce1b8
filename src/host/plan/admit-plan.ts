import { approvalOf } from '../../exec/approvals/subject.ts';
import type { Amounts } from '../../exec/ledger/budget.ts';
import type { Reply } from '../../exec/ledger/ledger.ts';
import type { Outcome } from '../../exec/outcome.ts';
import type { Json } from '../../ir/json.ts';
import { noParameters } from '../call-parameters.ts';
import type { Host } from '../open-host.ts';
import type { CheckedPlan } from './check-plan.ts';
import type { Done, PlanAsk } from './run-plan.ts';

export type Admitted =
  | { readonly kind: 'admitted'; readonly callId: string; readonly intent: string }
  | { readonly kind: 'outcome'; readonly outcome: Outcome };

/** The plan itself costs one call; its steps are counted as they run. */
const own: Amounts = { calls: 1, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 };

/** Answers that a person can turn into a yes. */
const asking = /^approval\/(?:missing|pending|used|expired|revoked|ended|not-covered)$/;

/** Uses the answer to the whole plan and records the intent to run it, or puts the question. */
export async function admitPlan(
  host: Host,
  { session, actor }: PlanAsk,
  { approval, subject, steps }: Extract<CheckedPlan, { kind: 'plan' }>,
): Promise<Admitted> {
  const callId = `call_${Buffer.from(host.exec.random(12)).toString('hex')}`;
  const by = { session, actor } as const;
  const parameters = noParameters(host);
  const reply = await host.ledger.submit({
    kind: 'admit',
    ...by,
    call: callId,
    capability: 'plan.run',
    delegatedTo: subject.calls.join(' ; '),
    derivedFrom: { uri: subject.source, digest: subject.plan },
    ...(approval === undefined
      ? { unlessDenied: approvalOf(subject).id }
      : { approval: { id: approval.id, digest: approval.digest, parameters } }),
    reserve: own,
    scopes: [`session:${session}`, 'day:today'],
    decision: { decision: approval === undefined ? 'allow' : 'ask', rules: [] },
    data: {
      plan: subject.plan,
      effects: subject.effects as unknown as Json,
      steps: steps.map(({ operation }) => operation.id),
      ...(approval === undefined ? {} : { approval: approval.id }),
    },
    process: host.exec.process,
  });
  if (reply.ok) return { kind: 'admitted', callId, intent: String(reply.value.intent) };
  if (approval === undefined || !asking.test(reply.code)) return refused(reply, callId);
  const { id, digest } = approval;
  const asked = await host.ledger.submit({
    kind: 'request-approval',
    ...by,
    id,
    digest,
    operation: 'run',
    subject: subject as unknown as Json,
    parameters,
    call: callId,
  });
  if (!asked.ok) return refused(asked, callId);
  const reason = { code: 'approval/needed', message: subject.reason, rules: [], remedy: `skillc approve ${id}` };
  return { kind: 'outcome', outcome: { outcome: 'waiting', call_id: callId, approval_id: id, reason } };
}

function refused({ code, message, remedy }: Extract<Reply, { ok: false }>, call_id: string): Admitted {
  const reason = { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) };
  const outcome = code.startsWith('budget/') ? 'over-budget' : 'denied';
  return { kind: 'outcome', outcome: { outcome, call_id, reason } };
}

/** Undefined where it is recorded; else what the caller must know in place of the outcome. */
export async function settlePlan(
  host: Host,
  { session }: PlanAsk,
  { callId, intent }: Extract<Admitted, { kind: 'admitted' }>,
  outcome: Outcome['outcome'],
  done: readonly Done[],
): Promise<Outcome | undefined> {
  const reply = await host.ledger.submit({
    kind: 'settle',
    session,
    actor: 'skillc',
    parents: [intent],
    call: callId,
    outcome: outcome === 'done' ? 'done' : 'failed',
    used: own,
    data: { steps: done.map((one) => ({ capability: one.capability, call: one.outcome.call_id })) as unknown as Json },
  });
  if (reply.ok) return undefined;
  const { code, message } = reply;
  const resources = { calls: 1, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
  return { outcome: 'failed', call_id: callId, reason: { code, message, rules: [] }, resources };
}
