import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Copies plain files, folders and links that stay inside; anything else an installer has no reason to make. */
export function copyTree(from: string, to: string): string | undefined {
  mkdirSync(to, { mode: 0o755 });
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const stats = lstatSync(source);
    if (stats.isDirectory()) {
      const odd = copyTree(source, target);
      if (odd !== undefined) return `${name}/${odd}`;
    } else if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (stats.isFile()) {
      copyFileSync(source, target);
      chmodSync(target, (stats.mode & 0o111) === 0 ? 0o444 : 0o555);
    } else return name;
  }
  return undefined;
}
