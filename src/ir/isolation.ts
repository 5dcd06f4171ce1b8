import type { Tier } from './plan.ts';

/** What holds the code of a plan: nothing to hold, the interpreter of shell programs, or a sandbox for processes. */
export type AskedIsolation = 'none' | 'interpreter' | 'process';

/** A sandbox of this machine as it was measured, by a run of its own. */
export interface MeasuredIsolation {
  /** `bubblewrap`, `runc`, `podman`, `docker` */
  readonly backend: string;
  readonly class: string;
  /** What it was seen to hold back: `files`, `network`, `memory` … */
  readonly holds: readonly string[];
}

/** What a plan asks for. Nothing weaker ever runs it. */
export function askedIsolation(tier: Tier | number, capabilities: readonly string[]): AskedIsolation {
  if (tier >= 2 || capabilities.some((one) => one.startsWith('sandbox.'))) return 'process';
  return capabilities.includes('shell.run') ? 'interpreter' : 'none';
}
