import type { Json } from '../../ir/json.ts';
import type { Call } from '../../ir/plan.ts';
import { withSettings } from '../approvals/subject.ts';
import { absent, evaluate } from '../evaluate/evaluate.ts';
import { isValueProblem } from '../evaluate/problem.ts';
import { nothingUsed, type Used } from '../outcome.ts';
import type { ProviderContext, ProviderResult } from '../provider.ts';
import { CookieJar } from '../providers/http/cookies.ts';
import { known, type Progress } from './ask.ts';
import { fileOutput } from './file-output.ts';
import { grantedFiles } from './granted-files.ts';
import type { ExecHost } from './host.ts';
import { httpCall } from './http-step.ts';
import { keepCredentials } from './keep-credentials.ts';

export interface PlanRun {
  readonly last: ProviderResult;
  readonly used: Used;
  readonly steps: readonly { readonly capability: string; readonly facts: Json }[];
}

/** The calls of an admitted plan, one after the other. A step that fails ends it: nothing runs on half an answer. */
export async function runPlan(progress: Progress, host: ExecHost): Promise<PlanRun> {
  const { plan } = known(progress.operation, 'known');
  const jar = new CookieJar();
  const steps: { readonly capability: string; readonly facts: Json }[] = [];
  let used = nothingUsed;
  let last: ProviderResult | undefined;
  for (const [index, call] of plan.calls.entries()) {
    const stdin = plan.composition === 'pipe' && last !== undefined ? last.stdout : new Uint8Array();
    last = checked(await runCall(call, index, stdin, used, jar, progress, host));
    used = add(used, last.used);
    steps.push({ capability: call.capability, facts: (last.facts ?? {}) as Json });
    if (last.status === 'failed') break;
  }
  return { last: last ?? nothing, used: { ...used, calls: plan.calls.length }, steps };
}

/** What is not as it must be came from a provider that is broken: nobody knows what it did. */
function checked(result: ProviderResult): ProviderResult {
  const isWhole =
    (result.status === 'done' || result.status === 'failed') &&
    result.stdout instanceof Uint8Array &&
    [result.used.network_bytes, result.used.wall_clock_ms, result.used.cpu_ms].every(isAmount);
  if (!isWhole) throw new Error('a provider gave no result');
  return result;
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

const nothing: ProviderResult = { status: 'done', stdout: new Uint8Array(), used: nothingUsed };

function add(a: Used, b: ProviderResult['used']): Used {
  return {
    calls: a.calls,
    network_bytes: a.network_bytes + b.network_bytes,
    wall_clock_ms: a.wall_clock_ms + b.wall_clock_ms,
    cpu_ms: a.cpu_ms + b.cpu_ms,
  };
}

async function runCall(
  call: Call,
  index: number,
  stdin: Uint8Array,
  before: Used,
  cookies: CookieJar,
  progress: Progress,
  host: ExecHost,
): Promise<ProviderResult> {
  const { plan, skill, skillDigest } = known(progress.operation, 'known');
  const settings = known(progress.settings, 'settings');
  const inputs = known(progress.inputs, 'input');
  const cap = known(progress.cap, 'admit');
  const context: ProviderContext = {
    signal: progress.ask.signal ?? new AbortController().signal,
    cap: {
      network_bytes: Math.max(0, cap.network_bytes - before.network_bytes),
      wall_clock_ms: Math.max(1, cap.wall_clock_ms - before.wall_clock_ms),
      cpu_ms: Math.max(1, cap.cpu_ms - before.cpu_ms),
    },
    stdin,
    secrets: known(progress.secrets, 'secrets'),
    clock: host.clock,
  };
  const effects = call.effects.map((effect) => withSettings(effect, settings));
  const grants = grantedFiles(effects, inputs, host.files);
  if (call.capability === 'network.http-fetch') {
    const made = httpCall({
      call,
      bindings: plan.bindings.filter((binding) => binding.call === index),
      inputs,
      given: new Map(Object.entries(known(progress.given, 'input'))),
      settings,
      uses: known(progress.subject, 'policy').secrets,
      effects,
      stdin,
      holder: `${skill} ${skillDigest}`,
      cookies,
      policyOrigins: host.policy.kind === 'policy' ? [...host.policy.privateOrigins] : [],
      random: host.random,
      readFile: (path) => host.readFile(grants, path),
      writeFile: (path) => fileOutput(grants, path, host.random),
    });
    if (isValueProblem(made)) return failure(made.code, made.message, made.remedy);
    return keepCredentials(await host.http.run(made, context), progress, host);
  }
  const provider = host.providers(grants).get(call.capability);
  if (provider === undefined) return failure('capability/unavailable', `\`${call.capability}\` is not available`);
  const args = evaluate(call.args, { inputs, settings, secret: (name) => `\${secret:${name}}` });
  if (args === absent || isValueProblem(args))
    return args === absent ? failure('plan/shape', 'no arguments') : failure(args.code, args.message, args.remedy);
  return provider.run(args, context);
}

function failure(code: string, message: string, remedy?: string): ProviderResult {
  return {
    status: 'failed',
    stdout: new Uint8Array(),
    code,
    message,
    ...(remedy === undefined ? {} : { remedy }),
    used: { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 },
  };
}
