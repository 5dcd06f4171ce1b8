import { chmodSync } from 'node:fs';
import type { Place } from '../walk.ts';
import { type ModeChange, readMode } from './mode.ts';
import { type Entry, entryOf, refuseMoved, type Work } from './work.ts';

const table = { flags: 'Rf', long: { recursive: 'R', silent: 'f', quiet: 'f', 'preserve-root': '' } };

/** `chmod`: of what is named, links followed; of a tree, links left alone. */
export async function changeMode(words: readonly string[], work: Work): Promise<void> {
  const { flags, operands } = work.options(table, words);
  const [asked, ...names] = operands;
  if (asked === undefined || names.length === 0) return work.unsupported('a change of mode of nothing');
  const change = readMode(asked, work);
  const found: { readonly place: Place; readonly entry: Entry; readonly shown: string }[] = [];
  for (const shown of names) {
    const place = work.place(shown, 'write');
    const entry = place === undefined ? undefined : entryOf(place);
    if (place !== undefined && entry !== undefined) found.push({ place, entry, shown });
    else work.complain(`cannot access '${shown}'`, 'No such file or directory');
  }
  for (const { entry } of found) if (flags.has('R')) await work.survey(entry);
  for (const { place, entry, shown } of found) {
    refuseMoved(place);
    await changeTree(entry, shown, change, flags.has('R'), 0, work);
    work.did('changed', entry.path);
  }
}

async function changeTree(
  entry: Entry,
  shown: string,
  change: ModeChange,
  recursive: boolean,
  depth: number,
  work: Work,
): Promise<void> {
  await work.step();
  if (entry.stats.isSymbolicLink()) return;
  const isDirectory = entry.stats.isDirectory();
  try {
    chmodSync(`/proc/self/fd/${entry.descriptor}`, change(entry.stats.mode & 0o7777, isDirectory));
    if (!isDirectory || !recursive) return;
    await work.each(entry, depth, (child) =>
      changeTree(child, `${shown}/${child.name}`, change, recursive, depth + 1, work),
    );
  } catch (error) {
    work.complain(`changing permissions of '${shown}'`, error);
  }
}
