import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { entryAmong, isLooseSkill } from './entry-name.ts';
import { ignoredNames } from './limits.ts';

const deepest = 6;
const mostDirectories = 100_000;

/**
 * The skills under a path, each as a path for `readBundle`: the path itself when it is a file or a bundle, else every
 * bundle and loose skill file below it, in the order of their paths. Links are not followed.
 */
export function findSkills(path: string): readonly string[] {
  if (!isDirectory(path)) return [path];
  const found: string[] = [];
  const waiting: { readonly path: string; readonly depth: number }[] = [{ path, depth: 0 }];
  let visited = 0;
  for (let next = waiting.pop(); next !== undefined && visited < mostDirectories; next = waiting.pop()) {
    visited++;
    const { directories, files } = entriesOf(next.path);
    if (entryAmong(new Set(files)) !== undefined) {
      found.push(next.path);
      continue;
    }
    for (const name of files) if (isLooseSkill(name)) found.push(join(next.path, name));
    if (next.depth >= deepest) continue;
    for (const name of directories.reverse()) waiting.push({ path: join(next.path, name), depth: next.depth + 1 });
  }
  return found.length === 0 ? [path] : found;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function entriesOf(path: string): { readonly directories: string[]; readonly files: readonly string[] } {
  try {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      directories: entries.filter((e) => e.isDirectory() && !ignoredNames.has(e.name)).map(({ name }) => name),
      files: entries.filter((e) => !e.isDirectory()).map(({ name }) => name),
    };
  } catch {
    return { directories: [], files: [] };
  }
}
