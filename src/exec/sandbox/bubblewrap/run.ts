import { refused } from '../backend.ts';
import type { Cgroup, CgroupPlace } from '../cgroup/cgroup.ts';
import { jobFlaw, type Refusal } from '../job-flaw.ts';
import { pathMountFlaw } from '../mount-flaw.ts';
import { allGone, endedResult, groupFor, groupRemoved, passedLimit } from '../process/run-limits.ts';
import { type Ending, supervise } from '../process/supervise.ts';
import { noRelay, type Relay } from '../relay/relay.ts';
import type { SandboxJob, SandboxResult } from '../sandbox.ts';
import { hiddenArguments, type Layout, visibleArguments } from './arguments.ts';
import { type Launched, launch } from './launch.ts';

/** Everything that is found out once. */
export interface Bubblewrap {
  readonly program: string;
  readonly layout: Layout;
  /** An open file with the filter of system calls. */
  readonly seccomp: number;
  /** The same for jobs that are watched. */
  readonly tracing: number;
  /** Open files with what `layout.files` names. */
  readonly files: readonly number[];
  readonly inherited: readonly number[];
  readonly groups: CgroupPlace | undefined;
  readonly relay: Relay | undefined;
}

/** bwrap itself, and the first process inside. */
const ownProcesses = 2;

export async function runInBubblewrap(bubblewrap: Bubblewrap, job: SandboxJob): Promise<SandboxResult> {
  const { groups, layout } = bubblewrap;
  const flaw = jobFlaw(job) ?? pathMountFlaw(job.mounts, layout.paths);
  if (flaw !== undefined) return flaw;
  if (job.signal.aborted) return refused('sandbox/aborted', 'it was stopped before it began');
  const relay = job.egress === undefined ? undefined : bubblewrap.relay;
  if (job.egress !== undefined && relay === undefined) return noRelay;
  let group: Cgroup | undefined;
  let launched: Launched;
  try {
    group = groupFor(groups, job.limits, ownProcesses + (relay?.processes ?? 0));
    const [visible, hidden] = [visibleArguments(job, layout, relay), hiddenArguments(job, layout, relay)];
    launched = launch({ ...bubblewrap, visible, hidden, job, group });
  } catch (error) {
    group?.remove();
    return setupRefusal(error instanceof Error ? error.message : String(error));
  }
  const { child, end, first, exitCode } = launched;
  const look = () => passedLimit({ limits: job.limits, groups, group, first: first()?.pid, ownProcesses });
  const ending = await supervise({ child, job, end, look });
  await allGone(first(), group);
  const result = resultOf(ending, exitCode(), group);
  await groupRemoved(group);
  return result;
}

/** bwrap tells the exit code only of a program that was started. */
function resultOf(ending: Ending, told: number | undefined, group: Cgroup | undefined): SandboxResult {
  if (told === undefined && ending.stopped === undefined && group?.ranOutOfMemory() !== true) {
    return setupRefusal(Buffer.from(ending.stderr).toString('utf8').trim() || `it ended by ${ending.signal}`);
  }
  return endedResult(ending, told, group);
}

function setupRefusal(message: string): Refusal {
  return refused('sandbox/setup', `the sandbox could not be made: ${message}`);
}
