import { accessSync, constants, existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** False while a process is left in it. */
export function removeGroup(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

export function processesOf(directory: string): readonly number[] {
  return readFileSync(join(directory, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
}

/** Groups of a skillc that was killed before it could remove them. The kernel keeps those in which something still runs. */
export function removeOrphans(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = /^skillc-(\d+)-[0-9a-f]+$/.exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeGroup(join(parent, name));
  }
}
