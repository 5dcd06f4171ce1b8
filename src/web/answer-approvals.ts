import {
  type ApprovalReview,
  approve,
  deny,
  type Host,
  listApprovals,
  liveGrants,
  type PendingApproval,
  type Reply,
  reviewApproval,
  revoke,
  stateOf,
} from '../host/index.ts';
import type { ApprovalDetail, ApprovalList, ApprovalSummary, ApproveRequest, RefuseRequest } from './api.ts';
import { failure } from './failure.ts';
import { shown } from './shown.ts';

const by = { session: 'console', actor: 'person', via: 'console' } as const;

export async function approvalList(host: Host): Promise<ApprovalList> {
  const all: ApprovalSummary[] = [];
  for (const one of await listApprovals(host)) {
    const state = await stateOf(host, one, await liveGrants(host, one.id, one.digest));
    all.push(summaryOf(one, state, null));
  }
  return shown({ approvals: all.toSorted((a, b) => urgency(b) - urgency(a)) });
}

export async function pendingCount(host: Host): Promise<number> {
  const { approvals } = await approvalList(host);
  return approvals.filter(({ state }) => state === 'pending').length;
}

function urgency({ state, waiting }: ApprovalSummary): number {
  return waiting > 0 ? 3 : state === 'pending' ? 2 : state === 'approved' ? 1 : 0;
}

function summaryOf(
  { id, subject, waiting }: PendingApproval,
  state: ApprovalSummary['state'],
  asked_at: number | null,
): ApprovalSummary {
  const { skill, operation, reason, tier, origins, secrets } = subject;
  return {
    id,
    state,
    skill,
    operation,
    reason,
    tier,
    origins,
    secrets: [...new Set(secrets.map(({ name }) => name))],
    waiting: waiting.length,
    asked_at,
  };
}

export async function approvalDetail(host: Host, id: string): Promise<ApprovalDetail | undefined> {
  const review = await reviewApproval(host, id);
  return review === undefined ? undefined : detailOf(review);
}

function detailOf(review: ApprovalReview): ApprovalDetail {
  const { digest, subject, sandbox, secret_uses, grants, scopes, notes, source, diff, waiting } = review;
  return shown({
    ...summaryOf(review, review.state, review.asked_at),
    digest,
    subject,
    sandbox,
    secret_uses,
    grants,
    scopes,
    notes,
    source,
    diff,
    waiting_calls: waiting.map(({ call, session, parameters }) => ({ call_id: call, session, parameters })),
  });
}

export type Verb = 'approve' | 'deny' | 'revoke';

/** The answer of the person who looked at what has this digest; nothing else under the id is meant. */
export async function answerApproval(host: Host, id: string, verb: Verb, body: unknown): Promise<Response> {
  const review = await reviewApproval(host, id);
  if (review === undefined) return failure(404, 'approval/missing', `there is no approval \`${id}\``);
  const answer = readAnswer(verb, body);
  if (answer === undefined) return failure(400, 'web/body', 'the body is not as it must be', 'src/web/api.ts has it');
  if (answer.digest !== review.digest)
    return failure(409, 'approval/changed', 'what waits under this id is not what was shown', 'look at it again');
  const reply = await submit(host, review, verb, answer);
  if (!reply.ok) return failure(409, reply.code, reply.message, reply.remedy);
  const after = await approvalDetail(host, id);
  return after === undefined ? failure(404, 'approval/missing', 'the approval is gone') : Response.json(after);
}

function submit(host: Host, review: ApprovalReview, verb: Verb, answer: Answer): Promise<Reply> {
  const { scope, call, reason } = answer;
  const why = reason === undefined ? {} : { reason };
  switch (verb) {
    case 'approve':
      return approve(host, review, {
        ...by,
        ...(scope === undefined ? {} : { scope }),
        ...(call === undefined ? {} : { call }),
      });
    case 'deny':
      return deny(host, review, { ...by, ...why });
    case 'revoke':
      return revoke(host, review.id, { ...by, ...why });
  }
}

type Answer = Partial<ApproveRequest> & Partial<RefuseRequest> & { readonly digest: string };

/** What comes from outside is a type only after this. */
function readAnswer(verb: Verb, body: unknown): Answer | undefined {
  const { digest, scope, call, reason } = Object(body) as { readonly [name: string]: unknown };
  if (typeof digest !== 'string') return undefined;
  if (verb !== 'approve') {
    if (reason !== undefined && (typeof reason !== 'string' || reason.length > 2_000)) return undefined;
    return { digest, ...(reason === undefined || reason === '' ? {} : { reason }) };
  }
  if (scope !== 'once' && scope !== 'session' && scope !== 'always') return undefined;
  if (call !== undefined && (typeof call !== 'string' || !/^call_[0-9a-f]{1,64}$/.test(call))) return undefined;
  return { digest, scope, ...(call === undefined ? {} : { call }) };
}
