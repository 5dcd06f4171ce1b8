import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of the sandbox that is a folder of the run: what is written there can be looked at afterwards. */
export interface Tree {
  /** `/work` */
  readonly inside: string;
  /** The folder of the run behind it. */
  readonly folder: string;
  /** The path of the host, as grants know it, of a path from here. */
  readonly asked: (path: string) => string;
  /** Whether what is written without a grant is worth a word: a scratch folder is there to be written to. */
  readonly scratch: boolean;
}

/** The path from the tree on, or undefined for one that is not in it. */
export function within({ inside }: Tree, path: string): string | undefined {
  if (path === inside) return '';
  return path.startsWith(`${inside}/`) ? path.slice(inside.length + 1) : undefined;
}

/** Where a path of the sandbox is in the run, its folders made. */
export function placeIn(tree: Tree, path: string): string {
  const at = join(tree.folder, path);
  mkdirSync(dirname(at), { recursive: true, mode: 0o755 });
  return at;
}
