import type { Json } from '../../ir/json.ts';
import { commitParameters } from '../approvals/parameters.ts';
import type { Amounts } from '../ledger/budget.ts';
import type { Admit } from '../ledger/command.ts';
import type { Reply } from '../ledger/ledger.ts';
import { compose } from '../ledger/shared.ts';
import { known, type Progress } from '../market/ask.ts';
import type { ExecHost } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';
import { admitForm, skillOf } from './admit-form.ts';
import type { Gate } from './gate.ts';
import { overBudget } from './over-budget.ts';

/** Uses the approval, reserves the budget and records the intent in one transaction. Behind it the effect may happen. */
export const isAdmitted: Gate = async (progress, host) => {
  const reply = await host.ledger.submit(admission(progress, host));
  if (!reply.ok) return refusedBy(reply, progress, host);
  progress.cap = reply.value.cap as unknown as Amounts;
  progress.intent = String(reply.value.intent);
  return undefined;
};

/** The command that admits a call which has passed every gate before. */
export function admission(progress: Progress, host: ExecHost): Admit {
  const { ask, callId, approval, unlessDenied } = progress;
  const own = {
    kind: 'admit',
    call: callId,
    session: ask.session,
    actor: ask.actor,
    ...(ask.parents === undefined ? {} : { parents: ask.parents }),
    ...(approval === undefined
      ? {
          parameters: commitParameters(known(progress.inputs, 'input'), host.commit),
          ...(unlessDenied === undefined ? {} : { unlessDenied }),
        }
      : { approval }),
  } as const;
  return compose(admitForm(progress, host), own);
}

/** Answers that a person can turn into a yes. */
export const asking: ReadonlySet<string> = new Set(
  ['missing', 'pending', 'used', 'expired', 'revoked', 'ended', 'not-covered'].map((code) => `approval/${code}`),
);

async function refusedBy(reply: Extract<Reply, { ok: false }>, progress: Progress, host: ExecHost): Promise<Stop> {
  const { code, message, remedy } = reply;
  const rules = progress.answer?.rules.map(({ id }) => id) ?? [];
  const more = { rules, ...(remedy === undefined ? {} : { remedy }) };
  if (code.startsWith('budget/')) return overBudget(reply, progress, host, more);
  const { approval } = progress;
  if (approval === undefined) return stop('denied', code, message, more);
  const named = code.startsWith('approval/') ? { approval: approval.id } : {};
  if (!asking.has(code)) return stop('denied', code, message, { ...more, ...named });
  return requestApproval(progress, host, rules, code);
}

/** The question for a person: exactly what the approval would be bound to. */
export async function requestApproval(
  progress: Progress,
  host: ExecHost,
  rules: readonly string[],
  because?: string,
): Promise<Stop> {
  const { id, digest, parameters } = known(progress.approval, 'policy');
  const operation = known(progress.operation, 'known');
  const subject = known(progress.subject, 'policy');
  const reply = await host.ledger.submit({
    kind: 'request-approval',
    id,
    digest,
    session: progress.ask.session,
    actor: progress.ask.actor,
    ...skillOf(operation),
    operation: operation.plan.operation,
    subject: subject as unknown as Json,
    parameters,
    call: progress.callId,
  });
  if (!reply.ok) {
    const { code, message, remedy } = reply;
    const named = code.startsWith('approval/') ? { approval: id } : {};
    return stop('denied', code, message, { rules, ...named, ...(remedy === undefined ? {} : { remedy }) });
  }
  const message = subject.reason === '' ? 'this call needs an approval' : subject.reason;
  return stop('waiting', 'approval/needed', message, {
    rules,
    remedy: `skillc approve ${id}`,
    approval: id,
    ...(because === undefined || because === 'approval/missing' || because === 'approval/pending' ? {} : { because }),
  });
}
