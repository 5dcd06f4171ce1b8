import { statSync } from 'node:fs';

/** Changes with every change of the file, and costs one call. Undefined for a file that is not there. */
export function fileStamp(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join();
}
