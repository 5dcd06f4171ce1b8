import { BadPattern } from '../regex/parse.ts';
import type { Matcher } from './grep-lines.ts';

/** What Perl's and JavaScript's expressions read alike: anything else is refused. */
const piece =
  /\\[dDwWsSbBtn]|\\[^A-Za-z0-9]|\[\^?(?:\\[dwstn]|\\[^A-Za-z0-9]|[^\]\\[])+\]|\((?:\?(?:[:=!]|<[=!]))?|\)|\||[*+?]\??|\{[0-9]{1,3}(?:,[0-9]{0,3})?\}\??|[\^$.]|[^\\[\](){}|*+?^$.]/gy;

const letters = /[^\x00-\x7f]/;

/** `grep -P`, with at most one `\K` outside of brackets: what is before it must be there and is not printed. */
export function perlMatcher(pattern: string, ignoreCase: boolean, whole: boolean): Matcher {
  const [before, behind, more] = pattern.split('\\K');
  if (more !== undefined || letters.test(pattern)) throw new BadPattern('this pattern');
  const parts = behind === undefined ? [before ?? ''] : [before ?? '', behind];
  const [first, second] = parts.map(translated);
  const source = second === undefined ? `(?<kept>${first})` : `(?:${first})(?<kept>${second})`;
  const flags = ignoreCase ? 'dgisu' : 'dgsu';
  const regex = new RegExp(whole ? `^(?:${source})$` : source, flags);
  const usesClass = /\\[dDwWsSbB]/.test(pattern);
  const find = (line: string, from: number): RegExpExecArray | null => {
    if ((usesClass || ignoreCase) && letters.test(line)) throw new BadPattern('a class over other than plain ASCII');
    regex.lastIndex = from;
    return regex.exec(line);
  };
  return {
    test: (line) => find(line, 0) !== null,
    next: (line, from) => {
      for (let at = from; at <= line.length; ) {
        const found = find(line, at);
        const [start, end] = found?.indices?.groups?.kept ?? [];
        if (found === null || start === undefined || end === undefined) return undefined;
        if (end > start) return { start, end };
        at = Math.max(end, found.index) + 1;
      }
      return undefined;
    },
  };
}

function translated(pattern: string): string {
  const pieces = pattern.match(piece) ?? [];
  if (pieces.join('') !== pattern) throw new BadPattern('this pattern of Perl');
  let depth = 0;
  for (const one of pieces) {
    if (one.startsWith('(')) depth++;
    if (one === ')' && --depth < 0) throw new BadPattern('a bracket that does not pair');
  }
  // `\K` inside of brackets or behind an alternative would be cut apart here.
  if (depth !== 0) throw new BadPattern('a bracket that does not pair');
  const source = pieces
    .map((one) => one.replace(/\\([^A-Za-z0-9^$\\.*+?()[\]{}|/-])/g, '$1').replace(/^\\-$/, '-'))
    .join('');
  try {
    new RegExp(source, 'u');
  } catch {
    throw new BadPattern('this pattern of Perl');
  }
  return source;
}
