import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { type FileGrants, type FileRefusal, refusal } from '../../io/file-grants.ts';
import { moved, type StagedWrite, type Written } from '../../io/stage-write.ts';
import { reasonOf } from '../../io/system-error.ts';
import { type Place, walk } from '../../io/walk.ts';

export interface FileOrder {
  readonly asked: string;
  /** The file of the run that goes there. */
  readonly from: string;
  readonly bytes: number;
  /** Of a new file; one that is there keeps its own. */
  readonly mode: number;
  readonly stagingName: string;
}

/** A file of the run beside the place it goes to; `commit` renames it, so a reader sees the old or the new, never half. */
export function placeFile(grants: FileGrants, order: FileOrder): StagedWrite | FileRefusal {
  const place = walk(grants, order.asked, 'write');
  if (place.kind === 'refused') return place;
  const beside = `/proc/self/fd/${place.parent}/${order.stagingName}`;
  try {
    const stats = place.target?.stats;
    if (stats !== undefined && !stats.isFile()) return fail(place, `\`${order.asked}\` is no plain file`);
    copyBeside(order.from, beside, stats?.mode ?? order.mode);
    return staged(place, beside, order, stats === undefined ? 'created' : 'replaced');
  } catch (error) {
    return fail(place, `\`${order.asked}\`: ${reasonOf(error)}`);
  }
}

function copyBeside(from: string, beside: string, mode: number): void {
  const source = openSync(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    copyFileSync(`/proc/self/fd/${source}`, beside, constants.COPYFILE_EXCL);
  } finally {
    closeSync(source);
  }
  const descriptor = openSync(beside, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    fchmodSync(descriptor, mode & 0o777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function staged(place: Place, beside: string, order: FileOrder, how: Written['how']): StagedWrite {
  return {
    kind: 'staged',
    path: place.path,
    commit: () => {
      try {
        if (moved(place)) {
          unlinkSync(beside);
          return refusal('io/moved', `\`${order.asked}\` was moved while it was written`);
        }
        renameSync(beside, `/proc/self/fd/${place.parent}/${place.name}`);
        return { path: place.path, bytes: order.bytes, how };
      } catch (error) {
        return refusal('io/failed', `\`${order.asked}\`: ${reasonOf(error)}`);
      } finally {
        place.close();
      }
    },
    discard: () => {
      try {
        unlinkSync(beside);
      } finally {
        place.close();
      }
    },
  };
}

function fail(place: Place, message: string): FileRefusal {
  place.close();
  return refusal('io/failed', message);
}

/** The folders of a granted path that are not there yet. Each may be made, since what lies in it may be written. */
export function makeFolders(grants: FileGrants, asked: string): FileRefusal | undefined {
  const names = asked.split('/');
  for (let count = asked.startsWith('/') || asked.startsWith('~') ? 2 : 1; count < names.length; count++) {
    const folder = names.slice(0, count).join('/');
    const place = walk({ ...grants, write: [...grants.write, folder] }, folder, 'write');
    if (place.kind === 'refused') return place;
    try {
      if (place.target === undefined) mkdirSync(`/proc/self/fd/${place.parent}/${place.name}`);
      else if (!place.target.stats.isDirectory()) return refusal('io/not-found', `\`${folder}\` is no directory`);
    } catch (error) {
      return refusal('io/failed', `\`${folder}\`: ${reasonOf(error)}`);
    } finally {
      place.close();
    }
  }
  return undefined;
}

/** Takes a file or an empty folder away. */
export function removePath(grants: FileGrants, asked: string): FileRefusal | undefined {
  const place = walk(grants, asked, 'write');
  if (place.kind === 'refused') return place.code === 'io/not-found' ? undefined : place;
  try {
    if (place.target === undefined) return undefined;
    const at = `/proc/self/fd/${place.parent}/${place.name}`;
    if (moved(place)) return refusal('io/moved', `\`${asked}\` was moved while it was removed`);
    if (place.target.stats.isDirectory()) rmdirSync(at);
    else unlinkSync(at);
    return undefined;
  } catch (error) {
    return refusal('io/failed', `\`${asked}\`: ${reasonOf(error)}`);
  } finally {
    place.close();
  }
}
