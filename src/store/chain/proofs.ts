import { Buffer } from 'node:buffer';
import { Frontier, nodeOf } from './merkle.ts';

/** Leaves of a log, 32 bytes each, one after the other. */
export type Leaves = Uint8Array;

export function treeRoot(leaves: Leaves, from = 0, to = leaves.length / 32): Buffer {
  const tree = new Frontier();
  for (let at = from; at < to; at++) tree.push(leaves.subarray(at * 32, at * 32 + 32));
  return tree.root();
}

/** The hashes that lead from one leaf to the root: RFC 6962, section 2.1.1. */
export function inclusionProof(leaves: Leaves, index: number): Buffer[] {
  const path: Buffer[] = [];
  let from = 0;
  let to = leaves.length / 32;
  if (!(index >= from && index < to)) throw new RangeError(`there is no record ${index}`);
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from);
    if (index < middle) {
      path.unshift(treeRoot(leaves, middle, to));
      to = middle;
    } else {
      path.unshift(treeRoot(leaves, from, middle));
      from = middle;
    }
  }
  return path;
}

/** The hashes that show that the first `size` leaves are a prefix: RFC 6962, section 2.1.2. */
export function consistencyProof(leaves: Leaves, size: number): Buffer[] {
  const path: Buffer[] = [];
  let from = 0;
  let to = leaves.length / 32;
  if (!(size > 0 && size <= to)) throw new RangeError(`there are no ${size} records`);
  while (size !== to) {
    const middle = from + largestPowerBelow(to - from);
    if (size <= middle) {
      path.unshift(treeRoot(leaves, middle, to));
      to = middle;
    } else {
      path.unshift(treeRoot(leaves, from, middle));
      from = middle;
    }
  }
  if (from !== 0) path.unshift(treeRoot(leaves, from, to));
  return path;
}

function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** RFC 9162, section 2.1.3.2. */
export function includes({ index, size, leaf, root, path }: InclusionClaim): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || ![leaf, root, ...path].every(isHash)) return false;
  let node = index;
  let last = size - 1;
  let hash: Uint8Array = leaf;
  for (const step of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeOf(step, hash);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeOf(hash, step);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && Buffer.compare(hash, root) === 0;
}

export interface ConsistencyClaim {
  readonly first: number;
  readonly firstRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** RFC 9162, section 2.1.4.2. */
export function isConsistent({ first, firstRoot, size, root, path }: ConsistencyClaim): boolean {
  if (!isCount(first) || !isCount(size) || first === 0 || first > size) return false;
  if (![firstRoot, root, ...path].every(isHash)) return false;
  if (first === size) return path.length === 0 && Buffer.compare(firstRoot, root) === 0;
  const steps = isPowerOfTwo(first) ? [firstRoot, ...path] : path;
  const start = steps[0];
  if (start === undefined || path.length === 0) return false;
  let node = first - 1;
  let last = size - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  let before = start;
  let after = start;
  for (const step of steps.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      before = nodeOf(step, before);
      after = nodeOf(step, after);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      after = nodeOf(after, step);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && Buffer.compare(before, firstRoot) === 0 && Buffer.compare(after, root) === 0;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isHash(value: Uint8Array): boolean {
  return value.length === 32;
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}
