import { type Committed, commitStaged, type Placed } from '../../io/commit-staged.ts';
import { type FileGrants, type FileRefusal, refusal } from '../../io/file-grants.ts';
import type { StagedWrite } from '../../io/stage-write.ts';
import type { Change } from './changes.ts';
import { stampOf } from './copy-in.ts';
import { reach } from './granted-paths.ts';
import { makeFolders, placeFile, removePath } from './place-file.ts';

/**
 * Puts what a program wrote in its place. Every file is beside its place before the first is renamed; a file that somebody else
 * changed meanwhile ends it, so that nobody's work is lost.
 */
export function commitChanges(
  grants: FileGrants,
  changes: readonly Change[],
  sources: ReadonlyMap<string, string>,
  stagingName: () => string,
): Committed {
  for (const change of changes) {
    const conflict = conflictOf(grants, change, sources);
    if (conflict !== undefined) return { ...conflict, written: [] };
  }
  const files = changes.filter(({ what }) => what === 'file');
  const folders = changes.filter(({ what }) => what === 'folder');
  for (const { asked } of [...folders.map(({ asked }) => ({ asked: `${asked}/` })), ...files]) {
    const refused = makeFolders(grants, asked);
    if (refused !== undefined) return { ...refused, written: [] };
  }
  const staged: StagedWrite[] = [];
  for (const { asked, path, bytes, mode } of files) {
    const one = placeFile(grants, { asked, from: path, bytes, mode, stagingName: stagingName() });
    if (one.kind === 'staged') staged.push(one);
    else {
      for (const earlier of staged) earlier.discard();
      return { ...one, written: [] };
    }
  }
  return putInPlace(grants, staged, changes);
}

function putInPlace(grants: FileGrants, staged: readonly StagedWrite[], changes: readonly Change[]): Committed {
  const written: Placed[] = [];
  const stopped = commitStaged(staged, written);
  if (stopped !== undefined) return { ...stopped, written };
  // Deepest first: a folder is empty by the time its turn comes.
  const removed = changes.filter(({ what }) => what.startsWith('removed'));
  for (const { asked } of [...removed].sort((a, b) => b.asked.length - a.asked.length)) {
    const refused = removePath(grants, asked);
    if (refused !== undefined) return { ...refused, written };
    written.push({ path: asked, bytes: 0, how: 'removed' });
  }
  return { kind: 'committed', written };
}

function conflictOf(
  grants: FileGrants,
  { what, asked, path }: Change,
  sources: ReadonlyMap<string, string>,
): FileRefusal | undefined {
  if (what === 'folder' || what === 'removed-folder') return undefined;
  const place = reach(grants, asked, 'write');
  if (place?.kind === 'refused') return place;
  const now = place?.target === undefined ? undefined : stampOf(place.target.stats);
  place?.close();
  if (now === sources.get(path)) return undefined;
  return refusal(
    'io/changed-meanwhile',
    `\`${asked}\` was changed by someone else while the program ran`,
    'run it again',
  );
}
