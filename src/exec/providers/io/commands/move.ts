import { renameSync } from 'node:fs';
import { identity } from '../forbidden.ts';
import { codeOf } from '../system-error.ts';
import type { Place } from '../walk.ts';
import type { CopyOptions } from './copy-job.ts';
import { copyTree } from './copy-tree.ts';
import { type Aim, aims } from './destination.ts';
import { removeTree } from './remove.ts';
import { type Entry, entryOf, inFolder, quoted, refuseMoved, type Work } from './work.ts';

const table = {
  flags: 'fnvTu',
  values: 't',
  long: {
    force: 'f',
    'no-clobber': 'n',
    verbose: 'v',
    'no-target-directory': 'T',
    'target-directory': 't',
    update: 'u',
  },
};

interface Move {
  readonly aim: Aim;
  readonly place: Place;
  readonly source: Entry;
  readonly target: Place;
}

/** `mv`: by a new name; by copy and removal where that lies on another device. */
export async function move(words: readonly string[], work: Work): Promise<void> {
  const read = work.options(table, words);
  const { flags } = read;
  if (flags.has('u') && flags.has('n')) return work.unsupported('`-u` together with `-n`');
  const found = aims(read, work).flatMap((aim) => moveOf(aim, work) ?? []);
  for (const { source } of found) await work.survey(source);
  for (const one of found) {
    const there = one.target.target?.stats;
    if (there !== undefined && flags.has('n')) continue;
    if (there !== undefined && flags.has('u') && there.mtimeMs >= one.source.stats.mtimeMs) continue;
    refuseMoved(one.place);
    refuseMoved(one.target);
    if (await moveOne(one, flags.has('v'), work)) {
      work.did('removed', one.source.path);
      work.did(there === undefined ? 'created' : 'replaced', one.target.path);
    }
  }
}

function moveOf(aim: Aim, work: Work): Move | undefined {
  const place = work.place(aim.from, 'write', { keepLink: true });
  const source = place === undefined ? undefined : entryOf(place);
  if (place === undefined || source === undefined) {
    work.complain(`cannot stat '${aim.from}'`, 'No such file or directory');
    return undefined;
  }
  if (aim.from.endsWith('/') && !source.stats.isDirectory()) {
    work.complain(`cannot stat '${aim.from}'`, 'Not a directory');
    return undefined;
  }
  const target = work.place(aim.to, 'write', { keepLink: true });
  if (target === undefined) {
    work.complain(`cannot move '${aim.from}' to '${aim.to}'`, 'No such file or directory');
    return undefined;
  }
  return fits(aim, source, target, work) ? { aim, place, source, target } : undefined;
}

function fits(aim: Aim, source: Entry, target: Place, work: Work): boolean {
  const there = target.target?.stats;
  const isDirectory = source.stats.isDirectory();
  if (there !== undefined && identity(there) === identity(source.stats)) {
    if (target.path !== source.path) return work.unsupported('a move onto a second name of the same file');
    work.complain(`'${aim.from}' and '${aim.to}' are the same file`);
  } else if (isDirectory && target.path.startsWith(`${source.path}/`)) {
    work.complain(`cannot move '${aim.from}' to a subdirectory of itself, '${aim.to}'`);
  } else if (there !== undefined && there.isDirectory() !== isDirectory) {
    work.complain(
      `cannot overwrite '${aim.to}' with '${aim.from}'`,
      isDirectory ? 'Not a directory' : 'Is a directory',
    );
  } else if (!isDirectory && aim.to.endsWith('/')) {
    work.complain(`cannot move '${aim.from}' to '${aim.to}'`, 'Not a directory');
  } else return true;
  return false;
}

async function moveOne(one: Move, verbose: boolean, work: Work): Promise<boolean> {
  const { aim, source, target } = one;
  try {
    renameSync(inFolder(source.folder, source.name), inFolder(target.parent, target.name));
  } catch (error) {
    if (codeOf(error) === 'EXDEV') return moveByCopy(one, verbose, work);
    work.complain(`cannot move '${aim.from}' to '${aim.to}'`, error);
    return false;
  }
  if (verbose) work.say(`renamed ${quoted(work, aim.from)} -> ${quoted(work, aim.to)}`);
  return true;
}

const wholeCopy: CopyOptions = {
  recursive: true,
  keepNamedLinks: true,
  keepLinks: true,
  noClobber: false,
  update: false,
  verbose: false,
  preserve: true,
  oneName: true,
};

async function moveByCopy({ aim, source, target }: Move, verbose: boolean, work: Work): Promise<boolean> {
  const place = { folder: target.parent, name: target.name, path: target.path, entry: entryOf(target) };
  if (source.stats.isDirectory() && place.entry !== undefined) {
    return work.unsupported('a move of a folder onto another on a second device');
  }
  if (!(await copyTree({ source, place, from: aim.from, to: aim.to, depth: 0 }, wholeCopy, work))) return false;
  if (verbose) work.say(`copied ${quoted(work, aim.from)} -> ${quoted(work, aim.to)}`);
  return removeTree(source, aim.from, work, { recursive: true, verbose });
}
