import { Frontier, rootOf } from '../chain/merkle.ts';
import { backInTime, type ChunkResult, type ChunkTask, chunkSize } from './chunk.ts';
import type { Problem } from './problem.ts';

export interface CheckedTree {
  /** Roots by size, as the records give them. */
  readonly roots: ReadonlyMap<number, Uint8Array>;
  /** Of all records; undefined where some are missing. */
  readonly whole: Frontier | undefined;
  readonly problems: readonly Problem[];
}

/** Puts the chunks together and compares the root at each checkpoint with the signed one. */
export function checkTree(tasks: readonly ChunkTask[], results: readonly ChunkResult[]): CheckedTree {
  const problems: Problem[] = [];
  const roots = new Map<number, Uint8Array>();
  const tree = new Frontier();
  let lastAt = -1;
  let agreed = 0;
  let parted = false;
  for (const [at, result] of results.entries()) {
    const task = tasks[at] as ChunkTask;
    problems.push(...result.problems);
    if (result.firstAt >= 0 && result.firstAt < lastAt) problems.push(backInTime(task.from));
    lastAt = Math.max(lastAt, result.lastAt);
    for (const { size, subtrees, claimed } of result.sizes) {
      const root = rootOf([...tree.roots(), ...hashesIn(subtrees)]);
      roots.set(size, root);
      if (claimed === undefined || parted) continue;
      if (root.equals(claimed)) agreed = size;
      else {
        parted = true;
        // Where a record is known to be changed, it is the reason.
        if (!problems.some(({ record }) => record !== undefined && record >= agreed && record < size)) {
          problems.push(changedTogether(agreed, size - 1));
        }
      }
    }
    if (result.end === undefined) return { roots, problems, whole: undefined };
    pushChunk(tree, result.end, task.to - task.from);
  }
  return { roots, problems, whole: tree };
}

function changedTogether(first: number, last: number): Problem {
  const which = first === last ? `record ${first}` : `one or more of the records ${first} to ${last}`;
  return { code: 'records/changed', record: first, last, message: `${which} was changed together with its hash` };
}

function pushChunk(tree: Frontier, subtrees: Uint8Array, count: number): void {
  let leaves = chunkSize;
  for (const hash of hashesIn(subtrees)) {
    while ((count & leaves) === 0) leaves /= 2;
    tree.pushSubtree(hash, leaves);
    leaves /= 2;
  }
}

function hashesIn(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));
}
