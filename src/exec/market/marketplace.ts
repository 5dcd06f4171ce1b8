import type { Json } from '../../ir/json.ts';
import type { Gate } from '../gates/gate.ts';
import { gates } from '../gates/index.ts';
import { outputProblem } from '../input/check-input.ts';
import { nothingUsed, type Outcome, type OutcomeFiles, type ProgramEnd, type Reason, type Used } from '../outcome.ts';
import type { Scrubber } from '../provider.ts';
import { remedyOf } from '../remedies.ts';
import { type Ask, known, type Progress } from './ask.ts';
import { newCallId } from './call-id.ts';
import type { ExecHost } from './host.ts';
import { inTime, PATIENCE_MS, SHORT_PATIENCE_MS } from './in-time.ts';
import type { TurnedAway } from './program.ts';
import { recordTurnedAway, settle } from './record.ts';
import { resultOf } from './result.ts';
import { type PlanRun, runPlan } from './run-plan.ts';
import { type Stop, stop } from './stop.ts';

/**
 * The one way in: command line, library, programs and tools all call it. What goes wrong in any part of the host before the
 * intent is a denial, and behind it an outcome that nobody retries.
 */
export async function call(ask: Ask, host: ExecHost): Promise<Outcome> {
  const callId = newCallId(host.clock.wall(), host.random);
  const outcome = await attempt({ ask, callId }, host);
  return outcome ?? (await attempt({ ask, callId, isFresh: true }, host)) ?? stoppedOutcome(faultOf(undefined), callId);
}

/** Undefined where the call was stopped as an operation that it is no longer: then nothing has happened. */
async function attempt(progress: Progress, host: ExecHost): Promise<Outcome | undefined> {
  const { ask } = progress;
  try {
    for (const gate of gates) {
      if (ask.dryRun === true && gate === gates.at(-1)) return dryRun(progress);
      const passing = passed(gate, progress, host);
      const stopped = passing instanceof Promise ? await passing : passing;
      if (stopped === undefined) continue;
      return (await isOutdated(progress, host)) ? undefined : await turnedAway(stopped, progress, host);
    }
    return await admitted(progress, host);
  } finally {
    progress.secrets?.close();
  }
}

/** Only who waits for somebody needs a limit of time. */
export function passed(gate: Gate, progress: Progress, host: ExecHost): Stop | undefined | Promise<Stop | undefined> {
  try {
    const stopped = gate(progress, host);
    return stopped instanceof Promise
      ? inTime(PATIENCE_MS, 'a part of the host', () => stopped).catch(faultOf)
      : stopped;
  } catch (error) {
    return faultOf(error);
  }
}

/** A no is for the operation as it is now. A yes needs no such question: the ledger has seen to it. */
async function isOutdated({ ask, operation, isRemembered }: Progress, host: ExecHost): Promise<boolean> {
  if (isRemembered !== true) return false;
  const look = async () => host.operations.find(ask.capability);
  const now = await inTime(PATIENCE_MS, 'a part of the host', look).catch(() => undefined);
  return now !== undefined && (now.kind !== 'operation' || now.operation !== operation);
}

/** A dependency that throws is one that is missing: the call does not start. */
function faultOf(error: unknown): Stop {
  const { code, message, remedy } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly remedy?: unknown;
  };
  return stop(
    'denied',
    typeof code === 'string' ? code : 'host/fault',
    typeof message === 'string' ? message : 'a part of the host failed',
    {
      ...(typeof remedy === 'string' ? { remedy } : {}),
    },
  );
}

function dryRun({ callId, subject, answer, approval }: Progress): Outcome {
  const result: Json = {
    dry_run: true,
    decision: answer?.decision ?? 'deny',
    rules: answer?.rules.map(({ id }) => id) ?? [],
    approval_id: approval?.id ?? null,
    effects: (subject?.effects ?? []) as unknown as Json,
  };
  return {
    outcome: 'done',
    call_id: callId,
    result,
    resources: { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 },
  };
}

async function turnedAway(stopped: Stop, progress: Progress, host: ExecHost): Promise<Outcome> {
  await recordTurnedAway(stopped, progress, host);
  return stoppedOutcome(stopped, progress.callId);
}

function stoppedOutcome(stopped: Stop, callId: string): Outcome {
  const base = { call_id: callId, reason: stopped.reason };
  if (stopped.how === 'denied') return { outcome: 'denied', ...base };
  const asked = stopped.approval === undefined ? {} : { approval_id: stopped.approval };
  return { outcome: stopped.how, ...base, ...asked };
}

async function admitted(progress: Progress, host: ExecHost): Promise<Outcome> {
  const { callId } = progress;
  const run = await inTime(known(progress.cap, 'admit').wall_clock_ms + SHORT_PATIENCE_MS, 'a provider', () =>
    runPlan(progress, host),
  ).catch(brokenRun);
  const secrets = known(progress.secrets, 'secrets');
  const stdout = scrubbed(run.last.stdout, secrets.scrubber());
  const unknown = run.last.status === 'failed' && run.last.uncertain === true;
  const how = unknown ? 'unknown' : run.last.status;
  const settled = await inTime(PATIENCE_MS, 'the log', () =>
    settle(progress, host, {
      outcome: how,
      used: own(run),
      stdout,
      code: run.last.code,
      more: { steps: run.steps as unknown as Json },
    }),
  ).catch(faultOf);
  const failed = { outcome: 'failed', call_id: callId, resources: run.used } as const;
  if (settled !== undefined) return { ...failed, reason: settled.reason };
  const made = resultOf(stdout, host.keepBytes);
  const kept = made instanceof Promise ? await inTime(PATIENCE_MS, 'the store', () => made).catch(faultOf) : made;
  if ('how' in kept) return { ...failed, reason: kept.reason };
  const { result } = kept;
  const program = programEnd(run, host, secrets.scrub.text);
  if (run.turnedAway !== undefined) return stoppedOutcome(stopOf(run.turnedAway, secrets.scrub.text), callId);
  const files =
    run.files === undefined ? {} : { files: secrets.scrub.json(run.files as unknown as Json) as OutcomeFiles };
  if (run.last.status === 'failed')
    return { ...failed, reason: reasonOf(run, secrets.scrub.text), result, ...files, ...program };
  await checkResult(progress, host, result);
  return { outcome: 'done', call_id: callId, result, resources: run.used, ...httpError(run), ...files, ...program };
}

/** What calls inside it cost is counted for those. */
function own({ used, counted }: PlanRun): Used {
  return {
    calls: used.calls - counted.calls,
    network_bytes: used.network_bytes - counted.network_bytes,
    wall_clock_ms: used.wall_clock_ms,
    cpu_ms: used.cpu_ms,
  };
}

function stopOf({ how, code, message, remedy, approval }: TurnedAway, scrub: (text: string) => string): Stop {
  return stop(how, code, scrub(message), {
    ...(remedy === undefined ? {} : { remedy }),
    ...(approval === undefined ? {} : { approval }),
  });
}

function httpError({ steps }: PlanRun): Pick<Extract<Outcome, { outcome: 'done' }>, 'http'> {
  const last = steps.findLast(({ capability }) => capability === 'network.http-fetch');
  const { http } = Object(last?.facts) as { readonly http?: { readonly status?: unknown } };
  return typeof http?.status === 'number' && http.status >= 400 ? { http: { status: http.status } } : {};
}

const MOST_STDERR = 16_384;

function programEnd(
  { last, steps }: PlanRun,
  { programs }: ExecHost,
  scrub: (text: string) => string,
): { readonly program?: ProgramEnd } {
  const { exitCode, stderr = '' } = last;
  if (exitCode === undefined || !programs.has(steps.at(-1)?.capability ?? '')) return {};
  const said = scrub(stderr.slice(-MOST_STDERR));
  return { program: { exit_code: exitCode, ...(said === '' ? {} : { stderr: said }) } };
}

function brokenRun(error: unknown): PlanRun {
  const message = error instanceof Error ? error.message : 'a provider failed';
  const used = { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
  const last = {
    status: 'failed',
    stdout: new Uint8Array(),
    code: 'provider/fault',
    message,
    uncertain: true,
    used,
  } as const;
  return { last, used: { calls: 1, ...used }, counted: nothingUsed, steps: [] };
}

function scrubbed(bytes: Uint8Array, scrubber: Scrubber): Uint8Array {
  return scrubber.isIdle === true ? bytes : Buffer.concat([scrubber.push(bytes), scrubber.end()]);
}

function reasonOf({ last }: PlanRun, scrub: (text: string) => string): Reason {
  const code = last.code ?? 'call/failed';
  const unsure = last.uncertain === true ? 'it may have taken effect: look before it is done again' : undefined;
  const remedy = last.remedy ?? unsure ?? remedyOf(code);
  return {
    code,
    message: scrub(last.message ?? 'the call failed'),
    rules: [],
    ...(remedy === undefined ? {} : { remedy }),
  };
}

async function checkResult(progress: Progress, host: ExecHost, result: Json): Promise<void> {
  const { output, id } = known(progress.operation, 'known');
  const problem = output === undefined ? undefined : outputProblem(output, result);
  if (problem === undefined) return;
  const warning = async () =>
    host.ledger.submit({
      kind: 'warn',
      session: progress.ask.session,
      actor: 'skillc',
      parents: [known(progress.intent, 'admit')],
      capability: id,
      data: { call: progress.callId, warning: 'the result is not as the output schema says', problem },
    });
  await inTime(SHORT_PATIENCE_MS, 'the log', warning).catch(() => undefined);
}
