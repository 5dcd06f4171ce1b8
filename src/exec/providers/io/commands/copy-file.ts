import {
  closeSync,
  constants,
  fchmodSync,
  lutimesSync,
  openSync,
  readlinkSync,
  readSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { type CopyJob, type CopyOptions, keepLooks } from './copy-job.ts';
import { Halt, inFolder, type Work } from './work.ts';

/** Through a file beside the target: a reader sees the old or the new, never half. */
export async function copyFile({ source, place, from }: CopyJob, options: CopyOptions, work: Work): Promise<void> {
  if (options.oneName && source.stats.nlink > 1) {
    throw new Halt('io/hard-link', `\`${from}\` has a second name`, 'copy with `-r` or `-p`');
  }
  const staged = inFolder(place.folder, work.stagingName());
  const input = openSync(`/proc/self/fd/${source.descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const output = openSync(staged, flags, source.stats.mode & 0o777);
    try {
      await pass(input, output, work);
      if (options.preserve) keepLooks(`/proc/self/fd/${output}`, source.stats);
      else if (place.entry !== undefined) fchmodSync(output, place.entry.stats.mode & 0o777);
    } finally {
      closeSync(output);
    }
    renameSync(staged, inFolder(place.folder, place.name));
  } catch (error) {
    discard(staged);
    throw error;
  } finally {
    closeSync(input);
  }
}

async function pass(input: number, output: number, work: Work): Promise<void> {
  const chunk = new Uint8Array(1 << 18);
  for (;;) {
    const size = readSync(input, chunk);
    if (size === 0) return;
    await work.step(size);
    for (let at = 0; at < size; ) at += writeSync(output, chunk, at, size - at);
  }
}

function discard(staged: string): void {
  try {
    unlinkSync(staged);
  } catch {
    // It was not made, or is in place already.
  }
}

/** A link that stays within the tree it is copied with. Any other would lead from the copy to where nobody approved. */
export function copyLink({ source, place, from, depth }: CopyJob, options: CopyOptions, work: Work): void {
  const aim = readlinkSync(inFolder(source.folder, source.name));
  if (!staysWithin(aim, depth)) {
    throw new Halt('io/link', `\`${from}\` is a link that leads out of what is copied`, 'copy what it points to: `-L`');
  }
  const staged = inFolder(place.folder, work.stagingName());
  symlinkSync(aim, staged);
  try {
    if (options.preserve) lutimesSync(staged, source.stats.atimeMs / 1000, source.stats.mtimeMs / 1000);
    renameSync(staged, inFolder(place.folder, place.name));
  } catch (error) {
    discard(staged);
    throw error;
  }
}

/** `..` only at the start, and at most as often as there are folders of the tree above. */
function staysWithin(aim: string, depth: number): boolean {
  const names = aim.split('/').filter((name) => name !== '' && name !== '.');
  const up = names.findIndex((name) => name !== '..');
  const ups = up < 0 ? names.length : up;
  return !aim.startsWith('/') && !names.slice(ups).includes('..') && ups < Math.max(depth, 1);
}
