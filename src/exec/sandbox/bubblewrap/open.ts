import { execFile } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import { machine } from 'node:os';
import { promisify } from 'node:util';
import { sha256 } from '../../../ir/digest.ts';
import type { Absent, Backend, OpenedBackend } from '../backend.ts';
import { findCgroups } from '../cgroup/find.ts';
import type { HiddenPaths } from '../mount-flaw.ts';
import { fileStamp } from '../process/file-stamp.ts';
import { findSystemProgram, ownerFlaw } from '../process/find-program.ts';
import { openBytes } from '../process/given-bytes.ts';
import { inheritedDescriptors } from '../process/inherited-descriptors.ts';
import { findRelay } from '../relay/find-relay.ts';
import type { RelayName } from '../relay/relay.ts';
import type { SandboxJob } from '../sandbox.ts';
import { seccompFilter, tracingCalls } from '../seccomp/filter.ts';
import { processClass, selfTest } from '../self-test.ts';
import { systemView } from '../system-view.ts';
import { sandboxUser } from './arguments.ts';
import { type Bubblewrap, runInBubblewrap } from './run.ts';
import { systemOptions } from './system-options.ts';

export interface BubblewrapOptions {
  /** In place of the system's one. */
  readonly program?: string;
  readonly relays?: readonly RelayName[];
  /** Without groups memory is held for each process by itself. */
  readonly cgroups?: boolean;
  readonly paths: HiddenPaths;
}

const install = 'apt-get install bubblewrap util-linux';

export function bubblewrap(options: BubblewrapOptions): Backend {
  return { name: 'bubblewrap', class: 'process', runs: 'programs', open: () => open(options) };
}

async function open(options: BubblewrapOptions): Promise<OpenedBackend | Absent> {
  const program = options.program ?? findSystemProgram('bwrap');
  if (program === undefined) return absent('bubblewrap is not installed');
  const flaw = ownerFlaw(program);
  if (flaw !== undefined) return absent(flaw);
  const stamp = fileStamp(program);
  const digest = sha256(readFileSync(program));
  const found = await find(program, options);
  if ('kind' in found) return found;
  const run = (job: SandboxJob) => runInBubblewrap(found, job);
  const { groups, layout, relay } = found;
  return {
    kind: 'opened',
    digest,
    setting: JSON.stringify({ layout, groups: groups?.controllers, relay: relay?.name }),
    run,
    measure: async () => processClass('bubblewrap', await selfTest(run, '/bin/sh')),
    isSame: () => stamp === fileStamp(program),
    close: () => {
      for (const descriptor of [found.seccomp, found.tracing, ...found.files]) closeSync(descriptor);
    },
  };
}

/** Everything that a run needs. Nothing is measured yet. */
async function find(program: string, options: BubblewrapOptions): Promise<Bubblewrap | Absent> {
  const prlimit = findSystemProgram('prlimit');
  if (prlimit === undefined) return absent('`prlimit` is not installed');
  const filter = seccompFilter(process.arch);
  const tracing = seccompFilter(process.arch, tracingCalls);
  if (filter === undefined || tracing === undefined)
    return absent(`there is no filter of system calls for ${machine()}`);
  const version = await versionOf(program);
  if (version === undefined) return absent(`\`${program}\` is not bubblewrap`);
  const system = systemView(sandboxUser);
  const groups = options.cgroups === false ? undefined : findCgroups();
  return {
    program,
    layout: {
      prlimit,
      system: systemOptions(system),
      files: system.files.map(({ at }) => at),
      disableUserNamespaces: version >= 8,
      paths: options.paths,
      memoryForEach: groups?.controllers.includes('memory') !== true,
    },
    files: system.files.map(({ text }) => openBytes(Buffer.from(text))),
    seccomp: openBytes(filter),
    tracing: openBytes(tracing),
    inherited: inheritedDescriptors(),
    groups,
    relay: findRelay(findSystemProgram, options.relays),
  };
}

function absent(message: string): Absent {
  return { kind: 'absent', message, remedy: install };
}

/** The second part: none of the first was other than 0 so far, and a later one has all that 0.8 had. */
async function versionOf(program: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { env: {}, timeout: 2000 });
    const [, major, minor] = /^bubblewrap (\d+)\.(\d+)/.exec(stdout) ?? [];
    return major === undefined ? undefined : Number(major) > 0 ? Number.MAX_SAFE_INTEGER : Number(minor);
  } catch {
    return undefined;
  }
}
