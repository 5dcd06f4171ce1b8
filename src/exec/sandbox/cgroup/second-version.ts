import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cgroup, CgroupLimits, CgroupPlace, Controller } from './cgroup.ts';
import { isWritable, processesOf, removeGroup, removeOrphans } from './group-files.ts';

/**
 * Version 2: one tree for all controllers. A group with processes in it cannot give controllers to groups below it, so
 * ours are made beside the own one, or higher up, where the machine's manager has let the user write.
 */
export function secondVersion(own: string): CgroupPlace | undefined {
  for (const parent of ancestors(own)) {
    const controllers = isWritable(parent) && isWritable(join(parent, 'cgroup.procs')) ? givenBelow(parent) : [];
    if (!controllers.includes('memory') || !controllers.includes('pids')) continue;
    removeOrphans(parent);
    return {
      version: 2,
      // Time is counted for every group, with or without the controller.
      controllers: ['memory', 'pids', 'cpu'],
      make: (name, limits) => make(join(parent, name), limits),
    };
  }
  return undefined;
}

function ancestors(own: string): readonly string[] {
  const found: string[] = [];
  for (let path = own; hasControllers(path); path = dirname(path)) found.push(path);
  return found;
}

function hasControllers(path: string): boolean {
  try {
    readFileSync(join(path, 'cgroup.controllers'));
    return true;
  } catch {
    return false;
  }
}

/** Controllers that groups below get; those that are missing are asked for, which only works where nothing runs. */
function givenBelow(parent: string): readonly string[] {
  const file = join(parent, 'cgroup.subtree_control');
  const read = (): readonly string[] => readFileSync(file, 'utf8').trim().split(' ');
  for (const name of ['memory', 'pids'] satisfies Controller[]) {
    if (read().includes(name)) continue;
    try {
      writeFileSync(file, `+${name}`);
    } catch {
      return [];
    }
  }
  return read();
}

function make(directory: string, limits: CgroupLimits): Cgroup {
  mkdirSync(directory);
  const file = (name: string): string => join(directory, name);
  try {
    writeFileSync(file('memory.max'), String(limits.memory_mb * 1024 * 1024));
    writeFileSync(file('pids.max'), String(limits.processes));
    for (const [name, value] of [
      ['memory.swap.max', '0'],
      ['memory.oom.group', '1'],
    ] as const) {
      // Not on every kernel; without them the limit holds all the same.
      if (isWritable(file(name))) writeFileSync(file(name), value);
    }
  } catch (error) {
    removeGroup(directory);
    throw error;
  }
  const number = (name: string, key: string): number =>
    Number(new RegExp(`^${key} (\\d+)`, 'm').exec(readFileSync(file(name), 'utf8'))?.[1] ?? 0);
  return {
    entrances: [file('cgroup.procs')],
    cpuMs: () => number('cpu.stat', 'usage_usec') / 1000,
    ranOutOfMemory: () => number('memory.events', 'oom_kill') > 0,
    processes: () => processesOf(directory),
    remove: () => removeGroup(directory),
  };
}
