import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is one run's alone. */
export function makeRunFolder(): string {
  return mkdtempSync(join(realpathSync(tmpdir()), 'skillc-run-'));
}

/** A program may have taken away the rights to its own folders; they are its owner's to give back. */
export function removeRunFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    openUp(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function openUp(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openUp(join(folder, entry.name));
}
