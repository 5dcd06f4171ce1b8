import { type Stats, statSync } from 'node:fs';
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
  return refusal('io/forbidden', `\`${asked}\` lies where no skill may reach`);
}
