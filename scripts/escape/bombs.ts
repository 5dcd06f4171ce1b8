import type { SandboxResult } from '../../src/exec/sandbox/sandbox.ts';
import type { JobPart } from './job.ts';

/** A program that wants more than it may have, and how that must end. */
export interface Bomb {
  readonly name: string;
  readonly script: string;
  readonly part?: JobPart;
  /** What is wrong with the result, if anything. */
  readonly flaw: (result: Ended) => string | undefined;
}

type Ended = Extract<SandboxResult, { kind: 'ended' }>;

const python = (source: string): string => `exec /usr/bin/python3 -I -c '${source}'`;

const stoppedBy =
  (...reasons: readonly string[]) =>
  (result: Ended): string | undefined =>
    reasons.includes(result.stopped ?? '')
      ? undefined
      : `stopped by ${result.stopped}, exit ${result.exitCode}: ${textOf(result)}`;

const prints =
  (expected: RegExp) =>
  (result: Ended): string | undefined =>
    expected.test(textOf(result)) ? undefined : textOf(result);

/** Either the kernel ended it, or it was told that there is no more. */
const noMemory = (result: Ended): string | undefined =>
  result.stopped === 'memory' || /MemoryError|Cannot allocate|ENOMEM/.test(textOf(result)) ? undefined : textOf(result);

function textOf(result: Ended): string {
  return [result.stdout, result.stderr].map((bytes) => Buffer.from(bytes).toString()).join('');
}

export const bombs: readonly Bomb[] = [
  {
    name: 'a fork bomb',
    script: 'b() { b | b & }; b 2>/dev/null; sleep 1; echo alive',
    part: { limits: { wall_clock_ms: 4000, cpu_seconds: 4 } },
    flaw: (result) => (result.used.wall_clock_ms < 15_000 ? undefined : `took ${result.used.wall_clock_ms} ms`),
  },
  {
    name: 'a bomb of threads',
    script: python(`
import threading, time
n = 0
try:
    while n < 20000:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start(); n += 1
except RuntimeError:
    pass
print("threads", n, flush=True)
import os; os._exit(0)`),
    flaw: (result) => {
      const count = Number(/threads (\d+)/.exec(textOf(result))?.[1] ?? Number.NaN);
      return count < 100 || result.stopped !== undefined ? undefined : textOf(result);
    },
  },
  { name: 'a gigabyte at once', script: python('x = bytearray(1 << 30)\nprint(len(x))'), flaw: noMemory },
  {
    name: 'a gigabyte in small pieces',
    script: python('x = [bytes(65536) + bytes([i % 256]) for i in range(1 << 14)]\nprint(len(x))'),
    flaw: noMemory,
  },
  {
    name: 'a gigabyte in many processes',
    script: python(`
import os, time
for _ in range(8):
    if os.fork() == 0:
        x = bytearray(128 << 20)
        time.sleep(3)
        print("survived", flush=True)
        os._exit(0)
for _ in range(8):
    os.wait()`),
    flaw: (result) =>
      (textOf(result).match(/survived/g) ?? []).length < 3 ? undefined : `${textOf(result)} ${result.stopped}`,
  },
  {
    name: 'a gigabyte of shared memory',
    script: python(`
import mmap
m = mmap.mmap(-1, 1 << 30)
for at in range(0, 1 << 30, 4096): m[at] = 1
print("filled")`),
    flaw: noMemory,
  },
  {
    name: 'a full disk',
    script:
      'for d in /tmp /home/sandbox /dev/shm; do n=0; while head -c 3000000 /dev/zero >$d/$n 2>/dev/null; do n=$((n+1)); [ $n -lt 400 ] || break; done; echo $n; rm -f $d/*; done',
    flaw: (result) => {
      const counts = textOf(result).trim().split('\n').map(Number);
      return result.stopped === 'memory' || counts.every((count) => count < 100) ? undefined : textOf(result);
    },
  },
  {
    name: 'one huge file',
    script: 'head -c 40000000 /dev/zero >/work/huge; wc -c </work/huge; rm /work/huge',
    flaw: prints(/^4194304\n/),
  },
  { name: 'endless output', script: 'yes', flaw: stoppedBy('output') },
  { name: 'endless errors', script: 'yes >&2', flaw: stoppedBy('output') },
  {
    name: 'a busy loop',
    script: 'while :; do :; done',
    part: { limits: { cpu_seconds: 1, wall_clock_ms: 10_000 } },
    flaw: stoppedBy('cpu'),
  },
  {
    name: 'busy loops in children',
    script: 'for n in 1 2 3 4; do (while :; do :; done) & done; wait',
    part: { limits: { cpu_seconds: 1, wall_clock_ms: 10_000 } },
    flaw: stoppedBy('cpu'),
  },
  {
    name: 'a loop that catches the signal of its time limit',
    script: python('import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass'),
    part: { limits: { cpu_seconds: 1, wall_clock_ms: 10_000 } },
    flaw: stoppedBy('cpu'),
  },
  {
    name: 'sleeping for ever',
    script: 'trap "" TERM INT HUP; sleep 600',
    part: { limits: { wall_clock_ms: 300 } },
    flaw: stoppedBy('time'),
  },
  {
    name: 'stopping itself',
    script: 'kill -STOP $$',
    part: { limits: { wall_clock_ms: 300 } },
    flaw: stoppedBy('time'),
  },
  {
    name: 'a bomb of descriptors',
    script: python(`
import os
n = 0
try:
    while n < 100000:
        os.dup(0); n += 1
except OSError as error:
    print("descriptors", n < 2000)`),
    flaw: prints(/descriptors True/),
  },
  {
    name: 'a crash',
    script:
      'cd /work; ulimit -c unlimited 2>/dev/null; sh -c "kill -SEGV \\$\\$"; ls core* 2>/dev/null || echo no core',
    flaw: prints(/no core/),
  },
  {
    name: 'a deep recursion',
    script: 'f() { f; }; f; echo after',
    flaw: (result) => (textOf(result).includes('after') ? textOf(result) : undefined),
  },
];
