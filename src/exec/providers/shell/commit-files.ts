import { type Committed, commitStaged, type Placed } from '../io/commit-staged.ts';
import type { FileGrants, FileRefusal } from '../io/file-grants.ts';
import { spellings } from '../io/file-grants.ts';
import { type StagedWrite, stageWrite } from '../io/stage-write.ts';
import { makeFolders, removePath } from '../program/stage/place-file.ts';
import { grantedPaths } from './files/granted-paths.ts';
import type { FileChange } from './protocol.ts';

/**
 * Puts a program's changes on the disk. Each is judged once more, whatever the interpreter's thread says of it; every file is beside
 * its place before the first is renamed.
 */
export function commitFiles(grants: FileGrants, changes: readonly FileChange[], stagingName: () => string): Committed {
  const paths = grantedPaths(grants);
  const written: Placed[] = [];
  for (const change of changes) {
    if (change.kind !== 'remove') continue;
    const asked = paths.spelled(change.path, 'write');
    const refused = asked === undefined ? outside(change.path) : removePath(grants, asked);
    if (refused !== undefined) return { ...refused, written };
    written.push({ path: change.path, bytes: 0, how: 'removed' });
  }
  const staged: StagedWrite[] = [];
  const giveUp = (refusal: FileRefusal): Committed => {
    for (const one of staged) one.discard();
    return { ...refusal, written };
  };
  for (const change of changes) {
    if (change.kind === 'remove') continue;
    const asked = paths.spelled(change.path, 'write') ?? leading(grants, change.path, paths);
    if (asked === undefined) return giveUp(outside(change.path));
    const folders = makeFolders(grants, change.kind === 'directory' ? `${asked}/` : asked);
    if (folders !== undefined) return giveUp(folders);
    if (change.kind === 'directory') continue;
    const { bytes, append } = change;
    const one = stageWrite(grants, { asked, bytes, append, stagingName: stagingName() });
    if (one.kind === 'refused') return giveUp(one);
    staged.push(one);
  }
  const stopped = commitStaged(staged, written);
  if (stopped !== undefined) return { ...stopped, written };
  return { kind: 'committed', written };
}

/** A folder on the way to what was granted may be made. */
function leading(grants: FileGrants, path: string, paths: ReturnType<typeof grantedPaths>): string | undefined {
  return paths.leads(path, 'write') ? spellings(grants, path)[0] : undefined;
}

function outside(path: string): FileRefusal {
  return { kind: 'refused', code: 'io/outside-grant', message: `\`${path}\` is outside of what may be written` };
}
