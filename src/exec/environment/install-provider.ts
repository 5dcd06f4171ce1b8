import { join } from 'node:path';
import type { Json } from '../../ir/json.ts';
import { list, only, record, type Shape, text } from '../../ir/shape.ts';
import type { ProgramContext, ProgramProvider } from '../market/program.ts';
import type { ProviderResult } from '../provider.ts';
import { refusedResult } from '../providers/io/result.ts';
import { type CommandRefusal, commandRefusal } from '../providers/program/command.ts';
import type { ProgramEgress } from '../providers/program/egress-port.ts';
import { limitsOf } from '../providers/program/limits.ts';
import { places } from '../providers/program/places.ts';
import type { ProgramOptions } from '../providers/program/providers.ts';
import { makeRunFolder, removeRunFolder } from '../providers/program/run-folder.ts';
import { readRuntime } from '../runtime/runtime-request.ts';
import type { Mount, SandboxJob, SandboxResult } from '../sandbox/sandbox.ts';
import { type EnvironmentRequest, environmentKey } from './environment-key.ts';
import { type InstallStep, installedIn, npmSteps, prepare, pythonSteps } from './installer.ts';

/** What `sandbox.install` is called with: what was approved, nothing of the caller's. */
export interface InstallArgs extends EnvironmentRequest {
  readonly index: string;
}

const shape: Shape<InstallArgs> = record<InstallArgs>({
  ecosystem: only('pypi', 'npm'),
  runtime: text,
  packages: list(text),
  index: text,
});

/** `sandbox.install`: an installer in a sandbox that reaches the index and nothing else, into a folder that is then only read. */
export function installProvider(options: ProgramOptions): ProgramProvider {
  return {
    run: async (value, context) => {
      if (shape(value, 0) !== undefined)
        return refusedResult({ code: 'plan/shape', message: 'no packages to install' });
      return install(value as unknown as InstallArgs, context, options);
    },
  };
}

async function install(args: InstallArgs, context: ProgramContext, options: ProgramOptions): Promise<ProviderResult> {
  const sandbox = await options.sandbox();
  if ('kind' in sandbox) return refusedResult(sandbox);
  const root = makeRunFolder();
  const egress = await options.openEgress(context);
  const used = { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
  try {
    const made = join(root, 'environment');
    prepare(args, made);
    const found = await stepsOf(args, egress, options);
    if ('kind' in found) return refusedResult(found);
    for (const step of found.steps) {
      const left = { ...context.cap, wall_clock_ms: Math.max(1, context.cap.wall_clock_ms - used.wall_clock_ms) };
      const mounts: readonly Mount[] = [
        { kind: 'path', host: made, at: places.environment, access: 'write' },
        ...found.mounts,
        ...step.mounts,
      ];
      const result = await sandbox.run(jobOf(step, mounts, { ...context, cap: left }, egress));
      if (result.kind === 'refused') return refusedResult(result);
      used.wall_clock_ms += Math.ceil(result.used.wall_clock_ms);
      used.cpu_ms += Math.ceil(result.used.cpu_ms);
      if (result.exitCode !== 0) return { ...failed(step, result), used };
    }
    return { ...keep(args, made, options), used };
  } finally {
    await egress.close();
    removeRunFolder(root);
  }
}

interface Steps {
  readonly steps: readonly InstallStep[];
  readonly mounts: readonly Mount[];
}

async function stepsOf(
  args: InstallArgs,
  egress: ProgramEgress,
  { machine }: ProgramOptions,
): Promise<Steps | CommandRefusal> {
  const request = readRuntime(args.runtime);
  const found = request === undefined ? undefined : await machine.interpreter(request);
  if (found === undefined) return commandRefusal('plan/shape', `\`${args.runtime}\` is no runtime`);
  if (found.kind === 'missing') return { ...found, kind: 'refused' };
  const { interpreter } = found;
  const mounts = interpreter.mounts.map((path): Mount => ({ kind: 'path', host: path, at: path, access: 'read' }));
  const { HTTPS_PROXY: proxy = '', SSL_CERT_FILE: authority = '' } = egress.env;
  const source = { index: args.index, proxy, authority };
  if (args.ecosystem === 'pypi') return { steps: pythonSteps(args, interpreter, source), mounts };
  const npm = await machine.program('npm');
  if (npm.kind === 'missing') return { ...npm, kind: 'refused' };
  return { steps: npmSteps(args, interpreter, npm.program, source), mounts };
}

function jobOf(
  step: InstallStep,
  mounts: readonly Mount[],
  context: ProgramContext,
  egress: ProgramEgress,
): SandboxJob {
  return {
    program: step.program,
    args: step.args,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/sandbox', LANG: 'C.UTF-8', ...egress.env },
    cwd: places.environment,
    stdin: new Uint8Array(),
    mounts: [...mounts, ...egress.mounts],
    egress: { socket: egress.socket },
    limits: { ...limitsOf(context.sandbox, context.cap), memory_mb: 1024, processes: 256 },
    signal: context.signal,
  };
}

type Ended = Extract<SandboxResult, { kind: 'ended' }>;

function failed({ args }: InstallStep, { stderr, stdout, exitCode, stopped }: Ended): Omit<ProviderResult, 'used'> {
  const what = args.includes('pip') ? 'pip' : args.includes('venv') ? 'python3' : 'npm';
  const said = Buffer.from(stderr.length > 0 ? stderr : stdout)
    .toString('utf8')
    .trim();
  const missing = /No module named '?(?:pip|venv)/.test(said);
  return {
    status: 'failed',
    stdout: new Uint8Array(),
    exitCode,
    code: 'package/not-installed',
    message: `\`${what}\` ${stopped === undefined ? `ended with ${exitCode}` : `was ended: ${stopped}`}: ${said.slice(-600)}`,
    ...(missing ? { remedy: 'apt-get install python3-pip python3-venv' } : {}),
  };
}

function keep(args: InstallArgs, made: string, { environments }: ProgramOptions): Omit<ProviderResult, 'used'> {
  const { ecosystem, runtime, packages } = args;
  const request = { ecosystem, runtime, packages };
  const installed = installedIn(request, made);
  const kept = environments.keep(request, made, installed);
  if (kept.kind === 'refused') return { status: 'failed', stdout: new Uint8Array(), ...kept };
  const facts = {
    environment: environmentKey(request),
    digest: kept.record.digest,
    index: args.index,
    installed: installed.map(({ name, version }) => ({ name, version })),
  };
  return {
    status: 'done',
    stdout: Buffer.from(JSON.stringify(facts)),
    exitCode: 0,
    facts: facts as { [name: string]: Json },
  };
}
