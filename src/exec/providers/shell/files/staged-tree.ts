import type { FileChange } from '../protocol.ts';
import { FsError } from './fs-error.ts';
import { nameOf, parentOf } from './paths.ts';

/** What a program has made of a path. Nothing of it is on the disk. */
export type Staged =
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly mode: number;
      readonly mtime: Date;
      /** Bytes behind what is on the disk, which the program may not read. */
      readonly append: boolean;
      /** There for this run only: scratch files, and those that the skill's text supplies. */
      readonly passing: boolean;
    }
  | { readonly kind: 'directory'; readonly mode: number; readonly mtime: Date; readonly passing: boolean }
  /** It lies on the disk, and the program has removed it. */
  | { readonly kind: 'gone'; readonly directory: boolean };

/** The changes of one program, by absolute path, in the order in which they are to be made. */
export class StagedTree {
  readonly #entries = new Map<string, Staged>();
  readonly #most: number;
  #bytes = 0;

  /** `most` bytes in all files together. */
  constructor(most: number) {
    this.#most = most;
  }

  get(path: string): Staged | undefined {
    return this.#entries.get(path);
  }

  put(path: string, entry: Staged): void {
    const before = this.#entries.get(path);
    const grown = sizeOf(entry) - sizeOf(before);
    if (this.#bytes + grown > this.#most) throw new FsError('EFBIG', path, 'write');
    this.#bytes += grown;
    // What is written again comes last: its folder may have been made anew since.
    this.#entries.delete(path);
    this.#entries.set(path, entry);
  }

  forget(path: string): void {
    this.#bytes -= sizeOf(this.#entries.get(path));
    this.#entries.delete(path);
  }

  /** Names of what is staged in a folder, and whether each is there. */
  children(folder: string): ReadonlyMap<string, Staged> {
    const found = new Map<string, Staged>();
    for (const [path, entry] of this.#entries) {
      if (parentOf(path) === folder && path !== '/') found.set(nameOf(path), entry);
    }
    return found;
  }

  /** Paths beneath a folder, the folder itself included. */
  beneath(folder: string): readonly string[] {
    return [...this.#entries.keys()].filter((path) => path === folder || path.startsWith(`${folder}/`));
  }

  /** Removals first: a file may stand where a folder was. */
  changes(): readonly FileChange[] {
    const removed: FileChange[] = [];
    const made: FileChange[] = [];
    for (const [path, entry] of this.#entries) {
      if (entry.kind === 'gone') removed.unshift({ kind: 'remove', path, directory: entry.directory });
      else if (entry.passing) continue;
      else if (entry.kind === 'directory') made.push({ kind: 'directory', path });
      else made.push({ kind: 'write', path, bytes: entry.bytes, append: entry.append });
    }
    return [...removed, ...made];
  }

  /** What was changed is on the disk now. */
  settled(): void {
    for (const [path, entry] of this.#entries) {
      if (entry.kind === 'gone' || !entry.passing) this.forget(path);
    }
  }
}

function sizeOf(entry: Staged | undefined): number {
  return entry?.kind === 'file' ? entry.bytes.length : 0;
}
