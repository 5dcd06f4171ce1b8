import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

/** RFC 6962: leaves and nodes are hashed with different first bytes, so that neither can stand in for the other. */
export const leafPrefix = '\0';

export function leafOf(text: string): Buffer {
  return hashOf(leafPrefix + text);
}

export function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

export function nodeOf(left: Uint8Array, right: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(65);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 33);
  return hash('sha256', bytes, 'buffer');
}

/** The roots of the complete subtrees of a log, largest first: enough to append to it and to know its root. */
export class Frontier {
  size: number;
  readonly #roots: Uint8Array[];

  constructor(size = 0, roots: readonly Uint8Array[] = []) {
    if (roots.length !== bitsSet(size))
      throw new Error(`a tree of ${size} leaves does not have ${roots.length} subtrees`);
    this.size = size;
    this.#roots = [...roots];
  }

  static fromBytes(size: number, bytes: Uint8Array): Frontier {
    if (bytes.length % 32 !== 0) throw new Error('a frontier is made of hashes of 32 bytes');
    const roots: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += 32) roots.push(bytes.subarray(at, at + 32));
    return new Frontier(size, roots);
  }

  push(leaf: Uint8Array): void {
    this.pushSubtree(leaf, 1);
  }

  /** Appends a complete subtree of `leaves` leaves, a power of two that divides the size so far. */
  pushSubtree(root: Uint8Array, leaves: number): void {
    if (this.size % leaves !== 0) throw new Error(`a subtree of ${leaves} leaves cannot start at ${this.size}`);
    let merged = root;
    for (let rest = this.size / leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      merged = nodeOf(this.#roots.pop() as Uint8Array, merged);
    }
    this.#roots.push(merged);
    this.size += leaves;
  }

  root(): Buffer {
    return rootOf(this.#roots);
  }

  roots(): readonly Uint8Array[] {
    return this.#roots;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#roots);
  }
}

/** The root over the subtrees of a frontier, largest first. */
export function rootOf(subtrees: readonly Uint8Array[]): Buffer {
  const last = subtrees.at(-1);
  if (last === undefined) return hash('sha256', '', 'buffer');
  let root: Buffer = Buffer.from(last);
  for (let at = subtrees.length - 2; at >= 0; at--) root = nodeOf(subtrees[at] as Uint8Array, root);
  return root;
}

function bitsSet(size: number): number {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
