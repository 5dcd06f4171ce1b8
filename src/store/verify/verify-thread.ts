import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../database.ts';
import { loadMachine } from '../machine.ts';
import { perform, type Task } from './task.ts';

export interface ThreadData {
  readonly database: string;
  /** URL of a module with `apply`, where not the ledger's own. */
  readonly machine: string | undefined;
}

const { database, machine } = workerData as ThreadData;
const db = openReader(database);
const { apply } = await loadMachine(machine);
parentPort?.on('message', (task: Task) => parentPort?.postMessage(perform(db, task, apply)));
