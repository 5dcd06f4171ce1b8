import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isSystemPath, isWithin, type JailFlaw, type JailMount, realPath } from './visible-files.ts';

const ownPrograms = '/run/skillc/bin';

/** The agent's program by a path that exists inside too, or what is missing for that. */
export function findAgent(
  command: string,
  path: string,
  mounts: readonly JailMount[],
): { readonly kind: 'agent'; readonly program: string } | JailFlaw {
  // The jail brings its own, whatever skillc is outside.
  if (command === 'skillc') return { kind: 'agent', program: `${ownPrograms}/skillc` };
  const found = lookUp(command, path);
  if (found === undefined) return { kind: 'flaw', code: 'jail/program', message: `there is no program \`${command}\`` };
  const real = realPath(found) ?? found;
  if (!isVisible(real, mounts)) {
    return {
      kind: 'flaw',
      code: 'jail/program',
      message: `\`${command}\` is at \`${real}\`, which no jail shows`,
      remedy: `add \`{ path: ${dirname(real)} }\` to \`jail.mounts\` in config.yaml`,
    };
  }
  // By the name it was called with, where that leads there: some programs look at it.
  return { kind: 'agent', program: isVisible(found, mounts) ? found : real };
}

/** The directories of a PATH that exist inside, with ours first. */
export function visiblePath(path: string, mounts: readonly JailMount[]): string {
  const system = ['/usr/local/bin', '/usr/bin', '/bin'];
  const given = path.split(delimiter).filter((directory) => isAbsolute(directory) && isVisible(directory, mounts));
  return [...new Set([ownPrograms, ...given, ...system])].join(delimiter);
}

function isVisible(path: string, mounts: readonly JailMount[]): boolean {
  return isSystemPath(path) || mounts.some(({ at }) => isWithin(path, at));
}

function lookUp(command: string, path: string): string | undefined {
  if (command.includes('/')) return isProgram(resolve(command)) ? resolve(command) : undefined;
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((directory) => join(directory, command))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
