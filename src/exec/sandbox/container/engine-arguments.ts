import { join } from 'node:path';
import { coveredPaths, type HiddenPaths } from '../mount-flaw.ts';
import { type Relay, relaySocket } from '../relay/relay.ts';
import type { SandboxJob } from '../sandbox.ts';
import { hiddenProcFiles, sandboxHome } from '../system-view.ts';
import { containerCommand } from './container-command.ts';

export interface EngineLayout {
  readonly engine: 'podman' | 'docker';
  readonly image: string;
  readonly paths: HiddenPaths;
}

export interface EngineRun {
  readonly name: string;
  /** Where the bundle's files lie. */
  readonly bundle: string;
  readonly owner: string;
  readonly relay: Relay | undefined;
}

const openFiles = 1024;
const ownProcesses = 4;

/** Of `podman` or `docker`. Variables go by a file, which others cannot read as they can a command line. */
export function engineArguments(job: SandboxJob, layout: EngineLayout, run: EngineRun): readonly string[] {
  const { limits } = job;
  const [first, ...rest] = containerCommand(job, run.relay);
  const memory = `${limits.memory_mb}m`;
  const processes = limits.processes + ownProcesses + (run.relay?.processes ?? 0);
  return [
    ...['run', '--name', run.name, '--label', `skillc.owner=${run.owner}`, '--pull=never', '--interactive'],
    ...['--network=none', '--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'],
    `--security-opt=seccomp=${join(run.bundle, 'seccomp.json')}`,
    ...['--hostname=sandbox', `--workdir=${job.cwd}`, `--env-file=${join(run.bundle, 'variables')}`],
    ...[`--memory=${memory}`, `--memory-swap=${memory}`, `--pids-limit=${processes}`, `--shm-size=${memory}`],
    ...[
      `--ulimit=cpu=${limits.cpu_seconds}:${limits.cpu_seconds + 1}`,
      `--ulimit=fsize=${limits.file_bytes}:${limits.file_bytes}`,
    ],
    ...[`--ulimit=nofile=${openFiles}:${openFiles}`, '--ulimit=core=0:0', `--ulimit=nproc=${processes}:${processes}`],
    ...userOptions(layout),
    ...(layout.engine === 'podman' ? podmanOptions(limits.wall_clock_ms) : []),
    ...['/tmp', sandboxHome].map((path) => `--tmpfs=${path}:rw,nosuid,nodev,mode=1777,size=${memory}`),
    ...mountOptions(job, layout, run),
    ...Object.entries(job.env).flatMap(([name, value]) => (value.includes('\n') ? ['--env', `${name}=${value}`] : [])),
    `--entrypoint=${first}`,
    layout.image,
    ...rest,
  ];
}

/** The user who runs skillc, so that what is written belongs to them. */
function userOptions({ engine }: EngineLayout): readonly string[] {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return [`--user=${uid}:${gid}`, ...(engine === 'podman' && uid !== 0 ? ['--userns=keep-id'] : [])];
}

/** It would pass on the host's proxies, add writable directories, and leave the machine's own files in sight. */
function podmanOptions(wallClockMs: number): readonly string[] {
  // Ended even where skillc itself is gone.
  const seconds = Math.ceil(wallClockMs / 1000) + 5;
  return [
    '--http-proxy=false',
    '--read-only-tmpfs=false',
    `--timeout=${seconds}`,
    `--security-opt=mask=${['/sys', ...hiddenProcFiles()].join(':')}`,
  ];
}

function mountOptions(job: SandboxJob, { paths }: EngineLayout, { bundle, relay }: EngineRun): readonly string[] {
  const mounts = job.mounts.map((mount, index) => ({ mount, index }));
  mounts.sort((one, other) => (one.mount.at < other.mount.at ? -1 : 1));
  return [
    ...mounts.flatMap(({ mount, index }) => {
      if (mount.kind === 'file') return [bind(join(bundle, 'files', String(index)), mount.at, true)];
      const covered = coveredPaths(mount, paths).map((path) => `--tmpfs=${path}:ro,mode=0500,size=4k`);
      return [bind(mount.host, mount.at, mount.access === 'read'), ...covered];
    }),
    ...(relay === undefined || job.egress === undefined ? [] : [bind(job.egress.socket, relaySocket, true)]),
  ];
}

/** The engines read this as a line of CSV. */
function bind(host: string, at: string, readOnly: boolean): string {
  const fields = ['type=bind', `src=${host}`, `dst=${at}`, ...(readOnly ? ['readonly'] : [])];
  return `--mount=${fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join()}`;
}
