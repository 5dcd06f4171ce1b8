import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../database.ts';
import { type ChunkTask, verifyChunk } from './chunk.ts';

const db = openReader((workerData as { readonly database: string }).database);
parentPort?.on('message', (task: ChunkTask) => parentPort?.postMessage(verifyChunk(db, task)));
