import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { type FileGrants, type FileRefusal, refusal } from './file-grants.ts';
import { reasonOf } from './system-error.ts';
import { type Place, walk } from './walk.ts';

export interface ReadFile {
  readonly kind: 'read';
  readonly bytes: Uint8Array;
  /** The real path. */
  readonly path: string;
}

export interface ReadDirectory {
  readonly kind: 'directory';
  readonly names: readonly string[];
  readonly path: string;
}

/** The bytes of a plain file, at most `maxBytes`; anything longer, and anything that is no plain file, is refused. */
export function readGranted(grants: FileGrants, asked: string, maxBytes: number): ReadFile | FileRefusal {
  const found = lookGranted(grants, asked, maxBytes);
  return found.kind === 'directory' ? refusal('io/not-a-file', `\`${asked}\` is a directory`) : found;
}

/** A plain file's bytes or a directory's names. */
export function lookGranted(
  grants: FileGrants,
  asked: string,
  maxBytes: number,
): ReadFile | ReadDirectory | FileRefusal {
  const staged = grants.staged?.read(asked);
  if (staged === 'missing') return refusal('io/not-found', `\`${asked}\` does not exist`);
  if (staged !== undefined && staged.length > maxBytes)
    return refusal('limit/bytes', `\`${asked}\` is larger than ${maxBytes} bytes`);
  if (staged !== undefined) return { kind: 'read', bytes: staged, path: asked };
  const place = walk(grants, asked, 'read');
  if (place.kind === 'refused') return place;
  try {
    return look(place, asked, maxBytes);
  } catch (error) {
    return refusal('io/failed', `\`${asked}\`: ${reasonOf(error)}`);
  } finally {
    place.close();
  }
}

function look(place: Place, asked: string, maxBytes: number): ReadFile | ReadDirectory | FileRefusal {
  const { target, path } = place;
  if (target === undefined) return refusal('io/not-found', `\`${asked}\` does not exist`);
  const again = `/proc/self/fd/${target.descriptor}`;
  if (target.stats.isDirectory()) return { kind: 'directory', names: readdirSync(again).sort(), path };
  if (!target.stats.isFile()) return refusal('io/not-a-file', `\`${asked}\` is no plain file`);
  const descriptor = openSync(again, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = fstatSync(descriptor).size > maxBytes ? undefined : readBounded(descriptor, maxBytes);
    if (bytes === undefined) return refusal('limit/bytes', `\`${asked}\` is larger than ${maxBytes} bytes`);
    return { kind: 'read', bytes, path };
  } finally {
    closeSync(descriptor);
  }
}

/** Sizes are not trusted: a file may grow, and those of the kernel say 0. */
function readBounded(descriptor: number, maxBytes: number): Uint8Array | undefined {
  const chunks: Uint8Array[] = [];
  for (let total = 0; ; ) {
    const chunk = new Uint8Array(65_536);
    const got = readSync(descriptor, chunk);
    if (got === 0) return Uint8Array.from(Buffer.concat(chunks));
    total += got;
    if (total > maxBytes) return undefined;
    chunks.push(chunk.subarray(0, got));
  }
}
