import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file without a name that holds these bytes, open for reading from its start. Nothing has to be cleaned up, even
 * after a crash. The caller closes it.
 */
export function openBytes(bytes: Uint8Array): number {
  const path = join(tmpdir(), `skillc-${randomBytes(12).toString('hex')}`);
  const writer = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    const reader = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(writer, bytes, done);
    } catch (error) {
      closeSync(reader);
      throw error;
    }
    return reader;
  } finally {
    unlinkSync(path);
    closeSync(writer);
  }
}

/** The same file from its start again, with a position of its own. */
export function reopen(descriptor: number): number {
  return openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY);
}
