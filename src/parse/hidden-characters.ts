import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { Span } from '../ir/span.ts';

export type HiddenKind = 'tag' | 'bidi' | 'zero-width' | 'ignorable' | 'sentinel' | 'control';

export interface HiddenCharacter {
  readonly kind: HiddenKind;
  readonly codePoint: number;
  /** UTF-16 offsets into the text that was searched. */
  readonly start: number;
  readonly end: number;
}

/**
 * `strict` is for commands, URLs and names: nothing there may be invisible.
 * `prose` lets through what real writing needs (joiners, marks, one variation selector), not what smuggles text.
 */
export type HiddenPlace = 'strict' | 'prose';

/** Format, control and default-ignorable characters, line separators, and the two private ones used as sentinels. */
const candidate = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\uE000\uE001]/gu;

/** Anything but printable ASCII and line ends, which is cheaper to look for. */
const notPlain = /[^\t\n\r -~]/;

/** A black flag spelled out in tag characters: the only tag sequences in use. */
const flagSequence = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}/gu;

/** Longer runs of invisible characters than any script or emoji needs carry a message of their own. */
const maxInvisibleRun = 3;

export function findHidden(text: string, place: HiddenPlace): readonly HiddenCharacter[] {
  if (!notPlain.test(text)) return [];
  const found = candidates(text);
  if (found.length === 0) return found;
  if (place === 'strict') return found.filter((hidden) => !isEmojiPart(text, hidden));
  const flags = flagOffsets(text);
  return found.filter((hidden, index) => isHiddenInProse(hidden, flags) || inLongRun(found, index));
}

/** One diagnostic for a text that must not hide anything, or none. */
export function diagnoseHidden(text: string, place: HiddenPlace, what: string, span: Span): readonly Diagnostic[] {
  const [first] = findHidden(text, place);
  if (first === undefined) return [];
  return [diagnose('parse/hidden-character', `${what} contains ${describe(first)}`, span)];
}

/** `U+202E, a character that changes the direction of text`. */
export function describe(hidden: HiddenCharacter): string {
  const code = hidden.codePoint.toString(16).toUpperCase().padStart(4, '0');
  return `U+${code}, ${meaning[hidden.kind]}`;
}

const meaning: Readonly<Record<HiddenKind, string>> = {
  tag: 'an invisible tag character',
  bidi: 'a character that changes the direction of text',
  'zero-width': 'a character without width',
  ignorable: 'an invisible character',
  sentinel: 'a private-use character',
  control: 'a control character',
};

function candidates(text: string): readonly HiddenCharacter[] {
  const out: HiddenCharacter[] = [];
  for (const match of text.matchAll(candidate)) {
    const codePoint = match[0].codePointAt(0) ?? 0;
    if (codePoint === 9 || codePoint === 10 || codePoint === 13) continue;
    out.push({ kind: kindOf(codePoint), codePoint, start: match.index, end: match.index + match[0].length });
  }
  return out;
}

function kindOf(code: number): HiddenKind {
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag';
  if (code === 0x200e || code === 0x200f || code === 0x061c) return 'bidi';
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'bidi';
  if ((code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff) return 'zero-width';
  if (code === 0xe000 || code === 0xe001) return 'sentinel';
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029) return 'control';
  return 'ignorable';
}

function isHiddenInProse(hidden: HiddenCharacter, flags: ReadonlySet<number>): boolean {
  return hidden.kind === 'sentinel' || (hidden.kind === 'tag' && !flags.has(hidden.start));
}

/** The offset of every tag character that belongs to a flag. */
function flagOffsets(text: string): ReadonlySet<number> {
  const out = new Set<number>();
  for (const match of text.matchAll(flagSequence)) {
    for (let i = 2; i < match[0].length; i += 2) out.add(match.index + i);
  }
  return out;
}

/** Whether this one stands past the allowed length of an unbroken run of invisible characters. */
function inLongRun(found: readonly HiddenCharacter[], index: number): boolean {
  let length = 1;
  for (let i = index; i > 0 && length <= maxInvisibleRun; i--) {
    const here = found[i];
    const before = found[i - 1];
    if (here === undefined || before === undefined || before.end !== here.start) break;
    if (!isInvisible(here) || !isInvisible(before)) break;
    length++;
  }
  return length > maxInvisibleRun;
}

function isInvisible(hidden: HiddenCharacter): boolean {
  return hidden.kind === 'zero-width' || hidden.kind === 'ignorable' || hidden.kind === 'bidi';
}

/** A variation selector behind a pictograph, or a joiner between two: the emoji itself is visible. */
function isEmojiPart(text: string, hidden: HiddenCharacter): boolean {
  if (hidden.codePoint === 0xfe0f || hidden.codePoint === 0xfe0e) return pictographEnds(text, hidden.start);
  if (hidden.codePoint !== 0x200d) return false;
  const before = text.charCodeAt(hidden.start - 1) === 0xfe0f ? hidden.start - 1 : hidden.start;
  return (
    pictographEnds(text, before) &&
    /^\p{Emoji_Presentation}|^\p{Extended_Pictographic}/u.test(text.slice(hidden.end, hidden.end + 2))
  );
}

function pictographEnds(text: string, end: number): boolean {
  const tail = text.slice(Math.max(0, end - 2), end);
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u.test(tail);
}
