import { readFileSync } from 'node:fs';

/** When a process was started, as the kernel says it: a number of a process that is gone may be given to another. */
export function processStarted(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything, blanks and parentheses too.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
