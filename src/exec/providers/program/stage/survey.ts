import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Entry {
  readonly kind: 'file' | 'directory' | 'other';
  readonly bytes: number;
  /** Rights only. */
  readonly mode: number;
  /** Another one after any change: nobody sets the time of a change. */
  readonly stamp: string;
}

/** Everything beneath a folder by its path from there, no link followed. Undefined when there is more than `most`. */
export function survey(root: string, most: number): ReadonlyMap<string, Entry> | undefined {
  const found = new Map<string, Entry>();
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const name of readdirSync(join(root, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const stats = lstatSync(join(root, path), { bigint: true });
      found.set(path, entryOf(stats));
      if (found.size > most) return undefined;
      if (stats.isDirectory()) pending.push(path);
    }
  }
  return found;
}

function entryOf(stats: BigIntStats): Entry {
  const { ino, size, mode, mtimeNs, ctimeNs } = stats;
  return {
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other',
    bytes: Number(size),
    mode: Number(mode) & 0o777,
    stamp: [ino, size, mode, mtimeNs, ctimeNs].join(' '),
  };
}
