import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refusal, type StoreRefusal } from './store.ts';

export type PrivateRead =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' }
  | StoreRefusal;

/** Secrets of a person fit many times; what is larger was not written by us. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** Windows has access lists instead; a profile's files are its owner's there. */
const hasModes = process.platform !== 'win32';

/** Reads a file that only its owner can read. What is judged is what was opened; a link is never followed. */
export async function readPrivate(path: string): Promise<PrivateRead> {
  const unsafe = await unsafeDirectory(dirname(path));
  if (unsafe !== undefined) return unsafe;
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return openFailure(error, path);
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return refusal('store-not-a-file', `${path} is not an ordinary file`);
    if (hasModes && stat.uid !== process.getuid?.()) return refusal('store-foreign', `${path} belongs to another user`);
    if (hasModes && (stat.mode & 0o077) !== 0)
      return refusal('store-readable', `others can read or write ${path}`, `chmod 600 ${path}`);
    if (stat.size > LARGEST_FILE) return refusal('store-damaged', `${path} is too large to be a file of secrets`);
    return { kind: 'bytes', bytes: await file.readFile() };
  } catch {
    return refusal('store-unavailable', `${path} cannot be read`);
  } finally {
    await file.close();
  }
}

/** Puts a whole new file in place, owner-only and durable, or leaves the old one. */
export async function writePrivate(path: string, bytes: Uint8Array): Promise<StoreRefusal | undefined> {
  const directory = dirname(path);
  const temporary = `${path}.${randomBytes(12).toString('hex')}.new`;
  try {
    const unsafe = (await makeDirectory(path)) ?? (await occupied(path));
    if (unsafe !== undefined) return unsafe;
    await writeDurably(temporary, bytes);
    await rename(temporary, path);
    await syncDirectory(directory);
    return undefined;
  } catch {
    await unlink(temporary).catch(() => {});
    return refusal('store-unavailable', `${path} cannot be written`);
  }
}

/** As `writePrivate`, where nothing is yet: of two writers one wins and the other sees `false`. */
export async function createPrivate(path: string, bytes: Uint8Array): Promise<StoreRefusal | boolean> {
  try {
    const unsafe = await makeDirectory(path);
    if (unsafe !== undefined) return unsafe;
    await writeDurably(path, bytes);
    await syncDirectory(dirname(path));
    return true;
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? false : refusal('store-unavailable', `${path} cannot be written`);
  }
}

/** Makes the directory of a file, for its owner alone. */
export async function makeDirectory(path: string): Promise<StoreRefusal | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch {
    return refusal('store-unavailable', `${dirname(path)} cannot be made`);
  }
  return unsafeDirectory(dirname(path));
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(path, 0o600);
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Who can write the directory can put another file in place. */
async function unsafeDirectory(path: string): Promise<StoreRefusal | undefined> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return refusal('store-link', `${path} is a link`);
    if (hasModes && (stat.mode & 0o022) !== 0)
      return refusal('store-writable', `others can write the directory ${path}`, `chmod 700 ${path}`);
    return undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : refusal('store-unavailable', `${path} cannot be read`);
  }
}

async function occupied(path: string): Promise<StoreRefusal | undefined> {
  const read = await readPrivate(path);
  return read.kind === 'refused' ? read : undefined;
}

function openFailure(error: unknown, path: string): PrivateRead {
  if (codeOf(error) === 'ENOENT') return { kind: 'missing' };
  if (codeOf(error) === 'ELOOP') return refusal('store-link', `${path} is a link`);
  return refusal('store-unavailable', `${path} cannot be read`);
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}
