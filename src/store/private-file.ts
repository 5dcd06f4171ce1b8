import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreFault } from './fault.ts';

/** Makes a directory that only its owner can enter, or checks that there is one. */
export function privateDirectory(path: string): void {
  try {
    fs.mkdirSync(path, { mode: 0o700 });
    fs.chmodSync(path, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = fs.lstatSync(path);
  if (!found.isDirectory())
    throw new StoreFault('home/not-a-directory', `\`${path}\` is not a directory`, 'move it away');
  requireOwner(path, found);
  if ((found.mode & 0o077) !== 0) fs.chmodSync(path, 0o700);
}

/** A file that is there must be plain, ours, and no other user's to write; what others can read is closed to them. */
export function checkPrivateFile(path: string): boolean {
  let found: fs.Stats;
  try {
    found = fs.lstatSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  if (!found.isFile()) throw new StoreFault('home/not-a-file', `\`${path}\` is not a plain file`, 'move it away');
  requireOwner(path, found);
  if ((found.mode & 0o077) !== 0) fs.chmodSync(path, 0o600);
  return true;
}

function requireOwner(path: string, found: fs.Stats): void {
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== user) {
    throw new StoreFault('home/not-owned', `\`${path}\` belongs to another user`, `chown -R "$(id -u)" ${path}`);
  }
  if (user !== undefined && (found.mode & 0o022) !== 0) {
    throw new StoreFault(
      'home/writable-by-others',
      `\`${path}\` can be written by other users`,
      `chmod go-rwx ${path}`,
    );
  }
}

/** Makes an empty file unless there is one. */
export function ensurePrivateFile(path: string): void {
  try {
    fs.closeSync(fs.openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  checkPrivateFile(path);
}

/** Writes all or nothing: a file of an unguessable name beside it, synced, then renamed. With `keep`, a file that is there stays. */
export function writePrivateFile(path: string, content: string | Uint8Array, keep = false): void {
  const directory = dirname(path);
  const temporary = join(directory, `.${randomBytes(16).toString('hex')}`);
  const fd = fs.openSync(temporary, 'wx', 0o600);
  try {
    try {
      fs.fchmodSync(fd, 0o600);
      fs.writeFileSync(fd, content);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    if (keep) linkUnlessThere(temporary, path);
    else fs.renameSync(temporary, path);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
  syncDirectory(directory);
}

function linkUnlessThere(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

export function syncDirectory(path: string): void {
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

export function readPrivateFile(path: string): string | undefined {
  return checkPrivateFile(path) ? fs.readFileSync(path, 'utf8') : undefined;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
