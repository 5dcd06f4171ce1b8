import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { covered, type FileRefusal, refusal } from './file-grants.ts';

/** By number as well as by name: the same folder can be mounted at a second place. */
export function identities(folders: readonly string[]): ReadonlySet<string> {
  return new Set(
    folders.flatMap((folder) => {
      const stats = statSync(folder, { throwIfNoEntry: false });
      return stats === undefined ? [] : [identity(stats)];
    }),
  );
}

/** What skills and packages brought along: nothing of it is kept from them. */
const brought: ReadonlySet<string> = new Set(['blobs', 'environments']);

/** Files of these folders that have a name elsewhere too. Such a name leads past every look at folders. */
export function secondNames(folders: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const folder of folders) addSecondNames(folder, found);
  return found;
}

function addSecondNames(folder: string, found: Set<string>): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !brought.has(entry.name)) addSecondNames(path, found);
    const file = entry.isFile() ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    if (file !== undefined && file.nlink > 1) found.add(identity(file));
  }
}

export function identity(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`;
}

export function isForbidden(folders: readonly string[], names: readonly string[]): boolean {
  return covered(
    folders.map((folder) => folder.split('/').filter((name) => name !== '')),
    names,
  );
}

export function forbiddenPlace(asked: string): FileRefusal {
  return refusal('io/forbidden', `\`${asked}\` lies where no skill may reach`, 'name a file outside of `$SKILLC_HOME`');
}
