import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The directories of this process's own groups: by controller for version 1, and the one of version 2. */
export interface OwnGroups {
  readonly first: ReadonlyMap<string, string>;
  readonly second: string | undefined;
}

/** `options:path` of each mount of groups, for mounting it once more in another way. */
export function cgroupMountPoints(): readonly string[] {
  return cgroupMounts(readFileSync('/proc/self/mountinfo', 'utf8')).map(({ at, flags }) => {
    return `${flags.filter((flag) => flag !== 'rw' && flag !== 'ro').join()}:${at}`;
  });
}

interface CgroupMount {
  /** The group that is shown at the mount point: another one than `/` in containers. */
  readonly root: string;
  readonly at: string;
  readonly type: string;
  /** Of the mount itself, such as `nosuid`. */
  readonly flags: readonly string[];
  /** Of the file system: names of controllers. */
  readonly options: readonly string[];
}

export function ownGroups(): OwnGroups {
  const mounts = cgroupMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
  const first = new Map<string, string>();
  let second: string | undefined;
  for (const line of readFileSync('/proc/self/cgroup', 'utf8').trimEnd().split('\n')) {
    const [, controllers = '', ...rest] = line.split(':');
    const path = rest.join(':');
    if (controllers === '') {
      second = directory(
        mounts.find(({ type }) => type === 'cgroup2'),
        path,
      );
      continue;
    }
    for (const controller of controllers.split(',')) {
      const found = directory(
        mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller)),
        path,
      );
      if (found !== undefined) first.set(controller, found);
    }
  }
  return { first, second };
}

/** `36 35 98:0 /root /at rw,noatime master:1 - type source options` */
function cgroupMounts(text: string): readonly CgroupMount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '', at = '', flags = ''] = before.split(' ');
    const [type = '', , options = ''] = after.split(' ');
    return type.startsWith('cgroup')
      ? [{ root, at: unescaped(at), type, flags: flags.split(','), options: options.split(',') }]
      : [];
  });
}

function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

function directory(mount: CgroupMount | undefined, path: string): string | undefined {
  if (mount === undefined) return undefined;
  if (mount.root === '/') return join(mount.at, path);
  if (path !== mount.root && !path.startsWith(`${mount.root}/`)) return undefined;
  return join(mount.at, path.slice(mount.root.length));
}
