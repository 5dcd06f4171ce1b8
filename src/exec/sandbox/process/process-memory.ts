import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In megabytes, what a process has in memory that is not a file's. Nothing for one that is gone. */
export function processMemory(directory: string): number {
  try {
    const status = readFileSync(join(directory, 'status'), 'latin1');
    const amounts = [...status.matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)];
    return amounts.reduce((total, [, amount]) => total + Number(amount), 0) / 1024;
  } catch {
    return 0;
  }
}
