import { open, stat, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusal, type StoreRefusal } from './store.ts';

const TRIES = 200;
const BETWEEN_MS = 25;
/** A change takes milliseconds: an older lock was left by a process that is gone. */
const STALE_MS = 10_000;

/** Runs `work` while no other process changes the file. */
export async function whileLocked<T>(path: string, work: () => Promise<T>): Promise<T | StoreRefusal> {
  const lock = `${path}.lock`;
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (await taken(lock)) {
      await removeStale(lock);
      await sleep(BETWEEN_MS);
      continue;
    }
    try {
      return await work();
    } finally {
      await unlink(lock).catch(() => {});
    }
  }
  return refusal(
    'store-busy',
    `another process is changing ${path}`,
    `try again; if nothing else runs, remove ${lock}`,
  );
}

async function taken(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return false;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'EEXIST') return true;
    throw error;
  }
}

async function removeStale(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > STALE_MS) await unlink(lock).catch(() => {});
}
