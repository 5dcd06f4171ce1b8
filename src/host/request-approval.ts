import { commitParameters } from '../exec/approvals/parameters.ts';
import { inputCheck } from '../exec/input/check-input.ts';
import { call } from '../exec/market/marketplace.ts';
import type { Outcome } from '../exec/outcome.ts';
import type { Json } from '../ir/json.ts';
import type { Host } from './open-host.ts';
import { operationStatus } from './operation-status.ts';

export interface ApprovalWish {
  readonly capability: string;
  /** With it the answer may be for exactly this call; without it for the operation. */
  readonly input?: Json;
  readonly session: string;
  readonly actor: 'agent' | 'person';
}

export type ApprovalAsked =
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'asked'; readonly approval_id: string; readonly granted: boolean; readonly call_id: string | null }
  /** It could not run even with an approval. */
  | { readonly kind: 'outcome'; readonly outcome: Outcome };

/** Puts a question to a person without running anything. */
export async function requestApproval(host: Host, wish: ApprovalWish): Promise<ApprovalAsked> {
  const { capability, input, session, actor } = wish;
  const found = await host.operations.find(capability);
  if (found.kind !== 'operation' || input !== undefined) {
    const tried = await call({ capability, input: input ?? {}, session, actor, dryRun: true }, host.exec);
    if (tried.outcome !== 'done') return { kind: 'outcome', outcome: tried };
  }
  if (found.kind !== 'operation') throw new Error('an operation that passed the gates is not there');
  const { plan, skill, skillDigest, source, loaded } = found.operation;
  const { status, approval, unset } = await operationStatus(host, plan, { skill, digest: skillDigest, uri: source });
  if (status === 'ready') return { kind: 'not-needed' };
  if (approval === undefined) return { kind: 'outcome', outcome: needsSetting(unset, skill) };
  const about = input === undefined ? {} : aboutCall(host, plan.inputs, input);
  const reply = await host.ledger.submit({
    kind: 'request-approval',
    session,
    actor,
    id: approval.id,
    digest: approval.digest,
    ...(loaded ? { skill, skillDigest } : {}),
    operation: plan.operation,
    subject: approval.subject as unknown as Json,
    ...about,
  });
  if (!reply.ok) {
    const { code, message, remedy } = reply;
    const reason = { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) };
    return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', reason } };
  }
  const call_id = 'call' in about && about.call !== undefined ? about.call : null;
  return { kind: 'asked', approval_id: approval.id, granted: reply.value.status === 'granted', call_id };
}

function aboutCall(
  host: Host,
  schema: Parameters<typeof inputCheck>[0],
  input: Json,
): { parameters?: string; call?: string } {
  const checked = inputCheck(schema)(input);
  if (checked.kind === 'refused') return {};
  const parameters = commitParameters(checked.inputs, host.exec.commit);
  return { parameters, call: `call_${Buffer.from(host.exec.random(12)).toString('hex')}` };
}

function needsSetting(unset: readonly string[], skill: string): Outcome {
  const [name = ''] = unset;
  const reason = {
    code: 'setting/missing',
    message: `the setting \`${name}\` is not set`,
    rules: [],
    remedy: `skillc setting set ${name} VALUE --skill ${skill}`,
  };
  return { outcome: 'waiting', call_id: '', reason };
}
