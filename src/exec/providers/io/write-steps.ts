import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { Place } from './walk.ts';

/** How bytes get to a file: added piece by piece, then made visible, or undone. */
export interface Steps {
  readonly add: (bytes: Uint8Array) => void;
  readonly apply: () => 'created' | 'replaced' | 'appended';
  readonly undo: () => void;
}

/** By a new file beside the old. */
export function replacing(place: Place, stagingName: string): Steps {
  const beside = `/proc/self/fd/${place.parent}/${stagingName}`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const mode = place.target === undefined ? undefined : place.target.stats.mode & 0o777;
  const descriptor = openSync(beside, flags, 0o666);
  let open = true;
  const close = (): void => {
    if (open) closeSync(descriptor);
    open = false;
  };
  const undo = (): void => {
    close();
    unlinkSync(beside);
  };
  return {
    add: (bytes) => writeAll(descriptor, bytes),
    apply: () => {
      try {
        if (mode !== undefined) fchmodSync(descriptor, mode);
        fsyncSync(descriptor);
        close();
        renameSync(beside, `/proc/self/fd/${place.parent}/${place.name}`);
      } catch (error) {
        undo();
        throw error;
      }
      return mode === undefined ? 'created' : 'replaced';
    },
    undo,
  };
}

/** Held until the end: a file that is added to has no second copy to throw away. */
export function appending(place: Place): Steps {
  const chunks: Uint8Array[] = [];
  return {
    add: (bytes) => void chunks.push(Uint8Array.from(bytes)),
    apply: () => {
      const again = `/proc/self/fd/${place.target?.descriptor}`;
      const descriptor = openSync(again, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
      try {
        if (fstatSync(descriptor).nlink > 1) throw new Error('a second name');
        for (const chunk of chunks) writeAll(descriptor, chunk);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      return 'appended';
    },
    undo: () => {},
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
