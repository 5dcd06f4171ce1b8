import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { RealJob, RealResult } from './jobs.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Fails with the command that installs what is missing. */
export function requirePrograms(...names: readonly string[]): void {
  const missing = names.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status !== 0);
  if (missing.length === 0) return;
  throw new Error(`${missing.join(', ')} not installed: run \`sh scripts/setup-system.sh\``);
}

/** Runs the real program on each job: own network without a route, empty home, a file system made for it. */
export async function runReal(jobs: readonly RealJob[]): Promise<readonly RealResult[]> {
  requirePrograms(...new Set(jobs.map(({ words: [program = ''] }) => program)), 'bwrap');
  const code = ['--ro-bind', here, '/harness/code'];
  return (await inSandbox(
    [...code, '/harness/node', '/harness/code/sandbox-worker.ts'],
    jobs,
  )) as readonly RealResult[];
}

/** What the program in the sandbox answers to `question`, both JSON. */
export async function inSandbox(more: readonly string[], question: unknown): Promise<unknown> {
  const child = spawn('bwrap', [...sandbox, ...more], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(question));
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((done) => child.on('close', done)),
  ]);
  if (code !== 0) throw new Error(`the sandbox ended with ${code}`);
  return JSON.parse(output);
}

const sandbox: readonly string[] = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  '--clearenv',
  ...['--setenv', 'PATH', '/usr/bin:/bin'],
  ...['--setenv', 'HOME', '/home/empty'],
  ...['--ro-bind', '/usr', '/usr'],
  ...['--ro-bind-try', '/lib', '/lib'],
  ...['--ro-bind-try', '/lib64', '/lib64'],
  ...['--ro-bind-try', '/bin', '/bin'],
  ...['--ro-bind', process.execPath, '/harness/node'],
  ...['--proc', '/proc'],
  ...['--dev', '/dev'],
  ...['--tmpfs', '/tmp'],
  ...['--dir', '/home/empty'],
  ...['--chdir', '/tmp'],
];
