import { call } from '../../exec/market/marketplace.ts';
import { nothingUsed, type Outcome, type Used } from '../../exec/outcome.ts';
import type { Json } from '../../ir/json.ts';
import { approvalById, approve } from '../approvals.ts';
import { callParameters } from '../call-parameters.ts';
import type { Host } from '../open-host.ts';
import { waitingCall } from '../waiting-call.ts';
import { type Admitted, admitPlan, settlePlan } from './admit-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckedStep } from './check-step.ts';
import type { PlanInput, PlanProblem } from './plan-input.ts';
import { fill } from './references.ts';

export interface PlanAsk {
  readonly plan: PlanInput;
  readonly session: string;
  readonly actor: 'agent' | 'person';
  readonly signal?: AbortSignal;
  /** Before each step, from 1. */
  readonly onStep?: (step: number, of: number) => void;
}

/**
 * Runs the steps one after the other, each through `call`. One approval of the whole plan stands for those of its steps: where a step
 * asks, the answer to the plan is given for exactly its parameters, and only while the step is bound to what the plan names.
 */
export async function runPlan(host: Host, ask: PlanAsk): Promise<Outcome> {
  const checked = await checkPlan(host, ask.plan, ask.session);
  if (checked.kind === 'wrong') return denied('', checked.problems);
  const admitted = await admitPlan(host, ask, checked);
  if (admitted.kind === 'outcome') return admitted.outcome;
  const done: Done[] = [];
  const outcome = await runSteps(host, ask, checked.steps, admitted, done);
  const settled = await settlePlan(host, ask, admitted, outcome.outcome, done);
  return settled ?? outcome;
}

export interface Done {
  readonly capability: string;
  readonly outcome: Outcome;
}

async function runSteps(
  host: Host,
  ask: PlanAsk,
  steps: readonly CheckedStep[],
  admitted: Extract<Admitted, { kind: 'admitted' }>,
  done: Done[],
): Promise<Outcome> {
  const results = new Map<string, Json>();
  const call_id = admitted.callId;
  for (const [index, checked] of steps.entries()) {
    const number = index + 1;
    if (ask.signal?.aborted === true)
      return stopped(call_id, done, { code: 'call/aborted', message: `broken off before step ${number}`, rules: [] });
    ask.onStep?.(number, steps.length);
    const { step } = checked;
    const filled = fill(step.input, results);
    if (filled.kind === 'missing')
      return stopped(call_id, done, {
        code: 'plan/reference',
        message: `step ${number}: ${filled.message}`,
        rules: [],
      });
    const outcome = await runStep(host, ask, checked, filled.value, admitted.intent);
    done.push({ capability: step.capability, outcome });
    if (outcome.outcome !== 'done') {
      const { reason } = outcome;
      return stopped(call_id, done, { ...reason, message: `step ${number}: ${reason.message}` });
    }
    results.set(String(number), outcome.result);
    if (step.id !== undefined) results.set(step.id, outcome.result);
  }
  return { outcome: 'done', call_id, result: resultOf(done), resources: used(done) };
}

async function runStep(host: Host, ask: PlanAsk, checked: CheckedStep, input: Json, intent: string): Promise<Outcome> {
  const { session, actor, signal } = ask;
  const { capability } = checked.step;
  const aborting = signal === undefined ? {} : { signal };
  const one = () => call({ capability, input, session, actor, parents: [intent], ...aborting }, host.exec);
  const first = await one();
  if (first.outcome !== 'waiting' || first.approval_id !== checked.approval.id) return first;
  const approval = await approvalById(host, checked.approval.id);
  if (approval === undefined || approval.digest !== checked.approval.digest) return first;
  const waiting = waitingCall(approval, session, await callParameters(host, capability, input));
  if (waiting === undefined) return first;
  const by = { session, actor: 'configuration', via: 'plan', parents: [intent] } as const;
  const granted = await approve(host, approval, { ...by, scope: 'once', call: waiting });
  return granted.ok ? one() : first;
}

function resultOf(done: readonly Done[]): Json {
  const steps = done.map(({ capability, outcome }) => ({
    capability,
    outcome: outcome.outcome,
    call_id: outcome.call_id,
    result: outcome.outcome === 'done' || outcome.outcome === 'failed' ? (outcome.result ?? null) : null,
  }));
  return { steps };
}

function stopped(
  call_id: string,
  done: readonly Done[],
  reason: Extract<Outcome, { reason: unknown }>['reason'],
): Outcome {
  return { outcome: 'failed', call_id, reason, result: resultOf(done), resources: used(done) };
}

export function used(done: readonly Done[]): Used {
  return done.reduce((sum: Used, { outcome }) => {
    const one = 'resources' in outcome ? outcome.resources : nothingUsed;
    return {
      calls: sum.calls + one.calls,
      network_bytes: sum.network_bytes + one.network_bytes,
      wall_clock_ms: sum.wall_clock_ms + one.wall_clock_ms,
      cpu_ms: sum.cpu_ms + one.cpu_ms,
    };
  }, nothingUsed);
}

function denied(call_id: string, problems: readonly PlanProblem[]): Outcome {
  const [first] = problems;
  const where = first?.step === null || first === undefined ? '' : `step ${first.step}: `;
  return {
    outcome: 'denied',
    call_id,
    reason: {
      code: first?.code ?? 'plan/wrong',
      message: `${where}${first?.message ?? 'the plan cannot run'}`,
      rules: [],
      ...(first?.remedy === undefined ? {} : { remedy: first.remedy }),
    },
  };
}
