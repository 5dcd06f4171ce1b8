import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { sep } from 'node:path';

export type FileRead =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly digest: string; readonly executable: boolean }
  | { readonly kind: 'not-file' }
  | { readonly kind: 'link' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'changing' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

const attempts = 5;
const chunk = 1024 * 1024;

/**
 * Reads one plain file from one descriptor, never through a link in its last part and never waiting for a FIFO or
 * device. The bytes are of one moment: size, times and content are the same in a second look, or it is tried again.
 */
export function readSnapshotFile(path: string, root: string, maxBytes: number): FileRead {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    return openFailure(error);
  }
  try {
    return readDescriptor(descriptor, root, maxBytes);
  } catch (error) {
    return { kind: 'failed', reason: errorCode(error) };
  } finally {
    closeSync(descriptor);
  }
}

export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function readDescriptor(descriptor: number, root: string, maxBytes: number): FileRead {
  if (!opensInside(descriptor, root)) return { kind: 'outside' };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = fstatSync(descriptor, { bigint: true });
    if (!before.isFile()) return { kind: 'not-file' };
    if (before.size > BigInt(maxBytes)) return { kind: 'too-large', size: Number(before.size) };
    const bytes = readAll(descriptor, Number(before.size), maxBytes);
    if (bytes === undefined) return { kind: 'too-large', size: maxBytes + 1 };
    const again = readAll(descriptor, bytes.length, maxBytes);
    const after = fstatSync(descriptor, { bigint: true });
    if (again !== undefined && sameMoment(before, after) && Buffer.compare(bytes, again) === 0) {
      return { kind: 'file', bytes, digest: sha256(bytes), executable: (Number(after.mode) & 0o100) !== 0 };
    }
  }
  return { kind: 'changing' };
}

/** Undefined when there is more than `maxBytes`, whatever the size said. */
function readAll(descriptor: number, expected: number, maxBytes: number): Uint8Array | undefined {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const buffer = Buffer.allocUnsafe(Math.min(Math.max(expected - total, 0) + 1, chunk));
    const count = readSync(descriptor, buffer, 0, buffer.length, total);
    if (count === 0) return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    parts.push(buffer.subarray(0, count));
    total += count;
    if (total > maxBytes) return undefined;
  }
}

function sameMoment(a: BigIntStats, b: BigIntStats): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}

/**
 * A directory on the way may have become a link after it was looked at; Linux tells where the descriptor really is.
 * (A file that was replaced meanwhile reads `…/name (deleted)`, which is still inside.)
 */
function opensInside(descriptor: number, root: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const real = readlinkSync(`/proc/self/fd/${descriptor}`);
    return real.startsWith(root.endsWith(sep) ? root : root + sep);
  } catch {
    return true;
  }
}

function openFailure(error: unknown): FileRead {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' };
    case 'ELOOP':
    case 'EMLINK':
      return { kind: 'link' };
    case 'ENXIO':
    case 'ENODEV':
      return { kind: 'not-file' };
    default:
      return { kind: 'failed', reason: errorCode(error) };
  }
}
