import { chmodSync, mkdirSync } from 'node:fs';
import { lastOf } from '../../text/options.ts';
import { makeParents } from '../make-parents.ts';
import { codeOf } from '../system-error.ts';
import type { Place } from '../walk.ts';
import { readMode } from './mode.ts';
import { inFolder, quoted, refuseMoved, type Work } from './work.ts';

const table = { flags: 'pv', values: 'm', long: { parents: 'p', verbose: 'v', mode: 'm' } };

/** `mkdir`, also `-p`: folders on the way to a granted one may be made, for that is what was approved. */
export async function makeDirectory(words: readonly string[], work: Work): Promise<void> {
  const read = work.options(table, words);
  const parents = read.flags.has('p');
  const asked = lastOf(read, 'm');
  const mode = asked === undefined ? undefined : readMode(asked, work);
  const places = read.operands.map((shown) => ({
    shown,
    place: work.place(shown, 'write', parents ? { makeParents: true } : {}),
  }));
  for (const { shown, place } of places) {
    await work.step();
    if (place === undefined) {
      work.complain(`cannot create directory '${shown}'`, 'No such file or directory');
    } else if (place.target !== undefined || place.byLink) {
      const fine = parents && place.target?.stats.isDirectory() === true;
      if (!fine) work.complain(`cannot create directory '${shown}'`, 'File exists');
    } else make(place, shown, { parents, verbose: read.flags.has('v'), mode }, work);
  }
}

interface MakeOptions {
  readonly parents: boolean;
  readonly verbose: boolean;
  readonly mode: ((before: number, isDirectory: boolean) => number) | undefined;
}

function make(place: Place, shown: string, options: MakeOptions, work: Work): void {
  refuseMoved(place);
  if (options.verbose && place.missing.length > 0) work.unsupported('`-v` with more than one folder to make');
  try {
    const parent = makeParents(place, 0o777, (path) => work.did('created', path));
    try {
      const path = inFolder(parent.descriptor, place.name);
      mkdirSync(path, 0o777);
      if (options.mode !== undefined) chmodSync(path, options.mode(0o777, true));
    } finally {
      parent.close();
    }
    work.did('created', place.path);
    if (options.verbose) work.say(`mkdir: created directory ${quoted(work, shown)}`);
  } catch (error) {
    // Someone else may have made it since: with -p that is as good.
    if (options.parents && codeOf(error) === 'EEXIST') return;
    work.complain(`cannot create directory '${shown}'`, error);
  }
}
