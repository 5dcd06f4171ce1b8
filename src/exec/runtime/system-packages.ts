import { readdirSync } from 'node:fs';
import type { Interpreter } from './interpreters.ts';

/** Python packages that came with the system, by their names as an index writes them. */
export function systemPackages({ version, mounts }: Pick<Interpreter, 'version' | 'mounts'>): ReadonlySet<string> {
  // One that is no part of the system brings its own.
  if (mounts.length > 0) return new Set();
  const minor = version.split('.').slice(0, 2).join('.');
  const folders = [
    '/usr/lib/python3/dist-packages',
    `/usr/local/lib/python${minor}/dist-packages`,
    `/usr/lib/python${minor}/site-packages`,
    `/usr/lib64/python${minor}/site-packages`,
  ];
  return new Set(folders.flatMap(namesIn));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((entry) => {
      const name = /^([^-]+)-.+\.(?:dist|egg)-info$/.exec(entry)?.[1];
      return name === undefined ? [] : [name.toLowerCase().replace(/[_.]+/g, '-')];
    });
  } catch {
    return [];
  }
}
