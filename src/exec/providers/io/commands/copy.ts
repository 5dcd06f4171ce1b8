import { lastOf, type ReadOptions } from '../../text/options.ts';
import type { Place } from '../walk.ts';
import type { CopyOptions } from './copy-job.ts';
import { copyTree } from './copy-tree.ts';
import { type Aim, aims } from './destination.ts';
import { type Entry, entryOf, refuseMoved, type Work } from './work.ts';

const table = {
  flags: 'aRrfnvTuPpdLH',
  values: 't',
  long: {
    archive: 'a',
    recursive: 'r',
    force: 'f',
    'no-clobber': 'n',
    verbose: 'v',
    'no-target-directory': 'T',
    'target-directory': 't',
    update: 'u',
    'no-dereference': 'P',
    dereference: 'L',
  },
};

/** `cp`: files and trees. Each file is written beside its target and put in place whole. */
export async function copy(words: readonly string[], work: Work): Promise<void> {
  const read = work.options(table, words);
  const options = optionsOf(read, work);
  const found: { readonly aim: Aim; readonly source: Entry; readonly target: Place }[] = [];
  for (const aim of aims(read, work)) {
    const source = sourceOf(aim, options, work);
    if (source === undefined) continue;
    const target = work.place(aim.to, 'write');
    if (target === undefined) work.complain(`cannot create '${aim.to}'`, 'No such file or directory');
    else if (fits(aim, source, target, options, work)) found.push({ aim, source, target });
  }
  for (const { source } of found) await work.survey(source);
  for (const { aim, source, target } of found) {
    refuseMoved(target);
    const place = { folder: target.parent, path: target.path, name: target.name, entry: entryOf(target) };
    if (await copyTree({ source, place, from: aim.from, to: aim.to, depth: 0 }, options, work)) {
      work.did(target.target === undefined ? 'created' : 'replaced', target.path);
    }
  }
}

function optionsOf(read: ReadOptions, work: Work): CopyOptions {
  const { flags } = read;
  const recursive = ['a', 'r', 'R'].some((flag) => flags.has(flag));
  const links = ['P', 'd', 'a'].some((flag) => flags.has(flag));
  if ([links, flags.has('L'), flags.has('H')].filter(Boolean).length > 1)
    return work.unsupported('this mix of -L and -P');
  if (lastOf(read, 't') === '') return work.unsupported('an empty name');
  if (flags.has('u') && flags.has('n')) return work.unsupported('`-u` together with `-n`');
  return {
    recursive,
    keepNamedLinks: links || (recursive && !flags.has('L') && !flags.has('H')),
    keepLinks: !flags.has('L'),
    noClobber: flags.has('n'),
    update: flags.has('u'),
    verbose: flags.has('v'),
    preserve: flags.has('p') || flags.has('a'),
    // Hard links among the files would have to be made again.
    oneName: flags.has('a') || flags.has('d'),
  };
}

function sourceOf({ from }: Aim, options: CopyOptions, work: Work): Entry | undefined {
  const place = work.place(from, 'read', options.keepNamedLinks ? { keepLink: true } : {});
  const source = place === undefined ? undefined : entryOf(place);
  if (source === undefined) work.complain(`cannot stat '${from}'`, 'No such file or directory');
  else if (from.endsWith('/') && !source.stats.isDirectory()) work.complain(`cannot stat '${from}'`, 'Not a directory');
  else if (source.stats.isDirectory() && !options.recursive) {
    work.complain(`-r not specified; omitting directory '${from}'`);
  } else return source;
  return undefined;
}

function fits(aim: Aim, source: Entry, target: Place, options: CopyOptions, work: Work): boolean {
  const isDirectory = source.stats.isDirectory();
  if (target.target === undefined && target.byLink) {
    work.complain(`not writing through dangling symlink '${aim.to}'`);
  } else if (isDirectory && (target.path === source.path || target.path.startsWith(`${source.path}/`))) {
    work.complain(`cannot copy a directory, '${aim.from}', into itself, '${aim.to}'`);
  } else if (!isDirectory && aim.to.endsWith('/') && target.target?.stats.isDirectory() !== true) {
    work.complain(`cannot create regular file '${aim.to}'`, 'Not a directory');
  } else if (source.stats.isSymbolicLink() && options.keepNamedLinks && target.byLink) {
    return work.unsupported('a link in the place of a link');
  } else return true;
  return false;
}
