import type { ApprovalLines, Outcome, PendingApproval } from '../host/index.ts';
import type { Wanted } from './pending-calls.ts';
import { refusal } from './replies.ts';
import type { ElicitedAnswer, Question, Reply, ToolContext } from './tool.ts';

/** What does not fit a form that a person reads is left to the console, where it does. */
const longestQuestion = 6_000;

/** Undefined where the answer of this client's person would not count, or the client has no way to ask one. */
export async function questionFor(
  wanted: Wanted,
  { approval_id }: Extract<Outcome, { outcome: 'waiting' }>,
  context: ToolContext,
): Promise<Question | undefined> {
  const { host, run, id: session, elicitation } = context;
  if (!elicitation.possible || approval_id === undefined) return undefined;
  const approval = await run.approvalById(host, approval_id);
  if (approval === undefined || !(await run.mayElicit(host, approval))) return undefined;
  const parameters =
    wanted.kind === 'execute'
      ? await run.callParameters(host, wanted.capability, wanted.input)
      : run.noParameters(host);
  const call = run.waitingCall(approval, session, parameters);
  const message = questionText(approval, wanted, context);
  if (call === undefined || message.length > longestQuestion) return undefined;
  return { message, state: { approval: approval.id, digest: approval.digest, call } };
}

/** Members that the digest binds and that say nothing a person at a form could judge; the parameters themselves stand in their place. */
const leftOut: ReadonlySet<string> = new Set(['inputs', 'bound to', 'plan', 'core', 'hosts']);

/** Everything that a yes would be a yes to. Nothing is cut: what is too long is not asked here. */
function questionText({ id, subject, notes }: PendingApproval, wanted: Wanted, { run, compile }: ToolContext): string {
  const { visible } = compile;
  const rows: readonly ApprovalLines[] = [
    ...run.approvalRows(subject).filter(([label]) => !leftOut.has(label)),
    ['with', wanted.kind === 'execute' ? [JSON.stringify(wanted.input)] : []],
    ['note', notes],
  ];
  const lines = rows.flatMap(([label, values]) => values.map((value) => `${label}: ${visible(value)}`));
  const name = visible(`${subject.skill}.${subject.operation}`);
  return [`Allow ${name} once, exactly as below? (${id})`, ...lines].join('\n');
}

/** Records the person's answer; a reply where there is nothing to try any more. */
export async function answerQuestion(answer: ElicitedAnswer, context: ToolContext): Promise<Reply | undefined> {
  const { host, run, id: session } = context;
  const approval = await run.approvalById(host, answer.approval);
  if (approval === undefined || approval.digest !== answer.digest || !(await run.mayElicit(host, approval)))
    return refusal('approval/changed', 'what was asked is not what waits any more', 'call again');
  if (!answer.allowed) {
    const data = { approval: answer.approval, call: answer.call, answer: 'declined', via: 'elicitation' };
    await host.ledger.submit({ kind: 'warn', session, actor: 'person', data });
    return refusal('approval/declined', 'the person declined this call', 'do not ask for it again in another form');
  }
  const by = { session, actor: 'person', via: 'elicitation' } as const;
  const granted = await run.approve(host, approval, { ...by, scope: 'once', call: answer.call });
  return granted.ok ? undefined : refusal(granted.code, granted.message, granted.remedy);
}
