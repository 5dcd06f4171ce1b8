import { type ValueProblem, valueProblem } from '../evaluate/problem.ts';
import type { FileGrants } from '../providers/io/file-grants.ts';
import { readGranted } from '../providers/io/read-granted.ts';

const mostCookieBytes = 1024 * 1024;

/** `-b FILE`: a file that is not there holds no cookies, as with curl; one that may not be read is no such file. */
export function readCookies(grants: FileGrants, path: string): Uint8Array | undefined | ValueProblem {
  const found = readGranted(grants, path, mostCookieBytes);
  if (found.kind === 'read') return found.bytes;
  return found.code === 'io/not-found' ? undefined : valueProblem(found.code, found.message, found.remedy);
}
