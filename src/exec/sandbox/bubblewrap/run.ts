import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cgroup, CgroupPlace, Controller } from '../cgroup/cgroup.ts';
import { jobFlaw, type Refusal } from '../job-flaw.ts';
import { hostPathFlaw } from '../mount-flaw.ts';
import { namespaceUse } from '../process/namespace-use.ts';
import { isGone } from '../process/process-state.ts';
import { type Ending, type Stopped, supervise } from '../process/supervise.ts';
import type { Relay } from '../relay/relay.ts';
import type { SandboxJob, SandboxLimits, SandboxResult } from '../sandbox.ts';
import { hiddenArguments, type Layout, visibleArguments } from './arguments.ts';
import { type FirstProcess, type Launched, launch } from './launch.ts';

/** Everything that is found out once. */
export interface Bubblewrap {
  readonly program: string;
  readonly layout: Layout;
  /** An open file with the filter of system calls. */
  readonly seccomp: number;
  /** Open files with what `layout.files` names. */
  readonly files: readonly number[];
  readonly inherited: readonly number[];
  readonly groups: CgroupPlace | undefined;
  readonly relay: Relay | undefined;
}

const killed = 137;
/** bwrap itself, and the first process inside. */
const ownProcesses = 2;

export async function runInBubblewrap(bubblewrap: Bubblewrap, job: SandboxJob): Promise<SandboxResult> {
  const flaw = jobFlaw(job) ?? mountFlaw(bubblewrap, job);
  if (flaw !== undefined) return flaw;
  if (job.signal.aborted)
    return { kind: 'refused', code: 'sandbox/aborted', message: 'it was stopped before it began' };
  const relay = job.egress === undefined ? undefined : bubblewrap.relay;
  if (job.egress !== undefined && relay === undefined) return noRelay;
  let group: Cgroup | undefined;
  let launched: Launched;
  try {
    group = makeGroup(bubblewrap.groups, job, relay);
    const visible = visibleArguments(job, bubblewrap.layout, relay);
    const hidden = hiddenArguments(job, bubblewrap.layout, relay);
    launched = launch({ ...bubblewrap, visible, hidden, job, group });
  } catch (error) {
    group?.remove();
    return setupRefusal(error instanceof Error ? error.message : String(error));
  }
  const { child, end } = launched;
  const limits = group === undefined ? [] : (bubblewrap.groups?.controllers ?? []);
  const look = (): Stopped | undefined => passedLimit(job.limits, limits, group, launched.first()?.pid);
  const ending = await supervise({ child, job, end, look });
  await allGone(launched.first(), group);
  const result = resultOf(ending, launched.exitCode(), group);
  await removed(group);
  return result;
}

function mountFlaw(bubblewrap: Bubblewrap, job: SandboxJob): Refusal | undefined {
  for (const mount of job.mounts) {
    const flaw = mount.kind === 'path' ? hostPathFlaw(mount, bubblewrap.layout.paths) : undefined;
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function makeGroup(groups: CgroupPlace | undefined, job: SandboxJob, relay: Relay | undefined): Cgroup | undefined {
  const processes = job.limits.processes + ownProcesses + (relay?.processes ?? 0);
  const name = `skillc-${process.pid}-${randomBytes(6).toString('hex')}`;
  return groups?.make(name, { memory_mb: job.limits.memory_mb, processes });
}

/** What the kernel counts is read from the group; for the rest somebody has to look. */
function passedLimit(
  limits: SandboxLimits,
  held: readonly Controller[],
  group: Cgroup | undefined,
  first: number | undefined,
): Stopped | undefined {
  const complete = held.includes('memory') && held.includes('pids') && held.includes('cpu');
  const use = complete || first === undefined ? undefined : namespaceUse(first);
  if ((group?.cpuMs() ?? use?.cpuMs ?? 0) > limits.cpu_seconds * 1000) return 'cpu';
  if (use === undefined) return undefined;
  if (!held.includes('pids') && use.processes > limits.processes + ownProcesses) return 'processes';
  return !held.includes('memory') && use.memoryMb > limits.memory_mb ? 'memory' : undefined;
}

function resultOf(ending: Ending, told: number | undefined, group: Cgroup | undefined): SandboxResult {
  const stopped = ending.stopped ?? (group?.ranOutOfMemory() === true ? 'memory' : undefined);
  if (told === undefined && stopped === undefined) {
    return setupRefusal(Buffer.from(ending.stderr).toString('utf8').trim() || `it ended by ${ending.signal}`);
  }
  const exitCode = ending.stopped === undefined ? (told ?? killed) : killed;
  const why = stopped ?? (exitCode === cpuSignal ? 'cpu' : undefined);
  return {
    kind: 'ended',
    exitCode,
    stdout: ending.stdout,
    stderr: ending.stderr,
    ...(why === undefined ? {} : { stopped: why }),
    // Without a group nobody counts: then all the time that passed is taken for used.
    used: { wall_clock_ms: Math.ceil(ending.wallClockMs), cpu_ms: Math.ceil(group?.cpuMs() ?? ending.wallClockMs) },
  };
}

/** 128 and SIGXCPU. */
const cpuSignal = 152;

/** The kernel ends everything inside before the first process is gone, so waiting for that one is enough. */
async function allGone(first: FirstProcess | undefined, group: Cgroup | undefined): Promise<void> {
  if (first === undefined) return;
  const deadline = performance.now() + 10_000;
  for (let wait = 0; !isGone(first.pid, first.start); wait = Math.min(wait + 1, 20)) {
    if (performance.now() > deadline) throw new Error(`processes of a sandbox are left: ${group?.processes()}`);
    await pause(wait);
  }
}

async function removed(group: Cgroup | undefined): Promise<void> {
  for (let wait = 0; group?.remove() === false; wait++) {
    if (wait > 100) throw new Error(`processes of a sandbox are left: ${group.processes()}`);
    await pause(wait);
  }
}

function setupRefusal(message: string): Refusal {
  return { kind: 'refused', code: 'sandbox/setup', message: `the sandbox could not be made: ${message}` };
}

const noRelay: Refusal = {
  kind: 'refused',
  code: 'sandbox/relay',
  message: 'nothing on this machine can carry connections out of a sandbox',
  remedy: 'apt-get install socat',
};
