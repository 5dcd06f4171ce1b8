import type { GuestFiles } from './serve.ts';

/** Error numbers of WASI preview 1 that are used here. */
export const errno = {
  success: 0,
  access: 2,
  badDescriptor: 8,
  exists: 20,
  tooBig: 22,
  invalid: 28,
  isDirectory: 31,
  noEntry: 44,
  noSystem: 52,
  notDirectory: 54,
  notSeekable: 70,
} as const;

export const fileType = { characters: 2, directory: 3, file: 4 } as const;

export type Descriptor =
  | { readonly kind: 'stream'; readonly number: 0 | 1 | 2 }
  | { readonly kind: 'directory'; readonly path: string }
  | OpenFile;

export interface OpenFile {
  readonly kind: 'file';
  readonly path: string;
  readonly append: boolean;
  readonly writes: boolean;
  bytes: Uint8Array;
  at: number;
}

/** Descriptors by number: the three streams, and one directory that is given, the root. */
export class Descriptors {
  readonly #open = new Map<number, Descriptor>([
    [0, { kind: 'stream', number: 0 }],
    [1, { kind: 'stream', number: 1 }],
    [2, { kind: 'stream', number: 2 }],
    [3, { kind: 'directory', path: '/' }],
  ]);
  readonly files: GuestFiles;
  #next = 4;

  constructor(files: GuestFiles) {
    this.files = files;
  }

  get(number: number): Descriptor | undefined {
    return this.#open.get(number);
  }

  close(number: number): number {
    return this.#open.delete(number) ? errno.success : errno.badDescriptor;
  }

  /** A path as a module gives it: below an open directory, and never above the root. */
  resolve(number: number, relative: string): string | undefined {
    const base = this.#open.get(number);
    if (base?.kind !== 'directory') return undefined;
    const names: string[] = [];
    for (const name of `${base.path}/${relative}`.split('/')) {
      if (name === '..') names.pop();
      else if (name !== '' && name !== '.') names.push(name);
    }
    return `/${names.join('/')}`;
  }

  /** A number of its own, or an error as a negative one. */
  open(path: string, how: OpenHow): number {
    const bytes = this.files.read(path);
    if (bytes === undefined && this.files.names(path) !== undefined) {
      return how.writes ? -errno.isDirectory : this.#add({ kind: 'directory', path });
    }
    if (how.directory) return bytes === undefined ? -errno.noEntry : -errno.notDirectory;
    if (bytes === undefined && !how.create) return -errno.noEntry;
    if (bytes !== undefined && how.exclusive) return -errno.exists;
    const content = bytes === undefined || how.truncate ? new Uint8Array() : bytes;
    if (content !== bytes && !this.files.write(path, content)) return -errno.access;
    return this.#add({ kind: 'file', path, append: how.append, writes: how.writes, bytes: content, at: 0 });
  }

  #add(descriptor: Descriptor): number {
    this.#open.set(this.#next, descriptor);
    return this.#next++;
  }
}

export interface OpenHow {
  readonly create: boolean;
  readonly directory: boolean;
  readonly exclusive: boolean;
  readonly truncate: boolean;
  readonly append: boolean;
  readonly writes: boolean;
}

/** False where it may not be written, or would be larger than a file may be. */
export function writeTo(files: GuestFiles, file: OpenFile, chunk: Uint8Array): boolean {
  const at = file.append ? file.bytes.length : file.at;
  const longer = new Uint8Array(Math.max(file.bytes.length, at + chunk.length));
  longer.set(file.bytes);
  longer.set(chunk, at);
  if (!file.writes || !files.write(file.path, longer)) return false;
  file.bytes = longer;
  file.at = at + chunk.length;
  return true;
}
