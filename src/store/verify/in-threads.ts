import type { Worker } from 'node:worker_threads';
import { startThread } from '../../thread/start-thread.ts';
import type { Task, TaskResult } from './task.ts';
import type { ThreadData } from './verify-thread.ts';

/** One thing at a time for each thread, in this order; results are in the order of the tasks. Memory is bounded by the threads' limits. */
export async function inThreads(
  data: ThreadData,
  tasks: readonly Task[],
  threads: number,
): Promise<readonly TaskResult[]> {
  const results: TaskResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const worker = newWorker(data);
    try {
      while (next < tasks.length) {
        const place = next++;
        results[place] = await ask(worker, tasks[place] as Task);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, work));
  return results;
}

function newWorker(workerData: ThreadData): Worker {
  const file = import.meta.url.endsWith('.ts') ? './verify-thread.ts' : './verify-thread.js';
  return startThread(new URL(file, import.meta.url), {
    workerData,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  });
}

function ask(worker: Worker, task: Task): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('a verifying thread ended early'));
    const settle = (end: () => void): void => {
      worker.off('message', done).off('error', failed).off('exit', ended);
      end();
    };
    const done = (result: TaskResult): void => settle(() => resolve(result));
    const failed = (error: unknown): void => settle(() => reject(error));
    worker.on('message', done).on('error', failed).on('exit', ended);
    worker.postMessage(task);
  });
}
