import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, privateDirectory, readPrivateFile, writePrivateFile } from '../store/private-file.ts';

const lifeMs = 60_000;
const mostCodes = 32;

/**
 * One-time codes for the console, kept as digests in the home: whoever can write there may let a browser in, and no token goes over a wire
 * for it, where another process might listen on a port that the server has left.
 */
export function newConsoleCode(home: string, now: number): { readonly code: string; readonly expires_at: number } {
  const folder = folderOf(home);
  const known = readdirSync(folder);
  for (const name of known)
    if (known.length >= mostCodes || !isLive(join(folder, name), now)) rmSync(join(folder, name), { force: true });
  const code = `skillc_code_${randomBytes(32).toString('base64url')}`;
  const expires_at = now + lifeMs;
  writePrivateFile(join(folder, nameOf(code)), String(expires_at));
  return { code, expires_at };
}

/** True once for each code that is not too old: taking its file away is what counts, and only one can. */
export function takeConsoleCode(home: string, code: string, now: number): boolean {
  const file = join(folderOf(home), nameOf(code));
  const live = isLive(file, now);
  try {
    unlinkSync(file);
    return live;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function isLive(file: string, now: number): boolean {
  const until = Number(readPrivateFile(file) ?? 0);
  // A clock that was set back makes no code live longer.
  return now < until && until <= now + lifeMs;
}

/** A code of any form is a name without one. */
function nameOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

function folderOf(home: string): string {
  const serve = join(home, 'serve');
  privateDirectory(serve);
  const folder = join(serve, 'codes');
  privateDirectory(folder);
  return folder;
}
