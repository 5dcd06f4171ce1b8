import { randomBytes } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { stageWrite } from '../../providers/io/stage-write.ts';
import type { SandboxJob } from '../sandbox.ts';

/**
 * Writes what a guest changed below the directories that it may change. The host's paths are walked name by name: a link
 * that lies there leads nowhere else. Gives back what could not be written.
 */
export function writeBack(
  job: SandboxJob,
  changed: ReadonlyMap<string, Uint8Array>,
  hidden: readonly string[],
): readonly string[] {
  return [...changed].flatMap(([path, bytes]) => {
    const host = hostPath(job, path);
    if (host === undefined) return [`\`${path}\` may not be written`];
    const grants = { workspace: host.directory, read: [], write: [`${host.directory}/**`], forbidden: hidden };
    makeDirectories(host.directory, host.path);
    const order = { asked: host.path, bytes, append: false, stagingName: `.skillc-${randomBytes(8).toString('hex')}` };
    const staged = stageWrite(grants, order);
    const written = staged.kind === 'staged' ? staged.commit() : staged;
    return 'kind' in written ? [`\`${path}\` was not written: ${written.message}`] : [];
  });
}

function hostPath(job: SandboxJob, path: string): { readonly directory: string; readonly path: string } | undefined {
  if (posix.normalize(path) !== path) return undefined;
  for (const mount of job.mounts) {
    if (mount.kind !== 'path' || mount.access !== 'write' || !path.startsWith(`${mount.at}/`)) continue;
    return { directory: mount.host, path: mount.host + path.slice(mount.at.length) };
  }
  return undefined;
}

/** From descriptor to descriptor, so that nothing is made behind a link. What fails here, the walk that comes next refuses. */
function makeDirectories(directory: string, path: string): void {
  const names = dirname(path).slice(directory.length).split('/').filter(Boolean);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const opened = [openSync(directory, flags)];
  try {
    for (const name of names) {
      const at = `/proc/self/fd/${opened.at(-1)}/${name}`;
      if (lstatSync(at, { throwIfNoEntry: false }) === undefined) mkdirSync(at);
      opened.push(openSync(at, flags));
    }
  } catch {
    return;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
