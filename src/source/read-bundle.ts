import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Bundle, SnapshotFile } from '../ir/bundle.ts';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import { didYouMean } from '../ir/did-you-mean.ts';
import { hasHidden, visible } from '../ir/visible.ts';
import { directoryDigest } from './digest.ts';
import { entryAmong, entryNames, standsForDirectory } from './entry-name.ts';
import { type BundleLimits, bundleLimits } from './limits.ts';
import { type ListedFile, listFiles } from './list-files.ts';
import { errorCode, type FileRead, readSnapshotFile } from './snapshot-file.ts';

export interface BundleRead {
  readonly bundle?: Bundle;
  /** With a bundle: the directory or the one file that was read, all links followed. */
  readonly place?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The only place where a skill is read from disk: a path in, a snapshot or the reason why not out. Every file is read
 * once; nothing outside the bundle is opened, no process is started and no connection made.
 */
export function readBundle(path: string, limits: BundleLimits = bundleLimits): BundleRead {
  const absolute = resolve(path);
  const kind = kindOf(absolute);
  switch (kind.kind) {
    case 'missing':
      return failed(diagnose('source/missing', `there is no \`${visible(path)}\``));
    case 'failed':
      return failed(diagnose('source/unreadable', `cannot read \`${visible(path)}\` (${kind.reason})`));
    case 'other':
      return failed(diagnose('source/file-type', `\`${visible(path)}\` is not a plain file or directory`));
    case 'link':
      return failed(diagnose('source/link', `\`${visible(path)}\` is a symbolic link to a file`));
    case 'directory':
      return readDirectory(path, realpathSync(absolute), undefined, limits);
    case 'file':
      return standsForDirectory(basename(absolute))
        ? readAround(path, absolute, limits)
        : readAlone(path, absolute, limits);
  }
}

type PathKind =
  | { readonly kind: 'file' | 'directory' | 'link' | 'other' | 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

/** A link to a directory is the user's way to name it; a link to a file could lead anywhere. */
function kindOf(path: string): PathKind {
  try {
    const stats = lstatSync(path);
    if (!stats.isSymbolicLink()) return plainKind(stats);
    const target = plainKind(lstatSync(realpathSync(path)));
    return target.kind === 'file' ? { kind: 'link' } : target;
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'failed', reason: code };
  }
}

function plainKind(stats: Stats): PathKind {
  return { kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other' };
}

/** `…/SKILL.md` stands for its directory, unless that is no bundle by its size (a home or temporary directory). */
function readAround(uri: string, path: string, limits: BundleLimits): BundleRead {
  const directory = realpathSync(dirname(path));
  const whole = readDirectory(uri, directory, basename(path), limits);
  const oversized = whole.diagnostics.find(({ code }) => code === 'limit/files' || code === 'limit/size');
  if (whole.bundle !== undefined || oversized === undefined) return whole;
  const alone = readAlone(uri, join(directory, basename(path)), limits);
  if (alone.bundle === undefined) return alone;
  const note = diagnose('source/alone', `its directory is not read: ${oversized.message}`);
  return { ...alone, diagnostics: [note] };
}

function readAlone(uri: string, path: string, limits: BundleLimits): BundleRead {
  const name = basename(path);
  if (hasHidden(name)) {
    return failed(
      diagnose('source/file-name', `the file name \`${visible(name)}\` has characters that cannot be shown`),
    );
  }
  const directory = realpathSync(dirname(path));
  const read = readSnapshotFile(path, directory, limits.entryBytes);
  if (read.kind !== 'file') return failed(readFailure(name, read, limits.entryBytes));
  const files = new Map([[name, snapshot(name, read)]]);
  return { bundle: { uri, entry: name, digest: read.digest, files }, place: join(directory, name), diagnostics: [] };
}

function readDirectory(uri: string, root: string, wanted: string | undefined, limits: BundleLimits): BundleRead {
  const listing = listFiles(root, limits);
  if (listing.kind === 'failed') return { diagnostics: listing.diagnostics };
  const top = new Set(listing.files.map(({ path }) => path).filter((path) => !path.includes('/')));
  const entry = wanted !== undefined && top.has(wanted) ? wanted : wanted === undefined ? entryAmong(top) : undefined;
  if (entry === undefined) return { diagnostics: [noSkill(uri, top, wanted), ...listing.diagnostics] };
  const files = readFiles(listing.files, root, entry, limits);
  if (!(files instanceof Map)) return { diagnostics: [...listing.diagnostics, files] };
  const digest = directoryDigest(files.values());
  return {
    bundle: { uri, entry, directory: basename(root), digest, files },
    place: root,
    diagnostics: listing.diagnostics,
  };
}

function noSkill(uri: string, top: ReadonlySet<string>, wanted: string | undefined): Diagnostic {
  if (wanted !== undefined) return diagnose('source/link', `\`${visible(uri)}\` is a link that leaves its directory`);
  const near = [...top].flatMap((name) => didYouMean(name, entryNames) ?? []).at(0);
  return diagnose('source/no-skill', `\`${visible(uri)}\` holds no SKILL.md or other skill file`, undefined, near);
}

function readFiles(
  listed: readonly ListedFile[],
  root: string,
  entry: string,
  limits: BundleLimits,
): Map<string, SnapshotFile> | Diagnostic {
  const files = new Map<string, SnapshotFile>();
  // The entry first: a 50 MB SKILL.md is refused before anything else is read.
  const order = [...listed].sort((a, b) => Number(b.path === entry) - Number(a.path === entry));
  let left = limits.totalBytes;
  for (const { path, real } of order) {
    const most = path === entry ? Math.min(limits.entryBytes, left) : left;
    const read = readSnapshotFile(real, root, most);
    if (read.kind !== 'file') return readFailure(path, read, path === entry ? limits.entryBytes : limits.totalBytes);
    left -= read.bytes.length;
    files.set(path, snapshot(path, read));
  }
  return new Map([...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

function snapshot(path: string, read: Extract<FileRead, { kind: 'file' }>): SnapshotFile {
  return { path, bytes: read.bytes, digest: read.digest, executable: read.executable };
}

function readFailure(path: string, read: Exclude<FileRead, { kind: 'file' }>, limit: number): Diagnostic {
  const name = `\`${visible(path)}\``;
  switch (read.kind) {
    case 'too-large':
      return diagnose('limit/size', `with ${name} the limit of ${limit / 1024 / 1024} MB is passed`);
    case 'not-file':
      return diagnose('source/file-type', `${name} is not a plain file`);
    case 'link':
    case 'outside':
      return diagnose('source/link', `${name} became a link while it was read`);
    case 'changing':
      return diagnose('source/changing', `${name} changes while it is read`);
    case 'missing':
      return diagnose('source/changing', `${name} disappeared while the skill was read`);
    case 'failed':
      return diagnose('source/unreadable', `cannot read ${name} (${read.reason})`);
  }
}

function failed(diagnostic: Diagnostic): BundleRead {
  return { diagnostics: [diagnostic] };
}
