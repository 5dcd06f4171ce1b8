import { readFileSync, writeSync } from 'node:fs';
import type { GuestReply, GuestRequest } from '../message.ts';

/** The files of a guest, in memory. */
export interface GuestFiles {
  readonly read: (path: string) => Uint8Array | undefined;
  readonly write: (path: string, bytes: Uint8Array) => boolean;
  readonly remove: (path: string) => boolean;
  readonly names: (directory: string) => readonly string[] | undefined;
}

/** What the guests have in common: they get a request, write as they run, and end once. */
export interface Served {
  readonly request: GuestRequest;
  readonly stdin: Uint8Array;
  readonly files: GuestFiles;
  readonly print: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
  /** Gives back what was changed, and ends the process. */
  readonly exit: (code: number) => never;
  readonly outOfMemory: () => never;
  readonly refuse: (message: string) => never;
}

/** Directories that can be written and are forgotten. */
const forgotten = ['/tmp', '/home/sandbox'];

export function serve(): Served {
  const request: GuestRequest = JSON.parse(readFileSync(0, 'utf8'));
  const content = new Map<string, Uint8Array>(
    request.files.map(([path, bytes]) => [path, new Uint8Array(Buffer.from(bytes, 'base64'))]),
  );
  const changed = new Set<string>();
  const end = (reply: GuestReply): never => {
    say(reply);
    process.exit(0);
  };
  const isBelow = (path: string, directories: readonly string[]): boolean =>
    directories.some((directory) => path.startsWith(`${directory}/`));
  return {
    request,
    stdin: new Uint8Array(Buffer.from(request.stdin, 'base64')),
    files: {
      read: (path) => content.get(path),
      write: (path, bytes) => {
        if (bytes.length > request.file_bytes || !isBelow(path, [...request.writable, ...forgotten])) return false;
        content.set(path, bytes);
        changed.add(path);
        return true;
      },
      remove: (path) => isBelow(path, forgotten) && content.delete(path),
      names: (directory) => namesIn(content.keys(), directory, [...request.writable, ...forgotten]),
    },
    print: (stream, bytes) => say({ kind: stream, bytes: Buffer.from(bytes).toString('base64') }),
    exit: (code) => {
      for (const path of changed) {
        const bytes = content.get(path);
        if (bytes === undefined || !isBelow(path, request.writable)) continue;
        say({ kind: 'file', path, bytes: Buffer.from(bytes).toString('base64') });
      }
      return end({ kind: 'exit', code: code & 0xff });
    },
    outOfMemory: () => end({ kind: 'memory' }),
    refuse: (message) => end({ kind: 'refused', message }),
  };
}

function namesIn(paths: Iterable<string>, directory: string, known: readonly string[]): readonly string[] | undefined {
  const prefix = directory === '/' ? '/' : `${directory}/`;
  const names = new Set<string>();
  for (const path of [...paths, ...known]) {
    if (path.startsWith(prefix)) names.add(path.slice(prefix.length).split('/')[0] ?? '');
  }
  return names.size > 0 || known.includes(directory) ? [...names].sort() : undefined;
}

/** At once and whole: what was written before the process is ended must have arrived. */
function say(reply: GuestReply): void {
  const bytes = Buffer.from(`${JSON.stringify(reply)}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
