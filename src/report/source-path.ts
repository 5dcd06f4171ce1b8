import type { Bundle } from '../ir/bundle.ts';

/** The path of a bundle's file as its user would name it: `skills/search` and `scripts/run.py` give the joined path. */
export function sourcePath(bundle: Bundle, source: string): string {
  const uri = bundle.uri;
  const last = uri.slice(lastSlash(uri) + 1);
  if (bundle.directory === undefined) return source === bundle.entry ? uri : source;
  const root = last === bundle.entry ? uri.slice(0, lastSlash(uri) + 1) : uri;
  if (root === '' || root === '.' || root === './') return source;
  return root.endsWith('/') ? root + source : `${root}/${source}`;
}

function lastSlash(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
}
