import type { Effect } from '../../ir/effect.ts';
import { showExpr } from '../../ir/expr.ts';
import { approvalOf } from '../approvals/subject.ts';
import { isAdmitted } from '../gates/admit.ts';
import { policyAnswer } from '../gates/policy.ts';
import type { ProviderContext, ProviderResult } from '../provider.ts';
import { CookieJar } from '../providers/http/cookies.ts';
import { spellings } from '../providers/io/file-grants.ts';
import type { CallSecrets } from '../secrets/broker.ts';
import { known, type Progress } from './ask.ts';
import { checked } from './checked-result.ts';
import { type Ceiling, outsideOf, outsideText } from './child-judge.ts';
import { childProgress } from './child-progress.ts';
import { type Family, familyLimits } from './family.ts';
import type { ExecHost } from './host.ts';
import { inTime, PATIENCE_MS } from './in-time.ts';
import type { ChildCalls, ChildResult, ChildStep, TurnedAway } from './program.ts';
import { recordTurnedAway, settle } from './record.ts';
import { type Around, type CallRun, runCall } from './run-call.ts';
import { type Stop, stop } from './stop.ts';

/** A provider that heeds its deadline has said so by then, and the program around it is still there to hear it. */
const LATE_MS = 1_000;

export function childCalls(around: Around, progress: Progress, host: ExecHost): ChildCalls {
  const begun = host.clock.monotonic();
  return {
    run: (step) => runChild(step, around, begun, progress, host),
    refuse: (refused) => refuseChild(refused, around, progress, host),
  };
}

/** It counts as one of the calls: refusals too are no way to fill the log. */
async function refuseChild(
  { code, message }: { readonly code: string; readonly message: string },
  { parent: { family, call } }: Around,
  parent: Progress,
  host: ExecHost,
): Promise<void> {
  if (!family.start()) return;
  family.turnAway(no('denied', code, family.handles.mask.text(message)));
  const child = childProgress({ ...call, effects: [] }, [], 0, '', parent, host);
  await recordTurnedAway(stop('denied', code, message), child, host);
}

async function runChild(
  step: ChildStep,
  around: Around,
  begun: number,
  parent: Progress,
  host: ExecHost,
): Promise<ChildResult> {
  const { family, depth } = around.parent;
  const { capability } = step.call;
  const isProgram = host.programs.has(capability);
  if (!family.start())
    return family.turnAway(no('over-budget', 'limit/calls', `more than ${familyLimits.calls} calls inside one call`));
  if (isProgram && depth + 1 >= familyLimits.depth)
    return family.turnAway(no('denied', 'limit/depth', `programs start programs more than ${familyLimits.depth} deep`));
  const isRequest = capability === 'network.http-fetch';
  // A program holds no place: those it starts need them.
  const share = isProgram ? 0 : await family.enter(isRequest ? step.networkBytes : 0);
  if (share === undefined) return no('denied', 'exec/stopped', 'the program has ended');
  let used: ProviderResult['used'] = { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
  try {
    if (isRequest && share === 0)
      return family.turnAway(no('over-budget', 'limit/bytes', 'the program has moved all bytes that it may'));
    const result = await judged(step, share, around, begun, parent, host);
    if (result.status === 'turned-away') return family.turnAway(result);
    used = result.used;
    return result;
  } finally {
    const calls = isEffectful(step, host) ? 1 : 0;
    if (!isProgram) family.leave(share, { ...used, calls });
    else family.spend({ ...used, calls });
  }
}

/** Ceiling, policy, secrets, intent, in this order; behind the last lies the effect. */
async function judged(
  step: ChildStep,
  share: number,
  around: Around,
  begun: number,
  parent: Progress,
  host: ExecHost,
): Promise<ChildResult> {
  const { family } = around.parent;
  const ceiling: Ceiling = {
    effects: around.ceiling,
    captured: family.captured,
    given: family.given,
    spellings: (path) => spellings(host.files, path),
  };
  const outside = outsideOf(step.call.effects, ceiling);
  const [first] = outside;
  const reason = first === undefined ? '' : family.handles.mask.text(outsideText(first, around.ceiling));
  const needsIntent = isEffectful(step, host);
  const child = childProgress(step.call, step.uses, share, reason, parent, host);
  const stopped = await inTime(PATIENCE_MS, 'a part of the host', async () => {
    const answer = policyAnswer(child, [], JSON.stringify(showExpr(step.call.args)), host);
    child.answer = answer;
    const rules = answer.rules.map(({ id }) => id);
    if (answer.decision === 'deny') {
      const why = answer.rules.find(({ decision }) => decision === 'deny')?.reason ?? 'policy denies it';
      const remedy = answer.remedy === undefined ? {} : { remedy: answer.remedy };
      return stop('denied', 'policy/denied', why, { rules, ...remedy });
    }
    const never = outside.find(isNeverAsked);
    if (never !== undefined) {
      const code = never.kind === 'secret' ? 'ceiling/secret' : 'ceiling/open';
      return stop('denied', code, outsideText(never, around.ceiling), { rules });
    }
    const isCovered = first === undefined && (family.isApproved || answer.decision === 'allow');
    if (!isCovered && needsIntent) child.approval = ownApproval(child);
    const secrets = await secretsFor(step, child, family, parent, host);
    if ('how' in secrets) return secrets;
    child.secrets = secrets;
    return needsIntent ? isAdmitted(child, host) : undefined;
  }).catch((error: unknown) => faultOf(error));
  try {
    if (stopped !== undefined) {
      await recordTurnedAway(stopped, child, host);
      return turnedAway(stopped, family);
    }
    return await admitted(step, share, child, around, begun, host);
  } finally {
    if (child.secrets !== parent.secrets) child.secrets?.close();
  }
}

/** Where a secret goes is decided by what was approved, never by what a program makes up on its way. */
function isNeverAsked(effect: Effect): boolean {
  return effect.kind === 'secret' || JSON.stringify(effect).includes('${');
}

/** What touches nothing (jq over what the program holds) is part of the program: no intent, no budget of its own. */
function isEffectful({ call, uses }: ChildStep, { programs }: ExecHost): boolean {
  return uses.length > 0 || programs.has(call.capability) || call.effects.some(({ kind }) => kind !== 'output');
}

function ownApproval(child: Progress): NonNullable<Progress['approval']> {
  const subject = known(child.subject, 'policy');
  return { ...approvalOf(subject), parameters: subject.call?.args ?? '' };
}

/** The program's own secrets, or those that came while it ran: each only where its effect was found inside. */
async function secretsFor(
  { uses }: ChildStep,
  child: Progress,
  family: Family,
  parent: Progress,
  host: ExecHost,
): Promise<CallSecrets | Stop> {
  const { skill } = known(parent.operation, 'known');
  const named = known(child.operation, 'known').plan.calls[0]?.effects ?? [];
  const unnamed = uses.find(
    (use) =>
      !named.some(
        (effect) =>
          effect.kind === 'secret' &&
          effect.name === use.name &&
          effect.origin === use.origin &&
          effect.slot === use.slot,
      ),
  );
  if (unnamed !== undefined)
    return stop('denied', 'ceiling/secret', `\`${unnamed.name}\` would go where no effect of the call says`);
  const given = known(parent.secrets, 'secrets');
  if (!uses.some(({ name }) => family.captured.has(name))) return given;
  const opened = await host.broker.open({
    call: child.callId,
    skill,
    uses,
    // They were judged against the ceiling just now, and the ceiling was approved.
    bindings: uses.map((use) => ({ ...use, skill })),
    loopback: true,
    held: family.captured,
  });
  if (opened.kind === 'open') return opened.secrets;
  return stop('denied', opened.code, opened.message, opened.remedy === undefined ? {} : { remedy: opened.remedy });
}

async function admitted(
  step: ChildStep,
  share: number,
  child: Progress,
  around: Around,
  begun: number,
  host: ExecHost,
): Promise<ChildResult> {
  const { parent: program } = around;
  const { family, depth } = program;
  const { call, uses, stdin, signal } = step;
  const secrets = known(child.secrets, 'secrets');
  const { cap } = program.context;
  const left = Math.max(1, cap.wall_clock_ms - (host.clock.monotonic() - begun));
  const context: ProviderContext = {
    signal: AbortSignal.any([signal, program.context.signal]),
    cap: {
      network_bytes: child.cap?.network_bytes ?? share,
      wall_clock_ms: Math.ceil(left),
      cpu_ms: Math.max(1, cap.cpu_ms - family.used.cpu_ms),
    },
    stdin,
    // An answer that holds a secret shows the program its handle, which nobody else can write.
    secrets: { ...secrets, scrubber: () => secrets.scrub.scrubber(family.handles.handle) },
    clock: host.clock,
  };
  const run: CallRun = {
    call,
    bindings: step.bindings ?? [],
    effects: call.effects,
    reach: [...around.ceiling, ...call.effects],
    uses,
    cookies: new CookieJar(),
    context,
    family,
    depth: depth + 1,
    files: step.files,
    children: childCalls,
    captures: { shown: family.handles.handle, keep: (name, value) => family.captured.set(name, value) },
  };
  const result = await inTime(left + LATE_MS, 'a provider', step.own ?? (() => runCall(run, child, host)))
    .then(checked)
    .catch(brokenCall);
  return isEffectful(step, host) ? ended(result, child, family, host) : result;
}

/** What a program sees has been scrubbed; what the log gets has no handles either. */
async function ended(result: ProviderResult, child: Progress, family: Family, host: ExecHost): Promise<ProviderResult> {
  const secrets = known(child.secrets, 'secrets');
  const scrubber = secrets.scrub.scrubber(family.handles.handle);
  const stdout = Buffer.concat([scrubber.push(result.stdout), scrubber.end()]);
  const { network_bytes, wall_clock_ms, cpu_ms } = result.used;
  const capability = known(child.operation, 'known').plan.calls[0]?.capability ?? '';
  const stopped = await inTime(PATIENCE_MS, 'the log', () =>
    settle(child, host, {
      outcome: result.status === 'failed' && result.uncertain === true ? 'unknown' : result.status,
      used: { calls: 1, network_bytes, wall_clock_ms: 0, cpu_ms: 0 },
      stdout: family.handles.mask.bytes(stdout),
      code: result.code,
      more: {
        steps: [{ capability, facts: family.handles.mask.json(result.facts ?? {}) }],
        time: { wall_clock_ms, cpu_ms },
      },
    }),
  ).catch(faultOf);
  if (stopped === undefined) return { ...result, stdout };
  const { code, message } = stopped.reason;
  return { status: 'failed', stdout: new Uint8Array(), code, message, uncertain: true, used: result.used };
}

function brokenCall(error: unknown): ProviderResult {
  const message = error instanceof Error ? error.message : 'a provider failed';
  const used = { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
  return { status: 'failed', stdout: new Uint8Array(), code: 'provider/fault', message, uncertain: true, used };
}

function faultOf(error: unknown): Stop {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  const what = typeof message === 'string' ? message : 'a part of the host failed';
  return stop('denied', typeof code === 'string' ? code : 'host/fault', what);
}

function turnedAway({ how, reason, approval }: Stop, { handles }: Family): TurnedAway {
  const { code, message, remedy } = reason;
  return {
    status: 'turned-away',
    how,
    code,
    message: handles.mask.text(message),
    ...(remedy === undefined ? {} : { remedy }),
    ...(approval === undefined ? {} : { approval }),
  };
}

function no(how: TurnedAway['how'], code: string, message: string): TurnedAway {
  return { status: 'turned-away', how, code, message };
}
