import { BadPattern } from '../regex/bad-pattern.ts';
import type { Match } from '../regex/regex.ts';
import { groupsAreClear } from './groups.ts';
import type { Piece, Substitution } from './script.ts';

const longestText = 16 * 1024 * 1024;

/** The text with its matches replaced, or nothing where none was. */
export function replace(text: string, substitution: Substitution): string | undefined {
  const { regex, all, nth } = substitution;
  const fill = filler(substitution);
  const parts: string[] = [];
  let [at, from, seen, size, last] = [0, 0, 0, 0, -1];
  let changed = false;
  while (from <= text.length) {
    const found = regex.find(text, from);
    if (found === undefined) break;
    const isEmpty = found.start === found.end;
    // An empty match right behind another is none.
    const counts = !isEmpty || found.start !== last;
    if (counts) last = found.end;
    if (counts && ++seen >= nth) {
      const put = fill(text, found);
      size += put.length;
      if (size > longestText) throw new RangeError('too long a text');
      parts.push(text.slice(at, found.start), put);
      at = found.end;
      changed = true;
      if (!all) break;
    }
    if (isEmpty) {
      const step = (text.codePointAt(found.end) ?? 0) > 0xffff ? 2 : 1;
      from = found.end + step;
    } else from = found.end;
  }
  return changed ? parts.join('') + text.slice(at) : undefined;
}

/** What stands for a match. */
function filler({ regex, replacement }: Substitution): (text: string, match: Match) => string {
  const usesGroups = replacement.some((piece) => piece.kind === 'group' && piece.group > 0);
  if (usesGroups && !groupsAreClear(regex.node)) throw new BadPattern('brackets that tools fill in different ways');
  return (text, match) => {
    const whole = text.slice(match.start, match.end);
    if (!usesGroups) return write(replacement, () => whole);
    const slots = regex.brackets(text, match);
    if (slots === undefined) throw new BadPattern('brackets that tools fill in different ways');
    return write(replacement, (group) => (group === 0 ? whole : bracket(text, slots, group)));
  };
}

/** Empty where it was not part of the match. */
function bracket(text: string, slots: readonly number[], group: number): string {
  const [start = -1, end = -1] = slots.slice(group * 2, group * 2 + 2);
  return start < 0 ? '' : text.slice(start, end);
}

function write(replacement: readonly Piece[], group: (number: number) => string): string {
  let out = '';
  let [all, once]: ['U' | 'L' | undefined, 'u' | 'l' | undefined] = [undefined, undefined];
  for (const piece of replacement) {
    if (piece.kind === 'case') {
      if (piece.to === 'u' || piece.to === 'l') once = piece.to;
      else [all, once] = [piece.to === 'E' ? undefined : piece.to, undefined];
      continue;
    }
    const text = piece.kind === 'text' ? piece.text : group(piece.group);
    if (text === '') continue;
    out += cased(text, all, once);
    once = undefined;
  }
  return out;
}

function cased(text: string, all: 'U' | 'L' | undefined, once: 'u' | 'l' | undefined): string {
  if (all === undefined && once === undefined) return text;
  if (/[^\x00-\x7f]/.test(text)) throw new BadPattern('a change of case of other than plain ASCII');
  const whole = all === 'U' ? text.toUpperCase() : all === 'L' ? text.toLowerCase() : text;
  if (once === undefined) return whole;
  return (once === 'u' ? whole[0]?.toUpperCase() : whole[0]?.toLowerCase()) + whole.slice(1);
}
