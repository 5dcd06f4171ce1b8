import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Cgroup } from '../cgroup/cgroup.ts';
import { entering } from '../cgroup/entering.ts';
import { openBytes, reopen } from '../process/given-bytes.ts';
import { startOf } from '../process/process-state.ts';
import type { FirstProcess } from '../process/run-limits.ts';
import type { SandboxJob } from '../sandbox.ts';
import { descriptors } from './arguments.ts';

export interface Launched {
  readonly child: ChildProcess;
  readonly first: () => FirstProcess | undefined;
  /** As bwrap tells it; not told where the program was never started. */
  readonly exitCode: () => number | undefined;
  readonly end: () => void;
}

export interface Launch {
  readonly program: string;
  readonly seccomp: number;
  readonly tracing: number;
  readonly files: readonly number[];
  /** Descriptors that a child would inherit; they are closed over. */
  readonly inherited: readonly number[];
  readonly visible: readonly string[];
  readonly hidden: readonly string[];
  readonly job: SandboxJob;
  readonly group: Cgroup | undefined;
}

/** Throws where the kernel refuses. */
export function launch({ program, seccomp, tracing, files, inherited, visible, hidden, job, group }: Launch): Launched {
  const opened: number[] = [];
  const given = (descriptor: number): number => {
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const stdio: ('pipe' | 'ignore' | number)[] = [job.stdin.length === 0 ? 'ignore' : 'pipe', 'pipe', 'pipe'];
    stdio[descriptors.args] = 'pipe';
    stdio[descriptors.status] = 'pipe';
    stdio[descriptors.seccomp] = given(reopen(job.trace === true ? tracing : seccomp));
    for (const file of files) stdio.push(given(reopen(file)));
    for (const mount of job.mounts) if (mount.kind === 'file') stdio.push(given(openBytes(mount.bytes)));
    closeOver(stdio, inherited, given);
    const [file = program, ...words] = entering(group, [program, ...visible]);
    const child = spawn(file, words, { stdio, env: {}, cwd: '/' });
    const args = child.stdio[descriptors.args] as Writable;
    args.on('error', () => {});
    args.end(hidden.map((option) => `${option}\0`).join(''));
    return followed(child);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Where nothing of ours stands, `/dev/null` takes the place of what would be inherited. */
function closeOver(
  stdio: (string | number)[],
  inherited: readonly number[],
  given: (descriptor: number) => number,
): void {
  const left = inherited.filter((descriptor) => descriptor >= stdio.length);
  if (left.length === 0) return;
  const nothing = given(openSync('/dev/null', 'r'));
  for (const descriptor of left) {
    while (stdio.length < descriptor) stdio.push('ignore');
    stdio[descriptor] = nothing;
  }
}

function followed(child: ChildProcess): Launched {
  let first: FirstProcess | undefined;
  let exitCode: number | undefined;
  let ending = false;
  let text = '';
  const kill = (): void => {
    // The inner one by itself: it asks for the signal of its parent's end only after it was made.
    if (first !== undefined && child.exitCode === null && child.signalCode === null) killQuietly(first.pid);
    child.kill('SIGKILL');
  };
  const status = child.stdio[descriptors.status] as Readable;
  status.setEncoding('utf8');
  status.on('error', () => {});
  status.on('data', (chunk: string) => {
    text += chunk;
    const pid = /"child-pid": (\d+)/.exec(text)?.[1];
    if (first === undefined && pid !== undefined) {
      first = { pid: Number(pid), start: startOf(Number(pid)) };
      if (ending) kill();
    }
    const code = /"exit-code": (\d+)/.exec(text)?.[1];
    if (code !== undefined) exitCode = Number(code);
  });
  return {
    child,
    first: () => first,
    exitCode: () => exitCode,
    end: () => {
      if (ending) return;
      ending = true;
      if (first !== undefined) kill();
      else setTimeout(kill, 1000);
    },
  };
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
