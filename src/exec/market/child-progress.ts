import { showExpr } from '../../ir/expr.ts';
import type { Call, Plan, SecretUse } from '../../ir/plan.ts';
import { type ApprovalSubject, approvalSubject } from '../approvals/subject.ts';
import { known, type Progress } from './ask.ts';
import { newCallId } from './call-id.ts';
import type { ExecHost, RegisteredOperation } from './host.ts';

/** A call inside an admitted one, as the gates see it: an operation of one literal call, caused by the intent of its parent. */
export function childProgress(
  call: Call,
  uses: readonly SecretUse[],
  network: number,
  reason: string,
  parent: Progress,
  host: ExecHost,
): Progress {
  const operation = known(parent.operation, 'known');
  const child: RegisteredOperation = { ...operation, plan: planOf(call, uses, reason, operation.plan) };
  return {
    ask: {
      capability: operation.id,
      input: {},
      session: parent.ask.session,
      actor: parent.ask.actor,
      parents: [known(parent.intent, 'admit')],
    },
    callId: newCallId(host.clock.wall(), host.random),
    operation: child,
    inputs: known(parent.inputs, 'input'),
    given: known(parent.given, 'input'),
    settings: new Map(),
    subject: subjectOf(child, parent, host),
    // Its time is part of the program's, which has reserved it; what it moves is its own.
    reserve: { calls: 1, network_bytes: network, wall_clock_ms: 0, cpu_ms: 0, money: 0 },
    secrets: known(parent.secrets, 'secrets'),
  };
}

function planOf(call: Call, secrets: readonly SecretUse[], reason: string, plan: Plan): Plan {
  return {
    ...plan,
    composition: 'single',
    calls: [call],
    inputs: { type: 'object', properties: {}, required: [] },
    bindings: [],
    effects: call.effects,
    secrets,
    settings: [],
    tier: call.tier,
    approvalReason: reason,
    code: [],
    span: call.span,
  };
}

/** Bound to the program that makes it and to exactly these words: they are kept as a commitment, as the parameters of a call are. */
function subjectOf(
  { plan, skill, skillDigest, source }: RegisteredOperation,
  parent: Progress,
  host: ExecHost,
): ApprovalSubject {
  const [call] = plan.calls;
  const { capabilities } = host;
  const whole = known(parent.subject, 'policy');
  const { limits } = whole;
  const subject = approvalSubject(plan, { skill, skillDigest, source, settings: new Map(), limits, capabilities });
  return {
    ...subject,
    kind: 'call',
    plan: whole.plan,
    ...(whole.programs === undefined ? {} : { programs: whole.programs }),
    ...(whole.isolation === undefined ? {} : { isolation: whole.isolation }),
    call: { capability: call?.capability ?? '', args: host.commit(call === undefined ? null : showExpr(call.args)) },
  };
}
