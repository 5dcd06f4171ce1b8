import { readlinkSync } from 'node:fs';
import { type FileGrants, type FileRefusal, refusal, type StagedFiles } from './file-grants.ts';
import { makeParents } from './make-parents.ts';
import { reasonOf } from './system-error.ts';
import { type Place, walk } from './walk.ts';
import { appending, replacing, type Steps } from './write-steps.ts';

export interface Written {
  /** The real path. */
  readonly path: string;
  readonly bytes: number;
  readonly how: 'created' | 'replaced' | 'appended';
}

/** A write that is not yet visible. One of the two ends it. */
export interface StagedWrite {
  readonly kind: 'staged';
  readonly path: string;
  readonly commit: () => Written | FileRefusal;
  readonly discard: () => void;
}

/** One that more may be added to. */
export interface OpenWrite extends StagedWrite {
  readonly write: (bytes: Uint8Array) => void;
}

export interface WriteOrder {
  readonly asked: string;
  /** What is written at once; more may follow. */
  readonly bytes: Uint8Array;
  readonly append: boolean;
  /** A name for the file that is renamed into place; unguessable. */
  readonly stagingName: string;
  /** Folders that are missing on the way are made, with this mode. */
  readonly makeParents?: number;
}

/** Content goes to a new file beside the target; `commit` renames it, so a reader sees the old or the new, never half. */
export function stageWrite(grants: FileGrants, order: WriteOrder): OpenWrite | FileRefusal {
  if (grants.staged !== undefined) return stagedInProgram(grants.staged, order);
  const place = walk(grants, order.asked, 'write', order.makeParents === undefined ? {} : { makeParents: true });
  if (place.kind === 'refused') return place;
  const refused = unfit(place, order);
  if (refused !== undefined) {
    place.close();
    return refused;
  }
  try {
    const parent = makeParents(place, order.makeParents ?? 0);
    const close = (): void => {
      parent.close();
      place.close();
    };
    const open = { ...place, parent: parent.descriptor, missing: [], close };
    return begin(open, order);
  } catch (error) {
    place.close();
    return refusal('io/failed', `\`${order.asked}\`: ${reasonOf(error)}`);
  }
}

function begin(place: Place, order: WriteOrder): OpenWrite | FileRefusal {
  try {
    const steps = order.append && place.target !== undefined ? appending(place) : replacing(place, order.stagingName);
    const write = staged(place, order, steps);
    try {
      write.write(order.bytes);
      return write;
    } catch (error) {
      steps.undo();
      throw error;
    }
  } catch (error) {
    place.close();
    return refusal('io/failed', `\`${order.asked}\`: ${reasonOf(error)}`);
  }
}

/** The program around the call keeps it with its own changes. */
function stagedInProgram(files: StagedFiles, { asked, bytes, append }: WriteOrder): OpenWrite {
  const parts = [bytes];
  return {
    kind: 'staged',
    path: asked,
    write: (more) => void parts.push(Uint8Array.from(more)),
    commit: () => {
      const whole = Buffer.concat(parts);
      files.write(asked, whole, append);
      return { path: asked, bytes: whole.length, how: append ? 'appended' : 'created' };
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

function staged(place: Place, order: WriteOrder, steps: Steps): OpenWrite {
  let size = 0;
  return {
    kind: 'staged',
    path: place.path,
    write: (bytes) => {
      steps.add(bytes);
      size += bytes.length;
    },
    commit: () => {
      try {
        if (moved(place)) {
          steps.undo();
          return refusal('io/moved', `\`${order.asked}\` was moved while it was written`);
        }
        return { path: place.path, bytes: size, how: steps.apply() };
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
