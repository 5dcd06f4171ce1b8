import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { lastOf } from '../../text/options.ts';
import { codeOf } from '../system-error.ts';
import { inFolder, refuseMoved, type Work } from './work.ts';

const table = { flags: 'dqt', values: 'ps', long: { directory: 'd', quiet: 'q', suffix: 's', tmpdir: 'p' } };
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `mktemp`: a new file or folder that only its owner can read, under a name that nobody could know. */
export async function makeTemporary(words: readonly string[], work: Work): Promise<void> {
  const read = work.options(table, words);
  const [given, more] = read.operands;
  if (more !== undefined) return work.complain('too many templates');
  const template = `${given ?? 'tmp.XXXXXXXXXX'}${lastOf(read, 's') ?? ''}`;
  const folder = lastOf(read, 'p') ?? (given === undefined || read.flags.has('t') ? '/tmp' : undefined);
  const marks = /^(.*?)(X{3,})([^X/]*)$/.exec(template);
  if (marks === null || (folder !== undefined && template.includes('/'))) return work.unsupported('this template');
  const before = marks[1] ?? '';
  for (let tries = 0; tries < 100; tries++) {
    await work.step();
    const name = `${before}${randomName((marks[2] ?? '').length, work)}${marks[3] ?? ''}`;
    const shown = folder === undefined ? name : `${folder.replace(/(?<!\/)\/+$/, '')}/${name}`;
    const place = work.place(shown, 'write', { keepLink: true });
    if (place === undefined)
      return work.complain(`failed to create file via template '${template}'`, 'No such file or directory');
    refuseMoved(place);
    try {
      create(inFolder(place.parent, place.name), read.flags.has('d'));
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      return work.complain(`failed to create file via template '${template}'`, error);
    }
    work.did('created', place.path);
    return work.say(shown);
  }
  work.complain(`failed to create file via template '${template}'`, 'File exists');
}

function create(path: string, isDirectory: boolean): void {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  if (isDirectory) mkdirSync(path, 0o700);
  else closeSync(openSync(path, flags, 0o600));
}

function randomName(length: number, work: Work): string {
  let name = '';
  while (name.length < length) {
    for (const byte of work.random(length)) {
      // The last few values would make some letters likelier than others.
      if (byte < 248 && name.length < length) name += letters[byte % 62];
    }
  }
  return name;
}
