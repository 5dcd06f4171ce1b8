import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cgroup, CgroupLimits, CgroupPlace, Controller } from './cgroup.ts';
import { isWritable, processesOf, removeGroup, removeOrphans } from './group-files.ts';

/** Version 1: each controller has a tree of its own. */
export function firstVersion(own: ReadonlyMap<string, string>): CgroupPlace | undefined {
  const places = new Map<Controller, string>();
  for (const [controller, name] of [
    ['memory', 'memory'],
    ['pids', 'pids'],
    ['cpu', 'cpuacct'],
  ] as const) {
    const directory = own.get(name);
    if (directory !== undefined && isWritable(directory)) places.set(controller, directory);
  }
  if (places.size === 0) return undefined;
  for (const directory of places.values()) removeOrphans(directory);
  return {
    version: 1,
    controllers: [...places.keys()],
    make: (name, limits) => make(new Map([...places].map(([key, directory]) => [key, join(directory, name)])), limits),
  };
}

function make(directories: ReadonlyMap<Controller, string>, limits: CgroupLimits): Cgroup {
  const made: string[] = [];
  const remove = (): boolean => {
    for (const directory of made.splice(0)) if (!removeGroup(directory)) made.push(directory);
    return made.length === 0;
  };
  const [memory, pids, cpu] = [directories.get('memory'), directories.get('pids'), directories.get('cpu')];
  try {
    for (const directory of directories.values()) {
      mkdirSync(directory);
      made.push(directory);
    }
    if (memory !== undefined) limitMemory(memory, limits.memory_mb);
    if (pids !== undefined) writeFileSync(join(pids, 'pids.max'), String(limits.processes));
  } catch (error) {
    remove();
    throw error;
  }
  const any = memory ?? pids ?? cpu;
  return {
    entrances: [...directories.values()].map((directory) => join(directory, 'tasks')),
    cpuMs: () => (cpu === undefined ? undefined : Number(readFileSync(join(cpu, 'cpuacct.usage'), 'utf8')) / 1e6),
    ranOutOfMemory: () =>
      memory !== undefined && /^oom_kill [1-9]/m.test(readFileSync(join(memory, 'memory.oom_control'), 'utf8')),
    processes: () => (any === undefined ? [] : processesOf(any)),
    remove,
  };
}

function limitMemory(directory: string, megabytes: number): void {
  const bytes = String(megabytes * 1024 * 1024);
  writeFileSync(join(directory, 'memory.limit_in_bytes'), bytes);
  try {
    writeFileSync(join(directory, 'memory.memsw.limit_in_bytes'), bytes);
  } catch {
    // Only where the kernel counts swap.
  }
}
