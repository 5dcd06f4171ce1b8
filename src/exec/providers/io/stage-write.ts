import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readlinkSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { type FileGrants, type FileRefusal, refusal, type StagedFiles } from './file-grants.ts';
import { reasonOf } from './system-error.ts';
import { type Place, walk } from './walk.ts';

export interface Written {
  /** The real path. */
  readonly path: string;
  readonly bytes: number;
  readonly how: 'created' | 'replaced' | 'appended';
}

/** A write that is ready but not yet visible. One of the two ends it. */
export interface StagedWrite {
  readonly kind: 'staged';
  readonly path: string;
  readonly commit: () => Written | FileRefusal;
  readonly discard: () => void;
}

export interface WriteOrder {
  readonly asked: string;
  readonly bytes: Uint8Array;
  readonly append: boolean;
  /** A name for the file that is renamed into place; unguessable. */
  readonly stagingName: string;
}

/** Content goes to a new file beside the target; `commit` renames it, so a reader sees the old or the new, never half. */
export function stageWrite(grants: FileGrants, order: WriteOrder): StagedWrite | FileRefusal {
  if (grants.staged !== undefined) return stagedInProgram(grants.staged, order);
  const place = walk(grants, order.asked, 'write');
  if (place.kind === 'refused') return place;
  const refused = unfit(place, order);
  if (refused === undefined) {
    try {
      return order.append && place.target !== undefined ? stageAppend(place, order) : stageReplace(place, order);
    } catch (error) {
      place.close();
      return refusal('io/failed', `\`${order.asked}\`: ${reasonOf(error)}`);
    }
  }
  place.close();
  return refused;
}

/** The program around the call keeps it with its own changes. */
function stagedInProgram(files: StagedFiles, { asked, bytes, append }: WriteOrder): StagedWrite {
  return {
    kind: 'staged',
    path: asked,
    commit: () => {
      files.write(asked, bytes, append);
      return { path: asked, bytes: bytes.length, how: append ? 'appended' : 'created' };
    },
    discard: () => {},
  };
}

function unfit(place: Place, order: WriteOrder): FileRefusal | undefined {
  const stats = place.target?.stats;
  if (stats === undefined) return undefined;
  if (!stats.isFile()) return refusal('io/not-a-file', `\`${order.asked}\` is no plain file`);
  // Added text would show at every other name of the file, granted or not.
  if (order.append && stats.nlink > 1) return refusal('io/hard-link', `\`${order.asked}\` has a second name`);
  return undefined;
}

function stageReplace(place: Place, order: WriteOrder): StagedWrite {
  const beside = `/proc/self/fd/${place.parent}/${order.stagingName}`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const mode = place.target === undefined ? undefined : place.target.stats.mode & 0o777;
  const descriptor = openSync(beside, flags, 0o666);
  try {
    writeAll(descriptor, order.bytes);
    if (mode !== undefined) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(beside);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  const how = mode === undefined ? 'created' : 'replaced';
  return staged(place, order, {
    apply: () => {
      renameSync(beside, `/proc/self/fd/${place.parent}/${place.name}`);
      return how;
    },
    undo: () => unlinkSync(beside),
  });
}

function stageAppend(place: Place, order: WriteOrder): StagedWrite {
  return staged(place, order, {
    apply: () => {
      const again = `/proc/self/fd/${place.target?.descriptor}`;
      const descriptor = openSync(again, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
      try {
        if (fstatSync(descriptor).nlink > 1) throw new Error('a second name');
        writeAll(descriptor, order.bytes);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      return 'appended';
    },
    undo: () => {},
  });
}

interface Steps {
  readonly apply: () => Written['how'];
  readonly undo: () => void;
}

function staged(place: Place, order: WriteOrder, steps: Steps): StagedWrite {
  return {
    kind: 'staged',
    path: place.path,
    commit: () => {
      try {
        if (moved(place)) {
          steps.undo();
          return refusal('io/moved', `\`${order.asked}\` was moved while it was written`);
        }
        return { path: place.path, bytes: order.bytes.length, how: steps.apply() };
      } catch (error) {
        return refusal('io/failed', `\`${order.asked}\`: ${reasonOf(error)}`);
      } finally {
        place.close();
      }
    },
    discard: () => {
      try {
        steps.undo();
      } finally {
        place.close();
      }
    },
  };
}

/** The directory is held by its descriptor, but someone may have carried it out of the grant since. */
export function moved(place: Place): boolean {
  const folder = readlinkSync(`/proc/self/fd/${place.parent}`);
  return `${folder === '/' ? '' : folder}/${place.name}` !== place.path;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
