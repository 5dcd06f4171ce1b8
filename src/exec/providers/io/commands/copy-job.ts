import { chmodSync, chownSync, type Stats, utimesSync } from 'node:fs';
import type { Entry } from './work.ts';

/** A name in a folder, and what is there now. */
export interface Spot {
  readonly folder: number;
  readonly name: string;
  /** The real path. */
  readonly path: string;
  readonly entry: Entry | undefined;
}

export interface CopyOptions {
  readonly recursive: boolean;
  readonly keepNamedLinks: boolean;
  readonly keepLinks: boolean;
  readonly noClobber: boolean;
  readonly update: boolean;
  readonly verbose: boolean;
  /** Mode, times, and the owner where that is possible. */
  readonly preserve: boolean;
  /** Files with a second name are refused. */
  readonly oneName: boolean;
}

/** One thing to copy: what it is, where it goes, and how both are written. */
export interface CopyJob {
  readonly source: Entry;
  readonly place: Spot;
  readonly from: string;
  readonly to: string;
  /** Below what was named. */
  readonly depth: number;
}

/** What a copy keeps of the looks of its source. Never that it runs as its owner. */
export function keepLooks(path: string, stats: Stats): void {
  try {
    chownSync(path, stats.uid, stats.gid);
  } catch {
    // As with cp: who may not give files away keeps them.
  }
  chmodSync(path, stats.mode & 0o1777);
  utimesSync(path, stats.atimeMs / 1000, stats.mtimeMs / 1000);
}
