import type { ChildProcess } from 'node:child_process';
import type { SandboxJob, SandboxResult } from '../sandbox.ts';
import { CapturedOutput } from './captured-output.ts';

export type Stopped = NonNullable<Extract<SandboxResult, { kind: 'ended' }>['stopped']>;

/** A child whose standard streams are pipes, and what is known of all that runs below it. */
export interface Supervised {
  readonly child: ChildProcess;
  readonly job: Pick<SandboxJob, 'stdin' | 'limits' | 'signal'>;
  /** Ends everything in the sandbox. May be called more than once. */
  readonly end: () => void;
  /** Asked now and then: why it is to be ended, if it is. */
  readonly look: () => Stopped | undefined;
}

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly stopped: Stopped | undefined;
  readonly wallClockMs: number;
}

const lookEveryMs = 50;

/** Waits for the child and its streams, and ends it all when a limit is reached or the caller has enough. */
export function supervise({ child, job, end, look }: Supervised): Promise<Ending> {
  const begun = performance.now();
  const output = new CapturedOutput(job.limits.output_bytes);
  let stopped: Stopped | undefined;
  const stop = (why: Stopped): void => {
    stopped ??= why;
    end();
  };
  const abort = (): void => stop('aborted');
  const deadline = setTimeout(stop, job.limits.wall_clock_ms, 'time');
  const watch = setInterval(() => {
    const why = look();
    if (why !== undefined) stop(why);
  }, lookEveryMs);

  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Uint8Array) => {
      if (!output.add(stream, chunk)) stop('output');
    });
    // It is closed under us when the sandbox is ended.
    child[stream]?.on('error', () => {});
  }
  // A program need not read what it is given.
  child.stdin?.on('error', () => {});
  child.stdin?.end(job.stdin);
  job.signal.addEventListener('abort', abort);
  if (job.signal.aborted) abort();

  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(deadline);
      clearInterval(watch);
      job.signal.removeEventListener('abort', abort);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (exitCode, signal) => {
      settle();
      const [stdout, stderr] = [output.bytes('stdout'), output.bytes('stderr')];
      resolve({ exitCode, signal, stdout, stderr, stopped, wallClockMs: performance.now() - begun });
    });
  });
}
