import { Halt, type Work } from './work.ts';

export type ModeChange = (before: number, isDirectory: boolean) => number;

const clause = /^([ugoa]*)((?:[-+=](?:[ugo]|[rwxXst]*))+)$/;

/** `0755` or `u=rwx,go-w`, as chmod reads it. What would make a program run as its owner is never done. */
export function readMode(text: string, work: Work): ModeChange {
  if (/^[0-7]{1,5}$/.test(text)) {
    const mode = Number.parseInt(text, 8);
    if ((mode & 0o6000) !== 0) return runsAsOwner(text);
    // chmod leaves these bits of a folder alone unless they are written out.
    return (before, isDirectory) => (isDirectory && text.length < 5 ? mode | (before & 0o6000) : mode);
  }
  const clauses = text.split(',').map((part) => {
    const found = clause.exec(part);
    if (found === null) return work.unsupported(`the mode \`${text}\``);
    return { who: found[1] ?? '', actions: [...(found[2] ?? '').matchAll(/([-+=])([ugo]|[rwxXst]*)/g)] };
  });
  if (/[s]/.test(text)) return runsAsOwner(text);
  // Without a letter the mask of the process decides, which is no part of what was approved.
  if (clauses.some(({ who }) => who === '')) return maskless(text, work);
  return (before, isDirectory) => {
    let mode = before;
    for (const { who, actions } of clauses) {
      for (const [, sign = '', letters = ''] of actions) mode = changed(mode, who, sign, letters, isDirectory);
    }
    return mode;
  };
}

function runsAsOwner(text: string): never {
  throw new Halt('io/mode', `the mode \`${text}\` would let a program run as its owner`);
}

/** `+x` and its like mean the same with and without the usual mask. */
function maskless(text: string, work: Work): ModeChange {
  if (/^[-+][rx]+$/.test(text)) return readMode(`a${text}`, work);
  if (/^-w$/.test(text)) return readMode('u-w', work);
  return work.unsupported(`the mode \`${text}\`, which depends on the mask,`);
}

const shifts: Readonly<Record<string, number>> = { u: 6, g: 3, o: 0 };

function changed(before: number, who: string, sign: string, letters: string, isDirectory: boolean): number {
  const all = who.includes('a') ? 'ugo' : who;
  let bits = 0;
  let cleared = 0;
  for (const one of all) {
    const shift = shifts[one] ?? 0;
    bits |= permissions(letters, before, isDirectory) << shift;
    cleared |= 0o7 << shift;
  }
  // The sticky bit belongs to others and to all.
  const sticky = letters.includes('t') && /[ao]/.test(who) ? 0o1000 : 0;
  bits |= sticky;
  if (sign === '+') return before | bits;
  if (sign === '-') return before & ~bits;
  return (before & ~cleared & (/[ao]/.test(who) ? ~0o1000 : ~0)) | bits;
}

function permissions(letters: string, before: number, isDirectory: boolean): number {
  const copied = shifts[letters];
  if (copied !== undefined) return (before >> copied) & 0o7;
  const runs = letters.includes('x') || (letters.includes('X') && (isDirectory || (before & 0o111) !== 0));
  return (letters.includes('r') ? 4 : 0) | (letters.includes('w') ? 2 : 0) | (runs ? 1 : 0);
}
