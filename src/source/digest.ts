import { createHash } from 'node:crypto';
import type { SnapshotFile } from '../ir/bundle.ts';

/**
 * A directory's digest: SHA-256 over one record a file, sorted by the path's UTF-8 bytes. A record is the path
 * (relative, `/` between its parts), NUL, `x` or `-` for the owner's executable bit, NUL, the 64 lower-case hex digits
 * of the file's own SHA-256, LF. No path holds a NUL, so no two directories share a byte sequence.
 */
export function directoryDigest(files: Iterable<SnapshotFile>): string {
  const hash = createHash('sha256');
  for (const file of sortedByPath(files)) {
    hash.update(`${file.path}\0${file.executable ? 'x' : '-'}\0${file.digest.slice('sha256:'.length)}\n`);
  }
  return `sha256:${hash.digest('hex')}`;
}

export function sortedByPath<T extends { readonly path: string }>(files: Iterable<T>): T[] {
  return [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}
