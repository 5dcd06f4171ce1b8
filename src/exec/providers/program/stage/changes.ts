import { join } from 'node:path';
import type { FileGrants } from '../../io/file-grants.ts';
import { writableAs } from './granted-paths.ts';
import type { Entry } from './survey.ts';
import type { Tree } from './tree.ts';

/** What a program did to one file or folder. */
export interface Change {
  readonly what: 'file' | 'folder' | 'removed-file' | 'removed-folder';
  /** As grants know it. */
  readonly asked: string;
  /** In the run. */
  readonly path: string;
  readonly bytes: number;
  readonly mode: number;
}

export interface Changes {
  readonly granted: readonly Change[];
  /** Written where nothing was granted: it stays in the run and goes with it. */
  readonly dropped: readonly string[];
  /** Granted places that now hold a link, a pipe or a device. */
  readonly odd: readonly string[];
}

export type Surveys = ReadonlyMap<Tree, ReadonlyMap<string, Entry>>;

export function changesOf(grants: FileGrants, before: Surveys, after: Surveys): Changes {
  const granted: Change[] = [];
  const dropped: string[] = [];
  const odd: string[] = [];
  for (const [tree, now] of after) {
    const then = before.get(tree) ?? new Map<string, Entry>();
    for (const [path, entry] of now) {
      if (then.get(path)?.stamp === entry.stamp) continue;
      // A folder changes whenever something in it does.
      if (entry.kind === 'directory' && then.get(path)?.kind === 'directory') continue;
      const asked = writableAs(grants, formsOf(tree, path));
      if (asked === undefined) {
        if (!tree.scratch && entry.kind !== 'directory') dropped.push(tree.asked(path));
      } else if (entry.kind === 'other') odd.push(asked);
      else granted.push(changed(tree, path, entry, asked));
    }
    for (const [path, entry] of then) {
      const asked = now.has(path) ? undefined : writableAs(grants, formsOf(tree, path));
      if (asked === undefined) continue;
      granted.push({
        ...changed(tree, path, entry, asked),
        what: entry.kind === 'directory' ? 'removed-folder' : 'removed-file',
      });
    }
  }
  return { granted, dropped, odd };
}

function formsOf(tree: Tree, path: string): readonly string[] {
  return [tree.asked(path), `${tree.inside}/${path}`];
}

function changed(tree: Tree, path: string, { kind, bytes, mode }: Entry, asked: string): Change {
  const what = kind === 'directory' ? 'folder' : 'file';
  return { what, asked, path: join(tree.folder, path), bytes, mode };
}
