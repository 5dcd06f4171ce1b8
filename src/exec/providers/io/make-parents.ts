import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { codeOf } from './system-error.ts';
import type { Place } from './walk.ts';

/** Linux's O_PATH, which Node does not list. */
const folderOnly = 0o10000000 | constants.O_NOFOLLOW | constants.O_DIRECTORY;

export interface Parent {
  /** Descriptor of the folder that the place lies in. */
  readonly descriptor: number;
  /** Ends what was opened here; the place itself stays open. */
  readonly close: () => void;
}

/** Makes the folders that are missing on the way, each by the descriptor of the last. `made` hears their real paths. */
export function makeParents(place: Place, mode: number, made: (path: string) => void = () => {}): Parent {
  const opened: number[] = [];
  const close = (): void => {
    for (const descriptor of opened) closeSync(descriptor);
  };
  let path = place.path.slice(0, -[...place.missing, place.name].join('/').length - 1);
  let descriptor = place.parent;
  try {
    for (const name of place.missing) {
      const within = `/proc/self/fd/${descriptor}/${name}`;
      path = `${path}/${name}`;
      if (make(within, mode)) made(path);
      descriptor = openSync(within, folderOnly);
      opened.push(descriptor);
    }
  } catch (error) {
    close();
    throw error;
  }
  return { descriptor, close };
}

/** Whether it was not there before. */
function make(path: string, mode: number): boolean {
  try {
    mkdirSync(path, mode);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
