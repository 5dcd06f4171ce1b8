import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSystemProgram } from '../process/find-program.ts';
import { processMemory } from '../process/process-memory.ts';
import { type Ending, type Stopped, supervise } from '../process/supervise.ts';
import type { Mount, SandboxJob, SandboxResult } from '../sandbox.ts';
import { sandboxHome } from '../system-view.ts';

/** A process of Node's that holds one guest, and is ended with it. */
export interface Holder {
  /** The module beside this file that runs in it. */
  readonly guest: string;
  /** Packages that it imports. */
  readonly packages: readonly string[];
  readonly flags: readonly string[];
}

/** Runs the holder in a sandbox for processes. */
export type RunProcess = (job: SandboxJob) => Promise<SandboxResult>;

/** In megabytes, beside what the guest may use: the interpreter itself. */
const ownMemory = 192;
const ownProcesses = 24;

type HeldJob = Pick<SandboxJob, 'limits' | 'signal'>;

/** Inside a sandbox for processes: a guest that breaks out of its machine is still held. */
export function runHeld(holder: Holder, run: RunProcess, job: HeldJob, input: Uint8Array): Promise<SandboxResult> {
  const script = guestScript(holder.guest);
  return run({
    program: process.execPath,
    args: [...nodeFlags(holder, job), script],
    env: { HOME: sandboxHome },
    cwd: '/',
    stdin: input,
    mounts: mountsOf([process.execPath, dirname(script), packageFile(), ...folders(holder.packages)]),
    limits: heldLimits(job),
    signal: job.signal,
  });
}

/** Without one: an ordinary child, whose interpreter gives it no files to write and none to read but its own code. */
export async function runPlain(holder: Holder, job: HeldJob, input: Uint8Array): Promise<SandboxResult> {
  const script = guestScript(holder.guest);
  const readable = [dirname(script), packageFile(), ...folders(holder.packages), '/etc/alpine-release'];
  const permissions = ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), ...holderPermissions];
  const command = [process.execPath, ...permissions, ...nodeFlags(holder, job), script];
  const [program, ...args] = limitedCommand(command, job);
  const child = spawn(program ?? '', args, { stdio: ['pipe', 'pipe', 'pipe'], env: {}, cwd: '/' });
  const limited = { stdin: input, limits: heldLimits(job), signal: job.signal };
  const look = (): Stopped | undefined =>
    processMemory(`/proc/${child.pid}`) > limited.limits.memory_mb ? 'memory' : undefined;
  return resultOf(await supervise({ child, job: limited, end: () => child.kill('SIGKILL'), look }));
}

/** It may start threads and load what it is made of; files, programs and the inspector stay closed. */
const holderPermissions = ['--allow-addons', '--allow-worker', '--disable-warning=SecurityWarning'];

const killed = 137;

function resultOf(ending: Ending): SandboxResult {
  const { stdout, stderr } = ending;
  const why = ending.stopped ?? (ending.signal === 'SIGXCPU' ? 'cpu' : undefined);
  const elapsed = Math.ceil(ending.wallClockMs);
  return {
    kind: 'ended',
    exitCode: ending.exitCode ?? killed,
    stdout,
    stderr,
    ...(why === undefined ? {} : { stopped: why }),
    used: { wall_clock_ms: elapsed, cpu_ms: elapsed },
  };
}

/** The kernel's limit on memory does not fit V8, which reserves far more than it uses: somebody looks instead. */
function limitedCommand(command: readonly string[], { limits }: HeldJob): readonly string[] {
  const prlimit = findSystemProgram('prlimit');
  const cpu = `--cpu=${limits.cpu_seconds}:${limits.cpu_seconds + 1}`;
  return prlimit === undefined ? command : [prlimit, cpu, '--core=0', '--fsize=0', ...command];
}

function nodeFlags(holder: Holder, job: HeldJob): readonly string[] {
  return [
    '--no-node-snapshot',
    '--no-warnings',
    // In pages of 64 KiB: modules of WebAssembly have no other limit.
    `--wasm-max-mem-pages=${Math.min(65_536, job.limits.memory_mb * 16)}`,
    ...holder.flags,
  ];
}

/** Replies are base64 in JSON, so more comes out of the process than the guest has written. */
function heldLimits({ limits }: HeldJob): SandboxJob['limits'] {
  return {
    ...limits,
    memory_mb: limits.memory_mb + ownMemory,
    processes: limits.processes + ownProcesses,
    output_bytes: limits.output_bytes * 2 + limits.file_bytes * 2 + 64 * 1024,
  };
}

const require = createRequire(import.meta.url);

function guestScript(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./guests/${name}.${extension}`, import.meta.url));
}

/** Says that the modules are ES modules. */
function packageFile(): string {
  return fileURLToPath(new URL('../../../../package.json', import.meta.url));
}

/** The outermost `node_modules` around each package: what it imports lies there too. */
function folders(packages: readonly string[]): readonly string[] {
  return [...new Set(packages.map(folderOf))];
}

function folderOf(name: string): string {
  const path = require.resolve(name);
  const mark = `${sep}node_modules${sep}`;
  return join(path.slice(0, path.indexOf(mark)), 'node_modules');
}

/** At the same paths as outside. What is in `/usr` is there already. */
function mountsOf(paths: readonly string[]): readonly Mount[] {
  return [...new Set(paths)]
    .filter((path) => !path.startsWith('/usr/'))
    .map((path) => ({ kind: 'path', host: path, at: path, access: 'read' }));
}
