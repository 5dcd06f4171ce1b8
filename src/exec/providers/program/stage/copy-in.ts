import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { identity } from '../../io/forbidden.ts';
import type { Budget } from './budget.ts';

/** Linux's O_PATH: names a file without opening it. */
const nameOnly = 0o10000000 | constants.O_NOFOLLOW;

export interface CopyIn {
  readonly budget: Budget;
  /** Folders that are left out wherever they turn up. */
  readonly forbidden: ReadonlySet<string>;
  /** The files of those folders that have names elsewhere too: they are left out as well. */
  readonly secondNames: () => ReadonlySet<string>;
  /** What each copy was made from. */
  readonly sources: Map<string, string>;
}

/** Another one after any change of the file it was taken of. */
export function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
}

/**
 * Copies what a descriptor names, so that nothing that is swapped meanwhile gets in. Links stay links and lead nowhere but
 * inside; pipes, sockets and devices are left out. False when there is more than may be copied.
 */
export function copyIn(descriptor: number, stats: Stats, to: string, context: CopyIn): boolean {
  const from = `/proc/self/fd/${descriptor}`;
  if (stats.isFile()) {
    if (stats.nlink > 1 && context.secondNames().has(identity(stats))) return true;
    if (!context.budget.take(stats.size)) return false;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    settle(to, stats);
    context.sources.set(to, stampOf(stats));
    return true;
  }
  if (!stats.isDirectory()) return true;
  if (!context.budget.take(0)) return false;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  if (context.forbidden.has(identity(stats))) return true;
  for (const name of readdirSync(from)) if (!copyEntry(`${from}/${name}`, join(to, name), context)) return false;
  settle(to, stats);
  return true;
}

function copyEntry(from: string, to: string, context: CopyIn): boolean {
  const descriptor = openSync(from, nameOnly);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isSymbolicLink()) return copyIn(descriptor, stats, to, context);
    if (!context.budget.take(0)) return false;
    symlinkSync(readlinkSync(from), to);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/** No more than plain rights, and times as they were: programs look at both. */
function settle(path: string, { mode, atime, mtime }: Stats): void {
  chmodSync(path, (mode & 0o777) | 0o400);
  utimesSync(path, atime, mtime);
}
