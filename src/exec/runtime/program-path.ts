import { accessSync, constants, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Where programs come from. The caller's PATH is never looked at: whoever sets it would choose the program. */
export const programFolders: readonly string[] = ['/usr/bin', '/bin', '/usr/local/bin'];

export interface ProgramPath {
  /** As it is started: a program may look at the name it was called by. */
  readonly path: string;
  /** The file behind it, links followed. */
  readonly real: string;
}

/** A program of the machine by its name, or by its path in one of the folders. */
export function findProgram(word: string, folders: readonly string[] = programFolders): ProgramPath | undefined {
  const name = basename(word);
  if (!/^[A-Za-z0-9_][\w.+-]*$/.test(name)) return undefined;
  if (word !== name && !folders.includes(dirname(word))) return undefined;
  for (const folder of word === name ? folders : [dirname(word)]) {
    const found = executable(join(folder, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Undefined for what is no plain file that can be started. */
export function executable(path: string): ProgramPath | undefined {
  try {
    const real = realpathSync(path);
    if (!statSync(real).isFile()) return undefined;
    accessSync(real, constants.X_OK);
    return { path: withoutAlternatives(path), real };
  } catch {
    return undefined;
  }
}

/** `/usr/bin/awk` leads through /etc/alternatives, which a sandbox does not have; other links keep the name. */
function withoutAlternatives(path: string): string {
  if (!lstatSync(path).isSymbolicLink()) return path;
  const aim = resolve(dirname(path), readlinkSync(path));
  return aim.startsWith('/etc/alternatives/') ? withoutAlternatives(resolve(dirname(aim), readlinkSync(aim))) : path;
}
