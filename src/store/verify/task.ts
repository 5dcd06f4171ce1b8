import type { DatabaseSync } from 'node:sqlite';
import type { Apply } from '../machine.ts';
import { type ChunkResult, type ChunkTask, verifyChunk } from './chunk.ts';
import type { Problem } from './problem.ts';
import { stateProblems } from './state.ts';

/** A chunk of records, or all of them folded and compared with the state. */
export type Task = ChunkTask | 'state';

export type TaskResult = ChunkResult | readonly Problem[];

export function perform(db: DatabaseSync, task: Task, apply: Apply): TaskResult {
  return task === 'state' ? stateProblems(db, apply) : verifyChunk(db, task);
}
