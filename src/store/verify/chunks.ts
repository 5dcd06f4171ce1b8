import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { type ChunkResult, type ChunkTask, verifyChunk } from './chunk.ts';

/** Checks all chunks, in threads where there is more than one; results are in the order of the tasks. */
export async function verifyChunks(
  db: DatabaseSync,
  database: string,
  tasks: readonly ChunkTask[],
  threads: number,
): Promise<readonly ChunkResult[]> {
  if (tasks.length < 2 || threads < 2) return tasks.map((task) => verifyChunk(db, task));
  const results: ChunkResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const worker = newWorker(database);
    try {
      while (next < tasks.length) {
        const at = next++;
        results[at] = await ask(worker, tasks[at] as ChunkTask);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, work));
  return results;
}

function newWorker(database: string): Worker {
  const file = import.meta.url.endsWith('.ts') ? './verify-thread.ts' : './verify-thread.js';
  return new Worker(new URL(file, import.meta.url), {
    workerData: { database },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  });
}

async function ask(worker: Worker, task: ChunkTask): Promise<ChunkResult> {
  const listening = new AbortController();
  const { signal } = listening;
  const answer = once(worker, 'message', { signal });
  const ended = once(worker, 'exit', { signal }).then(() => Promise.reject(new Error('a verifying thread ended')));
  worker.postMessage(task);
  try {
    return (await Promise.race([answer, ended]))[0] as ChunkResult;
  } finally {
    listening.abort();
    await Promise.allSettled([answer, ended]);
  }
}
