import { join } from 'node:path';
import { coveredPaths, type HiddenPaths } from '../mount-flaw.ts';
import { type Relay, relaySocket } from '../relay/relay.ts';
import type { Mount, SandboxJob } from '../sandbox.ts';
import { type SystemView, sandboxHome } from '../system-view.ts';
import { containerCommand } from './container-command.ts';
import type { OciSeccomp } from './oci-seccomp.ts';

export interface RuncLayout {
  readonly paths: HiddenPaths;
  readonly seccomp: OciSeccomp;
  /** What is shown of the machine, where no image is the root. */
  readonly system: SystemView | undefined;
  readonly memoryForEach: boolean;
}

interface OciMount {
  readonly destination: string;
  readonly type: string;
  readonly source: string;
  readonly options: readonly string[];
}

const openFiles = 1024;
const reservedForEach = 1024;
const readOnly = ['rbind', 'ro', 'nosuid', 'nodev'];
const writable = ['rbind', 'rw', 'nosuid', 'nodev'];

/** The bundle's description. Files that are given lie in the bundle, by the number of their mount. */
export function runcConfig(job: SandboxJob, layout: RuncLayout, relay: Relay | undefined, bundle: string): object {
  const { limits } = job;
  const none: readonly string[] = [];
  return {
    ociVersion: '1.0.2',
    hostname: 'sandbox',
    root: { path: 'rootfs', readonly: true },
    process: {
      terminal: false,
      // Root of a user namespace without capabilities; outside it is the user who runs skillc.
      user: { uid: 0, gid: 0 },
      args: containerCommand(job, relay),
      env: Object.entries(job.env).map(([name, value]) => `${name}=${value}`),
      cwd: job.cwd,
      noNewPrivileges: true,
      capabilities: { bounding: none, effective: none, permitted: none, inheritable: none, ambient: none },
      rlimits: [
        limit('CPU', limits.cpu_seconds, limits.cpu_seconds + 1),
        limit('FSIZE', limits.file_bytes),
        limit('NPROC', limits.processes + (relay?.processes ?? 0) + 2),
        limit('NOFILE', openFiles),
        limit('CORE', 0),
        ...(layout.memoryForEach ? [limit('DATA', (limits.memory_mb + reservedForEach) * 1024 * 1024)] : []),
      ],
    },
    mounts: [...systemMounts(job, layout, bundle), ...jobMounts(job, layout, bundle), ...relayMounts(job, relay)],
    linux: {
      namespaces: ['pid', 'network', 'ipc', 'uts', 'mount', 'cgroup'].map((type) => ({ type })),
      seccomp: layout.seccomp,
      maskedPaths: [...(layout.system?.hidden ?? []), '/proc/acpi', '/proc/asound', '/proc/scsi', '/sys/firmware'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
    },
  };
}

function limit(name: string, soft: number, hard = soft): object {
  return { type: `RLIMIT_${name}`, soft, hard };
}

function systemMounts(job: SandboxJob, { system }: RuncLayout, bundle: string): readonly OciMount[] {
  const memory = (path: string, mode: string): OciMount => ({
    destination: path,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', `mode=${mode}`, `size=${job.limits.memory_mb}m`],
  });
  return [
    ...(system?.shown ?? []).map(({ host, at }) => bind(host, at, readOnly)),
    ...(system?.files ?? []).map(({ at }) => bind(join(bundle, 'etc', at), at, readOnly)),
    { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev', 'ro'] },
    {
      destination: '/dev',
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['nosuid', 'noexec', 'mode=755', 'size=64k', 'ro'],
    },
    memory('/dev/shm', '1777'),
    memory('/tmp', '1777'),
    memory(sandboxHome, '0700'),
  ];
}

function jobMounts(job: SandboxJob, { paths }: RuncLayout, bundle: string): readonly OciMount[] {
  return job.mounts
    .map((mount, index) => ({ mount, index }))
    .sort((one, other) => (one.mount.at < other.mount.at ? -1 : 1))
    .flatMap(({ mount, index }) => {
      if (mount.kind === 'file') return [bind(join(bundle, 'files', String(index)), mount.at, readOnly)];
      return [bind(mount.host, mount.at, mount.access === 'write' ? writable : readOnly), ...covers(mount, paths)];
    });
}

function covers(mount: Extract<Mount, { kind: 'path' }>, paths: HiddenPaths): readonly OciMount[] {
  return coveredPaths(mount, paths).map((path) => ({
    destination: path,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['ro', 'mode=0500', 'size=4k'],
  }));
}

function relayMounts(job: SandboxJob, relay: Relay | undefined): readonly OciMount[] {
  return relay === undefined || job.egress === undefined ? [] : [bind(job.egress.socket, relaySocket, readOnly)];
}

function bind(host: string, at: string, options: readonly string[]): OciMount {
  return { destination: at, type: 'bind', source: host, options };
}
