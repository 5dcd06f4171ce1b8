import { readdirSync, readFileSync } from 'node:fs';
import type { Result } from '../bench/results.ts';

/** Which part of the work the threads of a name do. */
const partOf: Readonly<Record<string, string>> = {
  MainThread: 'gates, request and answer',
  WorkerThread: 'log: deciding, hashing, committing',
  V8Worker: 'collecting garbage, compiling JavaScript',
};
const rest = 'everything else';

export type Times = ReadonlyMap<string, number>;

/** Processor time of this process so far by part, in ticks of the kernel, and that of the server. */
export function processorTicks(server: number): Times {
  const found = new Map<string, number>();
  for (const thread of readdirSync('/proc/self/task')) {
    const { name, ticks } = readStat(`/proc/self/task/${thread}/stat`);
    const part = partOf[name] ?? rest;
    found.set(part, (found.get(part) ?? 0) + ticks);
  }
  return found.set('the server, in its own process', readStat(`/proc/${server}/stat`).ticks);
}

function readStat(path: string): { readonly name: string; readonly ticks: number } {
  const text = readFileSync(path, 'utf8');
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  return { name: text.slice(text.indexOf('(') + 1, end), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** Microseconds a call; a tick is 10 ms. */
export function profileRows(before: Times, after: Times, calls: number): readonly Result[] {
  return [...after].map(([part, ticks]) => ({
    name: `  ${part}`,
    measured: `${(((ticks - (before.get(part) ?? 0)) * 10_000) / calls).toFixed(1)} us of processor time a call`,
  }));
}
