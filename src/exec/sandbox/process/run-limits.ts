import { setTimeout as pause } from 'node:timers/promises';
import type { Cgroup, CgroupPlace } from '../cgroup/cgroup.ts';
import { newGroupName } from '../cgroup/group-files.ts';
import type { SandboxLimits, SandboxResult } from '../sandbox.ts';
import { namespaceUse } from './namespace-use.ts';
import { isGone } from './process-state.ts';
import type { Ending, Stopped } from './supervise.ts';

/** A process of the host that everything in a sandbox ends with. */
export interface FirstProcess {
  readonly pid: number;
  readonly start: string | undefined;
}

/** A group of its own for one run. Throws where the kernel refuses: what was measured with a group never runs without. */
export function groupFor(
  groups: CgroupPlace | undefined,
  limits: SandboxLimits,
  ownProcesses: number,
): Cgroup | undefined {
  return groups?.make(newGroupName(), { memory_mb: limits.memory_mb, processes: limits.processes + ownProcesses });
}

export interface Counted {
  readonly limits: SandboxLimits;
  readonly groups: CgroupPlace | undefined;
  readonly group: Cgroup | undefined;
  /** The first process inside, where it is known. */
  readonly first: number | undefined;
  readonly ownProcesses: number;
}

/** What the kernel counts is read from the group; for the rest somebody has to look. */
export function passedLimit({ limits, groups, group, first, ownProcesses }: Counted): Stopped | undefined {
  const held = groups?.controllers ?? [];
  const complete = held.includes('memory') && held.includes('pids') && held.includes('cpu');
  const use = complete || first === undefined ? undefined : namespaceUse(first);
  if ((group?.cpuMs() ?? use?.cpuMs ?? 0) > limits.cpu_seconds * 1000) return 'cpu';
  if (use === undefined) return undefined;
  if (!held.includes('pids') && use.processes > limits.processes + ownProcesses) return 'processes';
  return !held.includes('memory') && use.memoryMb > limits.memory_mb ? 'memory' : undefined;
}

/** What is still known of a run after its end. */
export interface Kept {
  readonly ranOutOfMemory: () => boolean;
  readonly cpuMs?: () => number | undefined;
}

const killed = 137;
/** 128 and SIGXCPU. */
const cpuSignal = 152;

/** The exit code is that of the program, where it is known. */
export function endedResult(ending: Ending, told: number | undefined, group: Kept | undefined): SandboxResult {
  const exitCode = ending.stopped === undefined ? (told ?? killed) : killed;
  const stopped =
    ending.stopped ??
    (group?.ranOutOfMemory() === true ? 'memory' : undefined) ??
    (exitCode === cpuSignal ? 'cpu' : undefined);
  return {
    kind: 'ended',
    exitCode,
    stdout: ending.stdout,
    stderr: ending.stderr,
    ...(stopped === undefined ? {} : { stopped }),
    // Without a group nobody counts: then all the time that passed is taken for used.
    used: { wall_clock_ms: Math.ceil(ending.wallClockMs), cpu_ms: Math.ceil(group?.cpuMs?.() ?? ending.wallClockMs) },
  };
}

/** The kernel ends everything inside before the first process is gone, so waiting for that one is enough. */
export async function allGone(first: FirstProcess | undefined, group: Cgroup | undefined): Promise<void> {
  if (first === undefined) return;
  const deadline = performance.now() + 10_000;
  for (let wait = 0; !isGone(first.pid, first.start); wait = Math.min(wait + 1, 20)) {
    if (performance.now() > deadline) throw new Error(`processes of a sandbox are left: ${group?.processes()}`);
    await pause(wait);
  }
}

export async function groupRemoved(group: Cgroup | undefined): Promise<void> {
  for (let wait = 0; group?.remove() === false; wait++) {
    if (wait > 100) throw new Error(`processes of a sandbox are left: ${group.processes()}`);
    await pause(wait);
  }
}
