import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../ir/digest.ts';
import { type Absent, type Backend, type OpenedBackend, refused } from '../backend.ts';
import type { Cgroup, CgroupPlace } from '../cgroup/cgroup.ts';
import { findCgroups } from '../cgroup/find.ts';
import { jobFlaw, watchFlaw } from '../job-flaw.ts';
import { type HiddenPaths, pathMountFlaw } from '../mount-flaw.ts';
import { fileStamp } from '../process/file-stamp.ts';
import { findRootProgram, findSystemProgram, ownerFlaw } from '../process/find-program.ts';
import { allGone, endedResult, groupFor, groupRemoved, passedLimit } from '../process/run-limits.ts';
import { type Ending, supervise } from '../process/supervise.ts';
import { anyRelay } from '../relay/any-relay.ts';
import { findRelay } from '../relay/find-relay.ts';
import { noRelay, type Relay } from '../relay/relay.ts';
import type { SandboxJob, SandboxResult } from '../sandbox.ts';
import { processClass, selfTest } from '../self-test.ts';
import { systemView } from '../system-view.ts';
import { makeBundle } from './bundle.ts';
import { ociSeccomp } from './oci-seccomp.ts';
import { type RuncLayout, runcConfig } from './runc-config.ts';
import { launchRunc, type RuncPrograms } from './runc-launch.ts';

export interface RuncOptions {
  readonly program?: string;
  readonly paths: HiddenPaths;
  readonly cgroups?: boolean;
  /** A directory that is the root; without it the machine's own programs are shown. */
  readonly image?: string;
}

interface Runc {
  readonly programs: RuncPrograms;
  readonly layout: RuncLayout;
  readonly image: string;
  readonly groups: CgroupPlace | undefined;
  readonly relay: Relay | undefined;
}

/** The gate, runc with its threads, the first process inside and its shell. */
const ownProcesses = 24;

/** Programs in a container that runc makes, without an engine and without its own groups. */
export function runc(options: RuncOptions): Backend {
  return { name: 'runc', class: 'process', runs: 'programs', open: () => open(options) };
}

async function open(options: RuncOptions): Promise<OpenedBackend | Absent> {
  const program = options.program ?? findRootProgram('runc');
  if (program === undefined) return absent('runc is not installed');
  const flaw = ownerFlaw(program);
  if (flaw !== undefined) return absent(flaw);
  const [unshare, setpriv] = [findSystemProgram('unshare'), findSystemProgram('setpriv')];
  const seccomp = ociSeccomp(process.arch);
  if (unshare === undefined || setpriv === undefined) return absent('`unshare` or `setpriv` is not installed');
  if (seccomp === undefined) return absent(`there is no filter of system calls for ${process.arch}`);
  const groups = options.cgroups === false ? undefined : findCgroups();
  const system = options.image === undefined ? systemView(0) : undefined;
  const memoryForEach = groups?.controllers.includes('memory') !== true;
  const found: Runc = {
    programs: { runc: program, unshare, setpriv },
    layout: { paths: options.paths, seccomp, system, memoryForEach },
    image: options.image ?? '',
    groups,
    relay: options.image === undefined ? findRelay(findSystemProgram) : anyRelay(),
  };
  const stamp = fileStamp(program);
  const run = (job: SandboxJob) => runInRunc(found, job);
  return {
    kind: 'opened',
    digest: sha256(readFileSync(program)),
    setting: JSON.stringify({ layout: found.layout, image: found.image, groups: groups?.controllers }),
    run,
    measure: async () => processClass('runc', await selfTest(run, '/bin/sh')),
    isSame: () => stamp === fileStamp(program),
    close: () => {},
  };
}

async function runInRunc(runc: Runc, job: SandboxJob): Promise<SandboxResult> {
  const flaw = jobFlaw(job) ?? watchFlaw(job) ?? pathMountFlaw(job.mounts, runc.layout.paths);
  if (flaw !== undefined) return flaw;
  if (job.signal.aborted) return refused('sandbox/aborted', 'it was stopped before it began');
  const relay = job.egress === undefined ? undefined : runc.relay;
  if (job.egress !== undefined && relay === undefined) return noRelay;
  const bundle = makeBundle(job, runc.layout.system);
  let group: Cgroup | undefined;
  try {
    const config = runcConfig(job, runc.layout, relay, bundle.directory);
    writeFileSync(join(bundle.directory, 'config.json'), JSON.stringify(config), { mode: 0o600 });
    group = groupFor(runc.groups, job.limits, ownProcesses + (relay?.processes ?? 0));
    const { child, end, first } = launchRunc(runc.programs, job, bundle.directory, runc.image, group);
    const look = () => passedLimit({ limits: job.limits, groups: runc.groups, group, first: undefined, ownProcesses });
    const ending = await supervise({ child, job, end, look });
    await allGone(first(), group);
    return resultOf(ending, logged(bundle.directory), group);
  } catch (error) {
    return refused('sandbox/setup', `the sandbox could not be made: ${error instanceof Error ? error.message : error}`);
  } finally {
    await groupRemoved(group);
    bundle.remove();
  }
}

function resultOf(ending: Ending, problem: string | undefined, group: Cgroup | undefined): SandboxResult {
  const byItself = ending.stopped === undefined && group?.ranOutOfMemory() !== true;
  if (byItself && problem !== undefined) return refused('sandbox/setup', `the sandbox could not be made: ${problem}`);
  return endedResult(ending, ending.exitCode ?? undefined, group);
}

/** What runc wrote where it could not start the container. */
function logged(bundle: string): string | undefined {
  try {
    return /level=error msg="?(.*?)"?$/m.exec(readFileSync(join(bundle, 'log'), 'utf8'))?.[1];
  } catch {
    return 'it was never started';
  }
}

function absent(message: string): Absent {
  return { kind: 'absent', message, remedy: 'apt-get install runc util-linux' };
}
