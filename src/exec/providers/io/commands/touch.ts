import { closeSync, constants, fstatSync, ftruncateSync, openSync, utimesSync } from 'node:fs';
import { lastOf } from '../../text/options.ts';
import type { Place } from '../walk.ts';
import { Halt, inFolder, refuseMoved, type Work } from './work.ts';

const touchTable = { flags: 'acmf', values: 'r', long: { 'no-create': 'c', reference: 'r' } };

/** `touch`: the times of now, or those of another file. */
export async function touch(words: readonly string[], work: Work): Promise<void> {
  const read = work.options(touchTable, words);
  const model = lastOf(read, 'r');
  const like = model === undefined ? undefined : work.place(model, 'read')?.target?.stats;
  if (model !== undefined && like === undefined) {
    return work.complain(`failed to get attributes of '${model}'`, 'No such file or directory');
  }
  const places = read.operands.map((shown) => ({ shown, place: work.place(shown, 'write') }));
  const now = Date.now();
  const [keepAccess, keepChange] = [
    read.flags.has('m') && !read.flags.has('a'),
    read.flags.has('a') && !read.flags.has('m'),
  ];
  for (const { shown, place } of places) {
    await work.step();
    try {
      if (place?.target === undefined && read.flags.has('c')) continue;
      if (place === undefined) throw noSuchFile;
      refuseMoved(place);
      if (place.target === undefined) {
        if (shown.endsWith('/')) throw noSuchFile;
        create(place);
      }
      const before = place.target?.stats;
      const [access, change] = [like?.atimeMs ?? now, like?.mtimeMs ?? now];
      const path =
        before === undefined ? inFolder(place.parent, place.name) : `/proc/self/fd/${place.target?.descriptor}`;
      utimesSync(
        path,
        (keepAccess && before !== undefined ? before.atimeMs : access) / 1000,
        (keepChange && before !== undefined ? before.mtimeMs : change) / 1000,
      );
      work.did(before === undefined ? 'created' : 'touched', place.path);
    } catch (error) {
      work.complain(`cannot touch '${shown}'`, error);
    }
  }
}

const noSuchFile = Object.assign(new Error('no such file'), { code: 'ENOENT' });

function create(place: Place): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  closeSync(openSync(inFolder(place.parent, place.name), flags, 0o666));
}

const truncateTable = { flags: 'c', values: 'sr', long: { 'no-create': 'c', size: 's', reference: 'r' } };
const units: Readonly<Record<string, number>> = {
  '': 1,
  K: 1024,
  M: 1024 ** 2,
  KB: 1000,
  MB: 1000 ** 2,
  KiB: 1024,
  MiB: 1024 ** 2,
};

/** `truncate`: to a size that is given, or by it. */
export async function truncate(words: readonly string[], work: Work): Promise<void> {
  const read = work.options(truncateTable, words);
  const [size, model] = [lastOf(read, 's'), lastOf(read, 'r')];
  const found = size === undefined ? null : /^([-+<>/%]?)([0-9]{1,12})([KM]?(?:i?B)?)$/.exec(size);
  const unit = units[found?.[3] ?? ''];
  if (model !== undefined || found === null || unit === undefined) return work.unsupported('this size');
  const amount = Number(found[2]) * unit;
  const places = read.operands.map((shown) => ({ shown, place: work.place(shown, 'write') }));
  for (const { shown, place } of places) {
    await work.step();
    try {
      if (place === undefined) throw noSuchFile;
      refuseMoved(place);
      if (place.target === undefined && read.flags.has('c')) continue;
      if (place.target === undefined) create(place);
      cut(place, (before) => resized(before, found[1] ?? '', amount, work), work);
    } catch (error) {
      work.complain(`cannot open '${shown}' for writing`, error);
    }
  }
}

function cut(place: Place, size: (before: number) => number, work: Work): void {
  const path =
    place.target === undefined ? inFolder(place.parent, place.name) : `/proc/self/fd/${place.target.descriptor}`;
  const follow = place.target === undefined ? constants.O_NOFOLLOW : 0;
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | follow);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Halt('io/not-a-file', `\`${place.path}\` is no plain file`);
    if (stats.nlink > 1) throw new Halt('io/hard-link', `\`${place.path}\` has a second name`);
    ftruncateSync(descriptor, size(stats.size));
    work.did(place.target === undefined ? 'created' : 'changed', place.path);
  } finally {
    closeSync(descriptor);
  }
}

function resized(before: number, sign: string, amount: number, work: Work): number {
  const after = sizes[sign]?.(before, amount) ?? amount;
  if (!Number.isSafeInteger(after)) return work.unsupported('this size');
  if (after > Math.max(before, work.maxBytes)) throw new Halt('limit/bytes', `more than ${work.maxBytes} bytes`);
  return after;
}

const sizes: Readonly<Record<string, (before: number, amount: number) => number>> = {
  '+': (before, amount) => before + amount,
  '-': (before, amount) => Math.max(0, before - amount),
  '<': Math.min,
  '>': Math.max,
  '/': (before, amount) => Math.floor(before / amount) * amount,
  '%': (before, amount) => Math.ceil(before / amount) * amount,
};
