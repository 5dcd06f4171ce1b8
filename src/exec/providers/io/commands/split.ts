import { lastOf, type ReadOptions } from '../../text/options.ts';
import { readGranted } from '../read-granted.ts';
import { stageWrite } from '../stage-write.ts';
import { Halt, type Work } from './work.ts';

const table = {
  flags: 'd',
  values: 'albS',
  long: { lines: 'l', bytes: 'b', 'suffix-length': 'a', 'additional-suffix': 'S' },
};
const units: Readonly<Record<string, number>> = { '': 1, K: 1024, k: 1024, M: 1024 ** 2, m: 1024 ** 2 };

/** `split`: by lines or by bytes, into files with letters or digits behind a name. */
export async function split(words: readonly string[], work: Work): Promise<void> {
  const read = work.options(table, words);
  const [input = '-', prefix = 'x', more] = read.operands;
  if (more !== undefined || (read.values.has('l') && read.values.has('b')))
    return work.unsupported('this way to split');
  const bytes = input === '-' ? work.stdin : content(input, work);
  if (bytes === undefined) return;
  const pieces = read.values.has('b')
    ? byBytes(bytes, lastOf(read, 'b') ?? '', work)
    : byLines(bytes, lines(read, work));
  const names = suffixes(read, work);
  if (pieces.length > names.most) return work.unsupported(`more than ${names.most} pieces`);
  for (const [at, piece] of pieces.entries()) {
    await work.step(piece.length);
    const asked = `${prefix}${names.name(at)}${lastOf(read, 'S') ?? ''}`;
    const staged = stageWrite(work.grants, { asked, bytes: piece, append: false, stagingName: work.stagingName() });
    const done = staged.kind === 'staged' ? staged.commit() : staged;
    if ('kind' in done) throw new Halt(done.code, done.message, done.remedy);
    work.did(done.how, done.path);
  }
}

function content(input: string, work: Work): Uint8Array | undefined {
  const found = readGranted(work.grants, input, work.maxBytes);
  if (found.kind === 'read') return found.bytes;
  if (found.code !== 'io/not-found') throw new Halt(found.code, found.message, found.remedy);
  work.complain(`cannot open '${input}' for reading`, 'No such file or directory');
  return undefined;
}

function lines(read: ReadOptions, work: Work): number {
  const asked = lastOf(read, 'l') ?? '1000';
  return /^[1-9][0-9]{0,8}$/.test(asked) ? Number(asked) : work.unsupported('this number of lines');
}

function byLines(bytes: Uint8Array, count: number): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let [start, seen] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 10 || ++seen < count) continue;
    pieces.push(bytes.subarray(start, at + 1));
    [start, seen] = [at + 1, 0];
  }
  if (start < bytes.length) pieces.push(bytes.subarray(start));
  return pieces;
}

function byBytes(bytes: Uint8Array, asked: string, work: Work): readonly Uint8Array[] {
  const found = /^([1-9][0-9]{0,8})([kKmM]?)$/.exec(asked);
  if (found === null) return work.unsupported('this size');
  const size = Number(found[1]) * (units[found[2] ?? ''] ?? 1);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

/** Without `-a` the names grow longer past `yz` and `89`; so far it does not go here. */
function suffixes(read: ReadOptions, work: Work): { readonly most: number; readonly name: (at: number) => string } {
  const asked = lastOf(read, 'a');
  if (asked !== undefined && !/^[1-9]$/.test(asked)) return work.unsupported('this length of names');
  const length = Number(asked ?? '2');
  const alphabet = read.flags.has('d') ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz';
  const base = alphabet.length;
  const most = asked === undefined ? (base - 1) * base : base ** length;
  const name = (at: number): string =>
    Array.from({ length }, (_, place) => alphabet[Math.floor(at / base ** (length - 1 - place)) % base]).join('');
  return { most, name };
}
