import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, opendirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import { hasHidden, visible } from '../ir/visible.ts';
import { sortedByPath } from './digest.ts';
import { type BundleLimits, ignoredNames } from './limits.ts';
import { errorCode } from './snapshot-file.ts';

/** A file to read: `path` inside the bundle, `real` where its bytes are (another place only for links inside). */
export interface ListedFile {
  readonly path: string;
  readonly real: string;
}

export type Listing =
  | { readonly kind: 'files'; readonly files: readonly ListedFile[]; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

interface Walk {
  readonly root: string;
  readonly limits: BundleLimits;
  readonly files: ListedFile[];
  readonly diagnostics: Diagnostic[];
  readonly waiting: { readonly path: string; readonly depth: number }[];
  directories: number;
}

/** Every file of a directory, in the order of the digest. Nothing is opened but directories. `root` is a real path. */
export function listFiles(root: string, limits: BundleLimits): Listing {
  const walk: Walk = { root, limits, files: [], diagnostics: [], waiting: [{ path: '', depth: 0 }], directories: 0 };
  for (let next = walk.waiting.shift(); next !== undefined; next = walk.waiting.shift()) {
    const stop = visitDirectory(walk, next.path, next.depth);
    if (stop !== undefined) return { kind: 'failed', diagnostics: [...walk.diagnostics, stop] };
  }
  return { kind: 'files', files: sortedByPath(walk.files), diagnostics: walk.diagnostics };
}

function visitDirectory(walk: Walk, path: string, depth: number): Diagnostic | undefined {
  if (depth > walk.limits.depth) {
    return diagnose('limit/files', `\`${visible(path)}\` is nested deeper than ${walk.limits.depth} directories`);
  }
  if (++walk.directories > walk.limits.directories) {
    return diagnose('limit/files', `more than ${walk.limits.directories} directories`);
  }
  const entries = readEntries(join(walk.root, path), walk.limits.files);
  if (typeof entries === 'string') {
    return diagnose('source/unreadable', `cannot list \`${visible(path === '' ? '.' : path)}\` (${entries})`);
  }
  for (const entry of entries) {
    const stop = visitEntry(walk, path, depth, entry);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

/** At most one entry over the limit, so a directory with a million names costs no more. */
function readEntries(directory: string, limit: number): readonly Dirent<Buffer>[] | string {
  const entries: Dirent<Buffer>[] = [];
  try {
    const handle = opendirSync(directory, { encoding: 'buffer' as BufferEncoding });
    try {
      for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) {
        entries.push(entry as unknown as Dirent<Buffer>);
        if (entries.length > limit * 2) break;
      }
    } finally {
      handle.closeSync();
    }
  } catch (error) {
    return errorCode(error);
  }
  return entries.sort((a, b) => Buffer.compare(a.name, b.name));
}

function visitEntry(walk: Walk, directory: string, depth: number, entry: Dirent<Buffer>): Diagnostic | undefined {
  const name = entry.name.toString('utf8');
  if (ignoredNames.has(name)) return undefined;
  const path = directory === '' ? name : `${directory}/${name}`;
  if (!isUtf8(entry.name) || hasHidden(name)) {
    return diagnose('source/file-name', `the file name \`${visible(path)}\` has characters that cannot be shown`);
  }
  if (entry.isDirectory()) {
    walk.waiting.push({ path, depth: depth + 1 });
    return undefined;
  }
  if (entry.isSymbolicLink()) return visitLink(walk, path);
  if (!entry.isFile()) return diagnose('source/file-type', `\`${visible(path)}\` is not a plain file`);
  return addFile(walk, { path, real: join(walk.root, path) });
}

function visitLink(walk: Walk, path: string): Diagnostic | undefined {
  const real = linkTarget(walk.root, path);
  if (real !== undefined) return addFile(walk, { path, real });
  walk.diagnostics.push(
    diagnose(
      'source/link-ignored',
      `\`${visible(path)}\` is a link that leads to no file of the bundle; it is not read`,
    ),
  );
  return undefined;
}

/** The plain file inside the bundle that a link leads to, outside every ignored directory. */
export function linkTarget(root: string, path: string): string | undefined {
  try {
    const real = realpathSync(join(root, path));
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    const inside = real.slice(root.length).split(sep);
    return lstatSync(real).isFile() && !inside.some((part) => ignoredNames.has(part)) ? real : undefined;
  } catch {
    return undefined;
  }
}

function addFile(walk: Walk, file: ListedFile): Diagnostic | undefined {
  if (walk.files.length >= walk.limits.files) return diagnose('limit/files', `more than ${walk.limits.files} files`);
  walk.files.push(file);
  return undefined;
}
