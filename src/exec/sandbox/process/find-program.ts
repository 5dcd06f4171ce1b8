import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Finds a program by name. */
export type Finder = (name: string) => string | undefined;

/** Never the caller's PATH: whoever sets it would choose the program that holds the sandbox. */
const directories = ['/usr/bin', '/bin', '/usr/local/bin'];

export const findSystemProgram: Finder = finderIn(directories);
/** Also where programs lie that only administrators start by hand. */
export const findRootProgram: Finder = finderIn([...directories, '/usr/sbin', '/sbin', '/usr/local/sbin']);

function finderIn(places: readonly string[]): Finder {
  return (name) => places.map((place) => join(place, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Why a program that is to hold a sandbox is not trusted: someone other than root and the user could have put it there.
 * A link is followed to what would run.
 */
export function ownerFlaw(path: string): string | undefined {
  if (!isProgram(path)) return `\`${path}\` is not a program`;
  const { uid, mode } = statSync(realpathSync(path));
  if (uid !== 0 && uid !== process.getuid?.()) return `\`${path}\` belongs to another user`;
  return (mode & 0o022) === 0 ? undefined : `\`${path}\` can be written by others`;
}
