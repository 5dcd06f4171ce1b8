import { BadPattern } from '../regex/bad-pattern.ts';
import { wordLetters } from '../regex/parse.ts';
import { compileRegex, type Match, type Regex } from '../regex/regex.ts';
import { isWordAt } from '../regex/step.ts';
import type { Matcher } from './grep-lines.ts';
import { perlMatcher } from './grep-perl.ts';

export type PatternKind = 'basic' | 'extended' | 'fixed' | 'perl';

export interface PatternOptions {
  readonly kind: PatternKind;
  readonly ignoreCase: boolean;
  readonly word: boolean;
  readonly line: boolean;
}

/** By the letter of the option. */
export const patternKinds = { P: 'perl', F: 'fixed', E: 'extended', G: 'basic' } as const;

/** Several patterns as one: a line is found by any of them. */
export function grepMatcher(patterns: readonly string[], options: PatternOptions): Matcher {
  const { kind, ignoreCase, word, line } = options;
  if (kind === 'perl') {
    const [pattern = '', ...others] = patterns;
    if (others.length > 0 || word) throw new BadPattern('`-P` with this');
    return perlMatcher(pattern, ignoreCase, line);
  }
  const regexes = patterns.map((pattern) =>
    kind === 'fixed'
      ? compileRegex(pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'extended', ignoreCase)
      : compileRegex(pattern, kind, ignoreCase),
  );
  if (word && regexes.some(({ canBeEmpty }) => canBeEmpty))
    throw new BadPattern('`-w` with a pattern that may match nothing');
  const fits = line ? isWholeLine : word ? isWholeWord : undefined;
  return {
    test: (text) =>
      regexes.some((regex) =>
        fits === undefined ? regex.test(text) : regex.find(text, 0, (...ends) => fits(text, ...ends)) !== undefined,
      ),
    next: (text, from) => leftmost(regexes, text, from, fits),
  };
}

type Fits = (line: string, start: number, end: number) => boolean;

const isWholeLine: Fits = (line, start, end) => start === 0 && end === line.length;

const isWholeWord: Fits = (line, start, end) => {
  if (wordLetters.test(line)) throw new BadPattern('`-w` over other than plain ASCII');
  return !isWordAt(line, start - 1) && !isWordAt(line, end);
};

/** Of several patterns the match that comes first, and of those the longest. */
function leftmost(regexes: readonly Regex[], line: string, from: number, fits: Fits | undefined): Match | undefined {
  let best: Match | undefined;
  for (const regex of regexes) {
    const found = regex.find(line, from, (start, end) => end > start && (fits === undefined || fits(line, start, end)));
    if (found === undefined) continue;
    if (best === undefined || found.start < best.start || (found.start === best.start && found.end > best.end))
      best = found;
  }
  return best;
}
