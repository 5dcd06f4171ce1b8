import type { Json } from '../../ir/json.ts';
import { budgetSubject } from '../approvals/budget-subject.ts';
import { approvalOf } from '../approvals/subject.ts';
import type { Reply } from '../ledger/ledger.ts';
import type { Progress } from '../market/ask.ts';
import type { ExecHost } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';

/** Nothing is left: a person is asked for more, and until they say yes every call ends here. */
export async function overBudget(
  { code, message, exhausted }: Extract<Reply, { ok: false }>,
  { ask, callId }: Progress,
  host: ExecHost,
  more: { readonly rules: readonly string[]; readonly remedy?: string },
): Promise<Stop> {
  const subject = exhausted === undefined ? undefined : budgetSubject(exhausted);
  if (subject === undefined) return stop('over-budget', code, message, more);
  const { id, digest } = approvalOf(subject);
  const asked = await host.ledger.submit({
    kind: 'request-approval',
    id,
    digest,
    session: ask.session,
    actor: ask.actor,
    operation: subject.operation,
    subject: subject as unknown as Json,
    call: callId,
  });
  // A person who has said no, or who was asked too often, is not asked again.
  if (!asked.ok) return stop('over-budget', code, message, more);
  const remedy = [`skillc approve ${id}`, more.remedy].filter((one) => one !== undefined).join(', or ');
  return stop('over-budget', code, message, { ...more, remedy, approval: id });
}
