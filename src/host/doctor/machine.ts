import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { broken, good, type HealthFinding, notice } from './finding.ts';

const NODE = 24;
const LITTLE = 100 * 1024 * 1024;
const SOME = 1024 * 1024 * 1024;

export function nodeHealth(version: string): HealthFinding {
  const major = Number(version.split('.')[0]);
  return major >= NODE
    ? good('node', `Node ${version}`)
    : broken('node', `Node ${version}; skillc runs on Node ${NODE} or newer`, 'npm install --global node@24');
}

/** A log that cannot grow stops everything, so it is said before that happens. */
export function diskHealth(home: string): HealthFinding {
  let place = home;
  while (!existsSync(place)) place = dirname(place);
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const found = `${(free / SOME).toFixed(1)} GB free at ${place}`;
  if (free < LITTLE) return broken('disk', found, 'make room: without it nothing can be recorded, and nothing runs');
  return free < SOME ? notice('disk', found, 'make room soon') : good('disk', found);
}
