import { lstatSync, readdirSync, type Stats } from 'node:fs';
import type { FileGrants, FileRefusal } from '../../io/file-grants.ts';
import { type ReadFile, readGranted } from '../../io/read-granted.ts';
import { walk } from '../../io/walk.ts';

/** What lies at a granted path: looked at through descriptors, so that a link leads nowhere beside the grant. */
export function statGranted(grants: FileGrants, asked: string): Stats | undefined {
  const place = walk(grants, asked, 'read');
  if (place.kind === 'refused') return undefined;
  try {
    return place.target?.stats;
  } finally {
    place.close();
  }
}

export function listGranted(grants: FileGrants, asked: string): readonly string[] | undefined {
  const place = walk(grants, asked, 'read');
  if (place.kind === 'refused') return undefined;
  try {
    const { target } = place;
    if (target === undefined || !target.stats.isDirectory()) return undefined;
    return readdirSync(`/proc/self/fd/${target.descriptor}`);
  } finally {
    place.close();
  }
}

export function readFromDisk(grants: FileGrants, asked: string, most: number): ReadFile | FileRefusal {
  return readGranted(grants, asked, most);
}

/** Whether anything has this name, wherever it lies. Tells nobody what it is. */
export function isOnDisk(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The names in a folder that leads to a grant. */
export function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
