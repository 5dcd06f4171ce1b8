import { existsSync, realpathSync } from 'node:fs';
import type { ExecHost } from '../exec/market/host.ts';

/** Whether a place lies in what skillc keeps for itself, or around it: what is read there as a skill would take keys and log along. */
export function holdsOwnState({ files }: Pick<ExecHost, 'files'>, place: string): boolean {
  return files.forbidden
    .filter((folder) => existsSync(folder))
    .map((folder) => realpathSync(folder))
    .some((folder) => isWithin(place, folder) || isWithin(folder, place));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
