import { realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { FileGrants } from '../io/file-grants.ts';

/** Where things are inside a sandbox: the same in every run, so that scripts and environments can hold paths. */
export const places = {
  /** The skill's files as they were approved, read-only. */
  skill: '/skill',
  /** What the caller hands over. */
  input: '/input',
  /** Results that are no file of the workspace. */
  output: '/output',
  /** Installed packages, read-only. */
  environment: '/env',
  /** What skillc itself puts there. */
  own: '/skillc',
} as const;

/** Of one run. */
export interface RunPlaces {
  /** Where programs start: granted files of the workspace, and the skill's own beside them. */
  readonly work: string;
  /** Empty but for granted files. */
  readonly home: string;
}

/** Places that a path of the host never covers. */
const taken = ['/proc', '/dev', '/sys', '/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc', '/node_modules'];
const reserved: readonly string[] = [...Object.values(places), ...taken];

export function isReserved(path: string): boolean {
  return path === '/' || reserved.some((place) => path === place || path.startsWith(`${place}/`));
}

/** The workspace and the home are where they are on the host, so that a path which a program puts together leads there. */
export function runPlaces({ workspace, home }: Pick<FileGrants, 'workspace' | 'home'>): RunPlaces {
  return { work: realPlace(workspace) ?? '/work', home: realPlace(home) ?? '/home/sandbox' };
}

function realPlace(path: string | undefined): string | undefined {
  try {
    const real = path === undefined ? '/' : realpathSync(path);
    return isReserved(real) ? undefined : real;
  } catch {
    return undefined;
  }
}

/** Where a program starts. */
export function workingFolder(cwd: string | undefined, { work, home }: RunPlaces): string {
  if (cwd === undefined || cwd === '' || cwd === '.') return work;
  const expanded = withHome(cwd, home);
  return isAbsolute(expanded) ? join(expanded, '.') : join(work, expanded);
}

/** Plans write `~` for the home of whoever runs them. */
export function withHome(word: string, home: string): string {
  return word.replace(/(^|=)~(?=\/|$)/, (_, before: string) => `${before}${home}`);
}
