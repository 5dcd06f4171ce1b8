import { realpathSync } from 'node:fs';
import type { Refusal } from './job-flaw.ts';
import type { Mount } from './sandbox.ts';

/** What no sandbox ever sees of the host. */
export interface HiddenPaths {
  /** `$SKILLC_HOME`, and whatever else holds secrets or the record. */
  readonly hidden: readonly string[];
  /** Directories in a hidden one that hold nothing secret, such as installed dependencies; only for reading. */
  readonly shared: readonly string[];
}

type PathMount = Extract<Mount, { kind: 'path' }>;

/**
 * Why a directory of the host is not shown. It is given by its real path: a link on the way could be turned to
 * another place between the approval and the run.
 */
export function hostPathFlaw(mount: PathMount, paths: HiddenPaths): Refusal | undefined {
  const real = realPath(mount.host);
  if (real === undefined) return refusal(`\`${mount.host}\` does not exist`);
  if (real !== mount.host) return refusal(`\`${mount.host}\` is reached through a link`, `give \`${real}\``);
  const inside = paths.hidden.find((path) => isWithin(real, path));
  if (inside === undefined) return undefined;
  if (mount.access === 'read' && paths.shared.some((path) => isWithin(real, path))) return undefined;
  return refusal(`\`${mount.host}\` is in \`${inside}\`, which no sandbox may see`);
}

export function pathMountFlaw(mounts: readonly Mount[], paths: HiddenPaths): Refusal | undefined {
  for (const mount of mounts) {
    const flaw = mount.kind === 'path' ? hostPathFlaw(mount, paths) : undefined;
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/** Hidden directories below a mount, by their paths inside: they are covered. */
export function coveredPaths(mount: PathMount, paths: HiddenPaths): readonly string[] {
  return paths.hidden
    .filter((path) => isWithin(path, mount.host) && realPath(path) !== undefined)
    .map((path) => (mount.at === '/' ? '' : mount.at) + path.slice(mount.host === '/' ? 0 : mount.host.length));
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function refusal(message: string, remedy?: string): Refusal {
  return { kind: 'refused', code: 'sandbox/mount', message, ...(remedy === undefined ? {} : { remedy }) };
}
