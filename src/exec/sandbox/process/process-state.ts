import { readFileSync } from 'node:fs';

/** When a process was started, in ticks since boot: with it a number that is used again is another process. */
export function startOf(pid: number): string | undefined {
  return fieldsOf(pid)?.[19];
}

/** A process that has only to be reaped does nothing any more. */
export function isGone(pid: number, start: string | undefined): boolean {
  const fields = fieldsOf(pid);
  return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' || fields[19] !== start;
}

/** From the third field on: the second one, the name, may hold anything but ends with the last `)`. */
function fieldsOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
