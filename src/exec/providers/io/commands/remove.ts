import { rmdirSync, unlinkSync } from 'node:fs';
import type { Place } from '../walk.ts';
import { type Entry, entryOf, inFolder, quoted, refuseMoved, type Work } from './work.ts';

const rmTable = {
  flags: 'frRdv',
  long: { force: 'f', recursive: 'r', dir: 'd', verbose: 'v', 'preserve-root': '' },
};

/** `rm`: what is named, never what a link points to. */
export async function remove(words: readonly string[], work: Work): Promise<void> {
  const { flags, operands } = work.options(rmTable, words);
  const recursive = flags.has('r') || flags.has('R');
  const found: { readonly place: Place; readonly entry: Entry; readonly shown: string }[] = [];
  for (const shown of operands) {
    if (/(?:^|\/)\.\.?\/*$/.test(shown)) {
      work.complain(`refusing to remove '.' or '..' directory: skipping '${shown}'`);
      continue;
    }
    const place = work.place(shown, 'write', { keepLink: true });
    const entry = place === undefined ? undefined : entryOf(place);
    if (place === undefined || entry === undefined) {
      if (!flags.has('f')) work.complain(`cannot remove '${shown}'`, 'No such file or directory');
    } else if (shown.endsWith('/') && !entry.stats.isDirectory()) {
      if (!flags.has('f')) work.complain(`cannot remove '${shown}'`, 'Not a directory');
    } else if (entry.stats.isDirectory() && !recursive && !flags.has('d')) {
      work.complain(`cannot remove '${shown}'`, 'Is a directory');
    } else found.push({ place, entry, shown });
  }
  for (const { entry } of found) if (recursive) await work.survey(entry);
  for (const { place, entry, shown } of found) {
    refuseMoved(place);
    const gone = await removeTree(entry, shown.replace(/(?<!\/)\/+$/, ''), work, {
      recursive,
      verbose: flags.has('v'),
    });
    if (gone) work.did('removed', entry.path);
  }
}

export interface RemoveOptions {
  readonly recursive: boolean;
  readonly verbose: boolean;
}

/** Whether all of it is gone. */
export async function removeTree(
  entry: Entry,
  shown: string,
  work: Work,
  options: RemoveOptions,
  depth = 0,
): Promise<boolean> {
  await work.step();
  const isDirectory = entry.stats.isDirectory();
  let empty = true;
  if (isDirectory && options.recursive) {
    await work.each(entry, depth, async (child) => {
      if (!(await removeTree(child, `${shown}/${child.name}`, work, options, depth + 1))) empty = false;
    });
  }
  if (!empty) return false;
  try {
    const path = inFolder(entry.folder, entry.name);
    if (isDirectory) rmdirSync(path);
    else unlinkSync(path);
  } catch (error) {
    work.complain(`cannot remove '${shown}'`, error);
    return false;
  }
  if (options.verbose) work.say(`removed ${isDirectory ? 'directory ' : ''}${quoted(work, shown)}`);
  return true;
}

const rmdirTable = { flags: 'v', long: { verbose: 'v' } };
const lenientWord = '--ignore-fail-on-non-empty';

/** `rmdir`: empty directories. */
export async function removeDirectory(words: readonly string[], work: Work): Promise<void> {
  const lenient = words.includes(lenientWord);
  const { flags, operands } = work.options(
    rmdirTable,
    words.filter((word) => word !== lenientWord),
  );
  const places = operands.map((shown) => ({ shown, place: work.place(shown, 'write', { keepLink: true }) }));
  for (const { shown, place } of places) {
    await work.step();
    if (flags.has('v')) work.say(`rmdir: removing directory, ${quoted(work, shown)}`);
    try {
      if (place?.target === undefined) throw Object.assign(new Error(), { code: 'ENOENT' });
      refuseMoved(place);
      rmdirSync(inFolder(place.parent, place.name));
      work.did('removed', place.path);
    } catch (error) {
      const full = error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY';
      if (!full || !lenient) work.complain(`failed to remove '${shown}'`, error);
    }
  }
}
