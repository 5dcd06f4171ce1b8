import { coveredPaths, type HiddenPaths } from '../mount-flaw.ts';
import { type Relay, relaySocket } from '../relay/relay.ts';
import type { Mount, SandboxJob } from '../sandbox.ts';
import { sandboxHome } from '../system-view.ts';

/** What stays the same from run to run. */
export interface Layout {
  readonly prlimit: string;
  /** Options of bwrap that show the system. */
  readonly system: readonly string[];
  /** Small files in place of the machine's own, by their paths inside. */
  readonly files: readonly string[];
  /** `--disable-userns` is not in older versions; the filter of system calls says no in any case. */
  readonly disableUserNamespaces: boolean;
  readonly paths: HiddenPaths;
  /** Held by a group for all processes together where there is one, else for each by itself. */
  readonly memoryForEach: boolean;
}

/** Descriptors that bwrap reads, by number. Those of files follow in order: the system's, then the job's. */
export const descriptors = { args: 3, status: 4, seccomp: 5, firstFile: 6 } as const;

export const sandboxUser = 65534;

const namespaces = [
  ...['--unshare-all', '--unshare-user', '--uid', String(sandboxUser), '--gid', String(sandboxUser)],
  ...['--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--hostname', 'sandbox'],
];

/** In megabytes, beside what a process may use: V8 reserves half a gigabyte for each heap without using it. */
const reservedForEach = 1024;
const openFiles = 1024;

/** On the command line, which everyone on the machine may read, as that of the program inside. */
export function visibleArguments(job: SandboxJob, layout: Layout, relay: Relay | undefined): readonly string[] {
  return ['--args', String(descriptors.args), '--', ...command(job, layout, relay)];
}

/** Everything else, as bwrap reads it from its descriptor: variables hold handles of secrets. */
export function hiddenArguments(job: SandboxJob, layout: Layout, relay: Relay | undefined): readonly string[] {
  const mounts = [...job.mounts].sort((one, other) => (one.at < other.at ? -1 : 1));
  const files = job.mounts.filter(({ kind }) => kind === 'file');
  const memory = job.limits.memory_mb * 1024 * 1024;
  return [
    ...['--seccomp', String(descriptors.seccomp), '--json-status-fd', String(descriptors.status)],
    ...namespaces,
    ...(layout.disableUserNamespaces ? ['--disable-userns'] : []),
    '--clearenv',
    ...Object.entries(job.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...layout.system,
    ...layout.files.flatMap((path, index) => ['--file', String(descriptors.firstFile + index), path]),
    ...['/tmp', sandboxHome, '/dev/shm'].flatMap((path) => [
      '--perms',
      '0700',
      '--size',
      String(memory),
      '--tmpfs',
      path,
    ]),
    ...mounts.flatMap((mount) => mountOptions(mount, layout, layout.files.length + files.indexOf(mount))),
    ...(relay === undefined || job.egress === undefined ? [] : ['--ro-bind', job.egress.socket, relaySocket]),
    // The root itself is a file system in memory without a size.
    ...['--remount-ro', '/', '--chdir', job.cwd],
  ];
}

function mountOptions(mount: Mount, layout: Layout, index: number): readonly string[] {
  if (mount.kind === 'file') {
    const perms = mount.executable === true ? '0555' : '0444';
    return ['--perms', perms, '--ro-bind-data', String(descriptors.firstFile + index), mount.at];
  }
  const covered = coveredPaths(mount, layout.paths);
  return [
    ...[mount.access === 'write' ? '--bind' : '--ro-bind', mount.host, mount.at],
    ...covered.flatMap((path) => ['--perms', '0500', '--tmpfs', path, '--remount-ro', path]),
  ];
}

function command(job: SandboxJob, layout: Layout, relay: Relay | undefined): readonly string[] {
  const { limits } = job;
  const processes = limits.processes + (relay?.processes ?? 0) + 1;
  const limited = [
    layout.prlimit,
    // One second more until the kernel insists: the first signal can be caught.
    `--cpu=${limits.cpu_seconds}:${limits.cpu_seconds + 1}`,
    `--fsize=${limits.file_bytes}`,
    `--nproc=${processes}`,
    `--nofile=${openFiles}`,
    '--core=0',
    // Not the address space: V8 reserves far more than it uses.
    ...(layout.memoryForEach ? [`--data=${(limits.memory_mb + reservedForEach) * 1024 * 1024}`] : []),
  ];
  return [...limited, ...(relay?.command ?? []), ...exactVariables(job, relay), job.program, ...job.args];
}

/** bwrap sets PWD, and a relay in front of the program others, which nobody declared. */
function exactVariables(job: SandboxJob, relay: Relay | undefined): readonly string[] {
  const added = ['PWD', ...(relay === undefined ? [] : ['OLDPWD', 'SHLVL', '_', 'LC_CTYPE'])];
  const unset = added.filter((name) => !Object.hasOwn(job.env, name)).flatMap((name) => ['-u', name]);
  const set = job.env.PWD === undefined || job.env.PWD === job.cwd ? [] : [`PWD=${job.env.PWD}`];
  return unset.length + set.length === 0 ? [] : ['/usr/bin/env', ...unset, ...set];
}
