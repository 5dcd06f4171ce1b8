import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sha256 } from '../../../ir/digest.ts';
import { type Absent, type Backend, type OpenedBackend, refused } from '../backend.ts';
import { jobFlaw } from '../job-flaw.ts';
import { type HiddenPaths, pathMountFlaw } from '../mount-flaw.ts';
import { fileStamp } from '../process/file-stamp.ts';
import { findSystemProgram, ownerFlaw } from '../process/find-program.ts';
import { startOf } from '../process/process-state.ts';
import { endedResult } from '../process/run-limits.ts';
import { supervise } from '../process/supervise.ts';
import { anyRelay } from '../relay/any-relay.ts';
import type { SandboxJob, SandboxResult } from '../sandbox.ts';
import { processClass, selfTest } from '../self-test.ts';
import { makeBundle } from './bundle.ts';
import { type EngineLayout, engineArguments } from './engine-arguments.ts';
import { ociSeccomp } from './oci-seccomp.ts';

export interface EngineOptions {
  readonly engine: 'podman' | 'docker';
  readonly program?: string;
  readonly image: string;
  readonly paths: HiddenPaths;
}

/** Containers of an engine that is there. An image is never fetched: which one runs is for a person to decide. */
export function containerEngine(options: EngineOptions): Backend {
  return { name: options.engine, class: 'process', runs: 'programs', open: () => open(options) };
}

interface Engine {
  readonly program: string;
  readonly layout: EngineLayout;
  readonly seccomp: string;
}

async function open({ engine, image, paths, ...options }: EngineOptions): Promise<OpenedBackend | Absent> {
  const absent = (
    message: string,
    remedy = `apt-get install ${engine === 'docker' ? 'docker.io' : engine} && ${engine} pull ${image}`,
  ): Absent => ({ kind: 'absent', message, remedy });
  const program = options.program ?? findSystemProgram(engine);
  if (program === undefined) return absent(`${engine} is not installed`);
  const flaw = ownerFlaw(program);
  if (flaw !== undefined) return absent(flaw);
  const seccomp = ociSeccomp(process.arch);
  if (seccomp === undefined) return absent(`there is no filter of system calls for ${process.arch}`);
  const version = await ask(program, ['version', '--format', '{{.Client.Version}}']);
  if (version.kind === 'failed')
    return absent(`${engine} does not answer: ${version.message}`, `start ${engine}, then ${engine} pull ${image}`);
  const found = await ask(program, ['image', 'inspect', '--format', '{{.Id}}', image]);
  if (found.kind === 'failed')
    return absent(`the image \`${image}\` is not on this machine`, `${engine} pull ${image}`);
  await removeOrphans(program);
  const stamp = fileStamp(program);
  const opened: Engine = { program, layout: { engine, image: found.text, paths }, seccomp: JSON.stringify(seccomp) };
  const run = (job: SandboxJob) => runInEngine(opened, job);
  return {
    kind: 'opened',
    digest: sha256(readFileSync(program)),
    setting: JSON.stringify({ image: found.text, seccomp: opened.seccomp, version: version.text }),
    run,
    measure: async () => processClass(engine, await selfTest(run, '/bin/sh')),
    isSame: () => stamp === fileStamp(program),
    close: () => {},
  };
}

async function runInEngine({ program, layout, seccomp }: Engine, job: SandboxJob): Promise<SandboxResult> {
  const flaw = jobFlaw(job) ?? pathMountFlaw(job.mounts, layout.paths);
  if (flaw !== undefined) return flaw;
  if (job.signal.aborted) return refused('sandbox/aborted', 'it was stopped before it began');
  const bundle = makeBundle(job, undefined);
  const name = `skillc-${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(join(bundle.directory, 'seccomp.json'), seccomp);
    writeFileSync(join(bundle.directory, 'variables'), variablesOf(job), { mode: 0o600 });
    const relay = job.egress === undefined ? undefined : anyRelay();
    const args = engineArguments(job, layout, { name, bundle: bundle.directory, owner: ownerMark(), relay });
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: engineVariables(), cwd: '/' });
    const end = (): void => {
      // At once: asked to remove it, an engine would first wait for it to end by itself.
      void ask(program, ['kill', '--signal', 'KILL', name]).finally(() => child.kill('SIGKILL'));
    };
    const ending = await supervise({ child, job, end, look: () => undefined });
    const state = await ask(program, [
      'inspect',
      '--format',
      '{{.State.ExitCode}} {{.State.OOMKilled}} {{.State.StartedAt}}',
      name,
    ]);
    const [code, killed, started] = state.kind === 'answered' ? state.text.split(' ') : [];
    const neverStarted = state.kind === 'failed' || started === undefined || started.startsWith('0001-');
    if (ending.stopped === undefined && neverStarted) {
      return refused('sandbox/setup', `the sandbox could not be made: ${Buffer.from(ending.stderr).toString().trim()}`);
    }
    return endedResult(ending, Number(code), killed === 'true' ? { ranOutOfMemory: () => true } : undefined);
  } finally {
    await ask(program, ['rm', '--force', '--volumes', name]);
    bundle.remove();
  }
}

/** A value with a line end cannot be in this file; it is given in another way. */
function variablesOf(job: SandboxJob): string {
  return Object.entries(job.env)
    .filter(([, value]) => !value.includes('\n'))
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Containers of a process that is no more, which could not end them itself. */
async function removeOrphans(program: string): Promise<void> {
  const listed = await ask(program, [
    'ps',
    '--all',
    '--filter',
    'label=skillc.owner',
    '--format',
    '{{.Names}} {{.Label "skillc.owner"}}',
  ]);
  if (listed.kind === 'failed') return;
  for (const line of listed.text.split('\n').filter(Boolean)) {
    const [name = '', owner = ''] = line.split(' ');
    const [pid, start] = owner.split('-');
    if (startOf(Number(pid)) !== start) await ask(program, ['rm', '--force', '--volumes', name]);
  }
}

function ownerMark(): string {
  return `${process.pid}-${startOf(process.pid)}`;
}

type Answer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };

async function ask(program: string, args: readonly string[]): Promise<Answer> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: engineVariables(), cwd: '/', timeout: 20_000 });
    return { kind: 'answered', text: stdout.trim() };
  } catch (error) {
    const lines = error instanceof Error ? error.message.trim().split('\n') : [];
    return { kind: 'failed', message: lines.at(-1) ?? 'it failed' };
  }
}

/** Nothing that could send the engine to another machine. */
function engineVariables(): Record<string, string> {
  const kept = ['HOME', 'XDG_RUNTIME_DIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...Object.fromEntries(kept) };
}
