import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../database.ts';
import { type ChunkTask, noMoreTasks, verifyChunk } from './chunk.ts';

const db = openReader((workerData as { readonly database: string }).database);
parentPort?.on('message', (task: ChunkTask | typeof noMoreTasks) => {
  if (task !== noMoreTasks) return parentPort?.postMessage(verifyChunk(db, task));
  // Ends by itself, with its file closed: a thread that is ended from outside may be in the middle of it.
  db.close();
  parentPort?.close();
});
