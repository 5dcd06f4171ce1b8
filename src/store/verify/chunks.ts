import type { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../thread/start-thread.ts';
import { type ChunkResult, type ChunkTask, verifyChunk } from './chunk.ts';

/**
 * Checks all chunks, in threads where there is more than one; results are in the order of the tasks. Threads have all their tasks from the
 * start: the caller's thread is not needed, and may fold the state meanwhile.
 */
export async function verifyChunks(
  db: DatabaseSync,
  database: string,
  tasks: readonly ChunkTask[],
  threads: number,
): Promise<readonly ChunkResult[]> {
  if (tasks.length < 2 || threads < 2) return tasks.map((task) => verifyChunk(db, task));
  const results: ChunkResult[] = [];
  const work = async (_: unknown, thread: number): Promise<void> => {
    const own = [...tasks.keys()].filter((place) => place % threads === thread);
    const answers = await ask(
      newWorker(database),
      own.map((place) => tasks[place] as ChunkTask),
    );
    for (const [at, place] of own.entries()) results[place] = answers[at] as ChunkResult;
  };
  await Promise.all(Array.from({ length: threads }, work));
  return results;
}

function newWorker(database: string): Worker {
  const file = import.meta.url.endsWith('.ts') ? './verify-thread.ts' : './verify-thread.js';
  return startThread(new URL(file, import.meta.url), {
    workerData: { database },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  });
}

function ask(worker: Worker, tasks: readonly ChunkTask[]): Promise<readonly ChunkResult[]> {
  return new Promise((resolve, reject) => {
    const results: ChunkResult[] = [];
    const finish = (): void => {
      if (results.length === tasks.length) resolve(results);
      else reject(new Error('a verifying thread ended early'));
    };
    worker.on('error', reject);
    worker.on('exit', finish);
    worker.on('message', (result: ChunkResult) => {
      results.push(result);
      if (results.length === tasks.length) void worker.terminate();
    });
    for (const task of tasks) worker.postMessage(task);
    if (tasks.length === 0) void worker.terminate();
  });
}
