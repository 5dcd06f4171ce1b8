import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processMemory } from './process-memory.ts';

/** What all processes of a pid namespace use together at one moment. */
export interface NamespaceUse {
  readonly processes: number;
  readonly memoryMb: number;
  readonly cpuMs: number;
}

const ticksPerSecond = 100;

/**
 * Read through the sandbox's own `/proc`, seen from outside by its first process. It is what is left where no group can
 * be made: a look now and then, not a limit of the kernel's. Undefined when the process is gone or not ours to look at.
 */
export function namespaceUse(first: number): NamespaceUse | undefined {
  const proc = `/proc/${first}/root/proc`;
  try {
    const pids = readdirSync(proc).filter((name) => /^\d+$/.test(name));
    const each = pids.flatMap((pid) => useOf(join(proc, pid)) ?? []);
    const sum = (pick: (use: Use) => number): number => each.reduce((total, use) => total + pick(use), 0);
    return {
      processes: pids.length,
      memoryMb: sum(({ memoryMb }) => memoryMb),
      cpuMs: (sum(({ ticks }) => ticks) * 1000) / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}

interface Use {
  readonly ticks: number;
  readonly memoryMb: number;
}

/** Memory that is not a file's, and time with that of children that have ended. */
function useOf(directory: string): Use | undefined {
  try {
    const stat = readFileSync(join(directory, 'stat'), 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { ticks, memoryMb: processMemory(directory) };
  } catch {
    return undefined;
  }
}
