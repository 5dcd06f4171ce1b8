import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cgroup } from '../cgroup/cgroup.ts';
import { entering } from '../cgroup/entering.ts';
import { cgroupMountPoints } from '../cgroup/mounts.ts';
import { startOf } from '../process/process-state.ts';
import type { SandboxJob } from '../sandbox.ts';

export interface RuncPrograms {
  readonly runc: string;
  readonly unshare: string;
  readonly setpriv: string;
}

export interface LaunchedRunc {
  readonly child: ChildProcess;
  readonly end: () => void;
  /** The first process of the namespace that everything runs in, once it was looked for. */
  readonly first: () => { readonly pid: number; readonly start: string | undefined } | undefined;
}

/**
 * In a user, mount and pid namespace of its own: runc has no power over the host, and when its first process ends the
 * kernel ends all others. Groups are shown for reading only, so that runc leaves its processes in the group they are in.
 * An image is covered by a writable layer, where runc makes the places for mounts.
 */
const prepare = `
set -e
runc=$1 bundle=$2 image=$3; shift 3
for point in "$@"; do mount -o "remount,bind,ro,\${point%%:*}" "\${point#*:}"; done
[ -z "$image" ] || mount -t overlay -o "userxattr,lowerdir=$image,upperdir=$bundle/upper,workdir=$bundle/work" overlay "$bundle/rootfs"
cd "$bundle"
exec "$runc" --rootless=true --root "$bundle/state" --log "$bundle/log" run --bundle "$bundle" skillc
`;

export function launchRunc(
  programs: RuncPrograms,
  job: SandboxJob,
  bundle: string,
  image: string,
  group: Cgroup | undefined,
): LaunchedRunc {
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child=KILL', '--mount-proc'];
  const command = [
    ...[programs.setpriv, '--pdeathsig', 'KILL', programs.unshare, ...namespaces],
    ...['/bin/sh', '-c', prepare, 'prepare', programs.runc, bundle, image, ...cgroupMountPoints()],
  ];
  const stdin = job.stdin.length === 0 ? 'ignore' : 'pipe';
  const [file = programs.setpriv, ...words] = entering(group, command);
  const child = spawn(file, words, {
    stdio: [stdin, 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    cwd: '/',
  });
  let first: { pid: number; start: string | undefined } | undefined;
  return {
    child,
    first: () => first,
    end: () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      // Stopped, it makes no further child between the look and the end.
      child.kill('SIGSTOP');
      const [pid] = childrenOf(child.pid);
      if (pid !== undefined) {
        first = { pid, start: startOf(pid) };
        process.kill(pid, 'SIGKILL');
      }
      child.kill('SIGKILL');
    },
  };
}

function childrenOf(pid: number): readonly number[] {
  for (let tries = 0; tries < 1000; tries++) {
    try {
      if (!/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))) continue;
      return readFileSync(join('/proc', String(pid), 'task', String(pid), 'children'), 'latin1')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number);
    } catch {
      return [];
    }
  }
  return [];
}
