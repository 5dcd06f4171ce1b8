import type { Effect } from '../../ir/effect.ts';
import type { Json } from '../../ir/json.ts';
import { placelessSecrets } from '../../ir/placeless-secrets.ts';
import type { Call, InputBinding, SecretUse } from '../../ir/plan.ts';
import { absent, evaluate } from '../evaluate/evaluate.ts';
import { isValueProblem } from '../evaluate/problem.ts';
import type { ProviderContext, ProviderResult } from '../provider.ts';
import type { CookieJar } from '../providers/http/cookies.ts';
import type { FileGrants, StagedFiles } from '../providers/io/file-grants.ts';
import { refusedResult } from '../providers/io/result.ts';
import { placelessSecret } from '../providers/program/placeless-secret.ts';
import { known, type Progress } from './ask.ts';
import type { Family } from './family.ts';
import { fileOutput } from './file-output.ts';
import { grantedFiles } from './granted-files.ts';
import type { ExecHost } from './host.ts';
import { httpCall } from './http-step.ts';
import { type Captures, keepCredentials, withholding } from './keep-credentials.ts';
import type { ChildCalls, ProgramProvider } from './program.ts';
import { readCookies } from './read-cookies.ts';
import { searchedOutput } from './searched-output.ts';

/** One call that was admitted, of a plan or of a program, with all that is known when it starts. */
export interface CallRun {
  readonly call: Call;
  readonly bindings: readonly InputBinding[];
  /** What it touches, with settings put in. */
  readonly effects: readonly Effect[];
  /** Where a request of it may go, redirects included. */
  readonly reach: readonly Effect[];
  readonly uses: readonly SecretUse[];
  readonly cookies: CookieJar;
  readonly context: ProviderContext;
  readonly family: Family;
  readonly depth: number;
  readonly captures: Captures;
  /** Files that the program around it has changed. */
  readonly files?: StagedFiles | undefined;
  /** How a program that it runs makes calls. */
  readonly children: (around: Around, progress: Progress, host: ExecHost) => ChildCalls;
}

/** The program whose calls are made. */
export interface Around {
  readonly parent: CallRun;
  readonly ceiling: readonly Effect[];
}

export async function runCall(run: CallRun, progress: Progress, host: ExecHost): Promise<ProviderResult> {
  const { call } = run;
  if (call.capability === 'network.http-fetch') return request(run, progress, host);
  const program = host.programs.get(call.capability);
  if (program !== undefined) return runProgram(program, run, progress, host);
  const provider = host.providers(grantsOf(run, progress, host)).get(call.capability);
  if (provider === undefined) return failure('capability/unavailable', `\`${call.capability}\` is not available`);
  const args = argumentsOf(run, progress, (name) => `\${secret:${name}}`);
  return isFailure(args) ? args.failure : provider.run(args.value, run.context);
}

function grantsOf({ effects, files }: CallRun, progress: Progress, host: ExecHost): FileGrants {
  const grants = grantedFiles(effects, known(progress.inputs, 'input'), host.files);
  return files === undefined ? grants : { ...grants, staged: files };
}

async function request(run: CallRun, progress: Progress, host: ExecHost): Promise<ProviderResult> {
  const { call, bindings, reach, uses, cookies, context, captures } = run;
  const { skill, skillDigest } = known(progress.operation, 'known');
  const grants = grantsOf(run, progress, host);
  const made = httpCall({
    call,
    bindings,
    inputs: known(progress.inputs, 'input'),
    given: new Map(Object.entries(known(progress.given, 'input'))),
    settings: known(progress.settings, 'settings'),
    uses,
    effects: reach,
    stdin: context.stdin,
    holder: `${skill} ${skillDigest}`,
    cookies,
    policyOrigins: host.policy.kind === 'policy' ? [...host.policy.privateOrigins] : [],
    random: host.random,
    readFile: (path) => host.readFile(grants, path),
    writeFile: (file) => fileOutput(grants, file, host.random),
    readCookies: (path) => readCookies(grants, path),
    now: host.clock.wall(),
  });
  if (isValueProblem(made)) return failure(made.code, made.message, made.remedy);
  const withhold = withholding(made.request.origin, captures, progress, host);
  const { output } = made.request;
  const asked =
    output.kind === 'file' ? { ...made, request: { ...made.request, output: searchedOutput(output, withhold) } } : made;
  return keepCredentials(await host.http.run(asked, context), withhold);
}

async function runProgram(
  program: ProgramProvider,
  run: CallRun,
  progress: Progress,
  host: ExecHost,
): Promise<ProviderResult> {
  const { call, effects, uses, context, family, depth, children } = run;
  const operation = known(progress.operation, 'known');
  const placeless = placelessSecrets(call, effects).find((name) => !family.captured.has(name));
  if (placeless !== undefined) return refusedResult(placelessSecret(placeless));
  const args = argumentsOf(run, progress, family.handles.handle);
  if (isFailure(args)) return args.failure;
  const grants = grantsOf(run, progress, host);
  const ceiling = [
    ...effects.filter(({ kind }) => kind !== 'read' && kind !== 'write'),
    ...grants.read.map((path) => ({ kind: 'read', path }) as const),
    ...grants.write.map((path) => ({ kind: 'write', path }) as const),
  ];
  return program.run(args.value, {
    ...context,
    call,
    ceiling,
    sandbox: operation.plan.sandbox,
    bundle: operation.bundle,
    grants,
    programs: known(progress.subject, 'policy').programs ?? [],
    isolation: known(progress.subject, 'policy').isolation ?? [],
    uses,
    bindings: operation.plan.bindings,
    given: known(progress.given, 'input'),
    handles: family.handles,
    sign: known(progress.secrets, 'secrets').sign,
    children: children({ parent: run, ceiling }, progress, host),
    networkBytes: family.network,
    depth,
  });
}

type Arguments = { readonly value: Json } | { readonly failure: ProviderResult };

function isFailure(args: Arguments): args is { readonly failure: ProviderResult } {
  return 'failure' in args;
}

function argumentsOf({ call }: CallRun, progress: Progress, secret: (name: string) => string): Arguments {
  const environment = {
    inputs: known(progress.inputs, 'input'),
    settings: known(progress.settings, 'settings'),
    secret,
  };
  const args = evaluate(call.args, environment);
  if (args === absent) return { failure: failure('plan/shape', 'no arguments') };
  return isValueProblem(args) ? { failure: failure(args.code, args.message, args.remedy) } : { value: args };
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
