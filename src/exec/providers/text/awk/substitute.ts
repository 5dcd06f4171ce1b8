import type { Regex } from '../regex/regex.ts';
import { Unreadable } from './unreadable.ts';
import { longestText } from './value.ts';

/** `sub` and `gsub`: every match from left to right; an empty one not right behind another. */
export function substitute(
  text: string,
  regex: Regex,
  replacement: string,
  all: boolean,
): { readonly text: string; readonly count: number } {
  const pieces = readReplacement(replacement);
  const parts: string[] = [];
  let [at, from, count, size] = [0, 0, 0, 0];
  for (; from <= text.length && (all || count === 0); ) {
    const found = regex.find(text, from);
    if (found === undefined) break;
    const isEmpty = found.end === found.start;
    if (!isEmpty || found.start !== at || count === 0 || found.start === 0) {
      const put = pieces.map((piece) => piece ?? text.slice(found.start, found.end)).join('');
      size += put.length;
      if (size > longestText) throw new RangeError('too long a text');
      parts.push(text.slice(at, found.start), put);
      at = found.end;
      count++;
    }
    from = isEmpty ? found.end + widthAt(text, found.end) : found.end;
  }
  return { text: parts.join('') + text.slice(at), count };
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Nothing stands for what was found. */
function readReplacement(text: string): readonly (string | undefined)[] {
  const pieces: (string | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '&') pieces.push(undefined);
    else if (char !== '\\') pieces.push(char);
    else if (text[at + 1] === '&') {
      pieces.push('&');
      at++;
      // How many backslashes are meant before `&` is told in three ways.
    } else if (text[at + 1] === '\\') throw new Unreadable('two backslashes in a replacement');
    else pieces.push('\\');
  }
  return pieces;
}
