import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refused } from '../backend.ts';
import type { Refusal } from '../job-flaw.ts';
import { type HiddenPaths, hostPathFlaw } from '../mount-flaw.ts';
import type { Mount, SandboxJob } from '../sandbox.ts';

/** Guests see copies: what is mounted is read before, and what they change is written after. */
export type MountedFiles = { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array> } | Refusal;

const maxFiles = 4096;
const maxBytes = 64 * 1024 * 1024;

export function mountedFiles(job: SandboxJob, paths: HiddenPaths): MountedFiles {
  const files = new Map<string, Uint8Array>();
  for (const mount of job.mounts) {
    if (mount.kind === 'file') files.set(mount.at, mount.bytes);
    else {
      const flaw = hostPathFlaw(mount, paths) ?? readInto(files, mount, paths);
      if (flaw !== undefined) return flaw;
    }
  }
  return { kind: 'files', files };
}

/** Plain files only: links and devices of a mounted directory do not exist for a guest. */
function readInto(
  files: Map<string, Uint8Array>,
  mount: Extract<Mount, { kind: 'path' }>,
  paths: HiddenPaths,
): Refusal | undefined {
  let bytes = 0;
  const pending: (readonly [string, string])[] = [[mount.host, mount.at]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [host, at] = next;
    if (paths.hidden.includes(host)) continue;
    const stat = lstatSync(host);
    if (stat.isDirectory()) {
      for (const name of readdirSync(host)) pending.push([join(host, name), join(at, name)]);
    } else if (stat.isFile()) {
      bytes += stat.size;
      if (bytes > maxBytes || files.size >= maxFiles) {
        return refused('sandbox/mount', `\`${mount.host}\` has too many files for a sandbox without processes`);
      }
      files.set(at, readFileSync(host));
    }
  }
  return undefined;
}
