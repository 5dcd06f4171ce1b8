import type { Marks } from '../../../http/url/marks.ts';
import type { UrlProblem } from '../../../http/url/problem.ts';
import { bracedWord, bracketedWord } from '../../../http/url/split.ts';

/** More requests than this from one command are refused. */
export const requestLimit = 100;

export interface GlobbedUrl {
  readonly url: string;
  /** What `#1`, `#2` … stand for. */
  readonly matches: readonly string[];
}

/** `values` of one is fixed text unless `counted`. */
interface Pattern {
  readonly values: readonly string[];
  readonly counted: boolean;
}

interface Cursor {
  readonly text: string;
  at: number;
}

/** Expands `{a,b}` and `[1-9]`; `{word}` stays as it is written, for it is a parameter. */
export function expandGlob(url: string, marks: Marks): readonly GlobbedUrl[] | UrlProblem {
  if (!/[{}[\]]/.test(url)) return [{ url, matches: [] }];
  const patterns = readPatterns(url, marks);
  if ('kind' in patterns) return patterns;
  const count = patterns.reduce((product, pattern) => product * pattern.values.length, 1);
  if (count > requestLimit) return bad(`stands for more than ${requestLimit} requests`);
  return combine(patterns);
}

/** The rightmost pattern turns fastest. */
function combine(patterns: readonly Pattern[]): readonly GlobbedUrl[] {
  let out: GlobbedUrl[] = [{ url: '', matches: [] }];
  for (const { values, counted } of patterns) {
    out = out.flatMap(({ url, matches }) =>
      values.map((value) => ({ url: url + value, matches: counted ? [...matches, value] : matches })),
    );
  }
  return out;
}

function readPatterns(text: string, marks: Marks): readonly Pattern[] | UrlProblem {
  const out: Pattern[] = [];
  const cursor: Cursor = { text, at: 0 };
  while (cursor.at < text.length) {
    const char = text[cursor.at];
    const pattern =
      char === '{' ? readSet(cursor, marks) : char === '[' ? readBracket(cursor, marks) : readFixed(cursor);
    if ('kind' in pattern) return pattern;
    out.push(pattern);
  }
  return out;
}

function readFixed(cursor: Cursor): Pattern | UrlProblem {
  const { text } = cursor;
  let value = '';
  while (cursor.at < text.length) {
    const char = text[cursor.at] ?? '';
    if (char === '{' || char === '[') break;
    if (char === '}' || char === ']') return bad(`has a \`${char}\` without its partner`);
    const escaped = char === '\\' && /[{}[\]]/.test(text[cursor.at + 1] ?? '');
    value += escaped ? text[cursor.at + 1] : char;
    cursor.at += escaped ? 2 : 1;
  }
  return { values: [value], counted: false };
}

function readSet(cursor: Cursor, marks: Marks): Pattern | UrlProblem {
  const word = bracedWord.exec(cursor.text.slice(cursor.at, cursor.at + longestWord));
  if (word?.index === 0) {
    const [written] = word;
    cursor.at += written.length;
    return { values: [marks.hide(written) ?? written], counted: true };
  }
  const values = readElements(cursor);
  return 'kind' in values ? values : { values, counted: true };
}

const longestWord = 100;

function readElements(cursor: Cursor): readonly string[] | UrlProblem {
  const { text } = cursor;
  const values: string[] = [];
  let value = '';
  for (cursor.at += 1; cursor.at < text.length; cursor.at++) {
    const char = text[cursor.at] ?? '';
    if (char === '{' || char === '[' || char === ']') return bad(`has a \`${char}\` inside braces`);
    if (char === '}' || char === ',') {
      values.push(value);
      value = '';
      if (char === ',') continue;
      cursor.at++;
      return values.length === 1 && values[0] === '' ? bad('has empty braces') : values;
    }
    if (char === '\\' && cursor.at + 1 < text.length) cursor.at++;
    value += text[cursor.at];
  }
  return bad('has a `{` without its partner');
}

/** An IPv6 address and `[]` are no ranges. */
function readBracket(cursor: Cursor, marks: Marks): Pattern | UrlProblem {
  const end = cursor.text.indexOf(']', cursor.at);
  if (end < 0) return bad('has a `[` without its partner');
  const inside = cursor.text.slice(cursor.at + 1, end);
  const whole = cursor.text.slice(cursor.at, end + 1);
  cursor.at = end + 1;
  if (inside === '' || /^[0-9a-fA-F.]*:[0-9a-fA-F.]*:[0-9a-fA-F:.]*$/.test(inside)) {
    return { values: [whole], counted: false };
  }
  if (startsWith(bracketedWord, cursor.text, end - inside.length - 1))
    return { values: [marks.hide(whole) ?? whole], counted: true };
  const values = letterRange(inside) ?? numberRange(inside);
  return values === undefined ? bad(`\`[${inside}]\` is no range`) : { values, counted: true };
}

/** With what stands before it in view: `filter[name]` is no stand-in, `=[name]` is. */
function startsWith(pattern: RegExp, text: string, at: number): boolean {
  const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
  sticky.lastIndex = at;
  return sticky.test(text);
}

function letterRange(inside: string): readonly string[] | undefined {
  const match = /^([A-Za-z])-([A-Za-z])(?::(\d{1,3}))?$/.exec(inside);
  if (match === null) return undefined;
  const from = (match[1] ?? '').charCodeAt(0);
  const to = (match[2] ?? '').charCodeAt(0);
  if (to - from > 25) return undefined;
  return steps(from, to, Number(match[3] ?? '1'))?.map((code) => String.fromCharCode(code));
}

function numberRange(inside: string): readonly string[] | undefined {
  const match = /^(\d{1,9})-[ \t]*(\d{1,9})(?::(\d{1,9}))?$/.exec(inside);
  if (match === null) return undefined;
  const first = match[1] ?? '';
  const width = first.startsWith('0') ? first.length : 0;
  const values = steps(Number(first), Number(match[2]), Number(match[3] ?? '1'));
  return values?.map((value) => String(value).padStart(width, '0'));
}

/** One value more than the limit is enough to see that it is passed. */
function steps(from: number, to: number, step: number): readonly number[] | undefined {
  const span = to - from;
  if (step === 0 || span < 0 || (span === 0 ? step !== 1 : step > span)) return undefined;
  const length = Math.min(Math.floor(span / step) + 1, requestLimit + 1);
  return Array.from({ length }, (_, index) => from + index * step);
}

function bad(message: string): UrlProblem {
  return { kind: 'problem', code: 'map/url-glob', message };
}

/** `#1` in an output name; a number without a match stays. */
export function fillMatches(name: string, matches: readonly string[]): string {
  return name.replace(/#(\d{1,3})/g, (written, digits: string) => matches[Number(digits) - 1] ?? written);
}
