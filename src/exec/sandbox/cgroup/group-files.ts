import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs';
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

/** Says whose group it is: a process, and the name space in which its number counts. */
export function newGroupName(): string {
  return `${groupsOf(process.pid)}${randomBytes(6).toString('hex')}`;
}

export function groupsOf(pid: number): string {
  return `skillc-${/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]}-${pid}-`;
}

/** Groups of a skillc that was killed before it could remove them. The kernel keeps those in which something still runs. */
export function removeOrphans(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^skillc-\d+-(\d+)-[0-9a-f]+$/.exec(name)?.[1]);
    if (name.startsWith(groupsOf(pid)) && !existsSync(`/proc/${pid}`)) removeGroup(join(parent, name));
  }
}
