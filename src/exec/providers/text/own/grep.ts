import { type OptionTable, type ReadOptions, readOptions, unsupported } from '../options.ts';
import { BadPattern } from '../regex/bad-pattern.ts';
import { type Matcher, printLines, type Selection } from './grep-lines.ts';
import { grepMatcher, type PatternOptions, patternKinds } from './grep-matcher.ts';
import { grepNames } from './grep-names.ts';
import { refusedPattern } from './refused-pattern.ts';
import { linesOf, type OwnTool, type Ran } from './tool.ts';
import { bytesOf, textOf } from './utf8.ts';

const table: OptionTable = {
  flags: 'EFGPivcnoqwxhHsl',
  values: 'mABCe',
  digits: 'C',
  long: grepNames,
};

export const grep: OwnTool = (input) => grepAs('', input);
export const egrep: OwnTool = (input) => grepAs('E', input);
export const fgrep: OwnTool = (input) => grepAs('F', input);

function grepAs(mode: '' | 'E' | 'F', input: Parameters<OwnTool>[0]): ReturnType<OwnTool> {
  const read = readOptions(table, input.args);
  if (read.kind === 'unsupported') return read;
  try {
    const given = read.values.get('e');
    const [first, ...rest] = read.operands;
    const patterns = given ?? (first === undefined ? [] : [first]);
    if (patterns.length === 0) return unsupported('no pattern');
    if (['c', 'l', 'q'].filter((flag) => read.flags.has(flag)).length > 1) return unsupported('this mix of options');
    const texts = patterns.flatMap((pattern) => textOf(pattern).split('\n'));
    const matcher = grepMatcher(texts, patternOptions(mode, read));
    return search(given === undefined ? rest : read.operands, matcher, read, input);
  } catch (error) {
    return unsupported(refusedPattern(error));
  }
}

function patternOptions(mode: '' | 'E' | 'F', { flags }: ReadOptions): PatternOptions {
  const kinds = (['E', 'F', 'G', 'P'] as const).filter((flag) => flags.has(flag) || flag === mode);
  if (kinds.length > 1) throw new BadPattern('several kinds of pattern');
  const kind = patternKinds[kinds[0] ?? 'G'];
  return { kind, ignoreCase: flags.has('i'), word: flags.has('w'), line: flags.has('x') };
}

function search(
  names: readonly string[],
  matcher: Matcher,
  read: ReadOptions,
  input: Parameters<OwnTool>[0],
): ReturnType<OwnTool> {
  const selection = selectionOf(read, names.length);
  if ('kind' in selection) return selection;
  const out: string[] = [];
  const complaints: string[] = [];
  let hits = 0;
  for (const name of names.length === 0 ? ['-'] : names) {
    const bytes = name === '-' ? input.stdin : input.file(name);
    if (bytes === undefined) {
      complaints.push(`grep: ${name}: No such file or directory`);
      continue;
    }
    const shown = name === '-' ? '(standard input)' : name;
    const printed = printLines(linesOf(textOf(bytes)), textOf(shown), matcher, selection);
    out.push(...printed.lines);
    hits += printed.hits;
    if (selection.quiet && hits > 0) break;
  }
  return ran(out, complaints, hits, read);
}

function ran(out: readonly string[], complaints: readonly string[], hits: number, { flags }: ReadOptions): Ran {
  const stderr = flags.has('s') ? '' : complaints.map((line) => `${line}\n`).join('');
  const found = hits > 0 ? 0 : 1;
  const exitCode = complaints.length > 0 && !(flags.has('q') && hits > 0) ? 2 : found;
  return { kind: 'ran', stdout: bytesOf(out.join('')), stderr, exitCode };
}

function selectionOf({ flags, values }: ReadOptions, files: number): Selection | ReturnType<typeof unsupported> {
  const number = (letter: string): number | undefined => {
    const text = values.get(letter)?.at(-1);
    return text === undefined ? undefined : /^[0-9]{1,7}$/.test(text) ? Number(text) : Number.NaN;
  };
  const [most, after, before, around] = ['m', 'A', 'B', 'C'].map(number);
  if ([most, after, before, around].some(Number.isNaN) || most === 0) return unsupported('this number of lines');
  return {
    invert: flags.has('v'),
    only: flags.has('o'),
    numbers: flags.has('n'),
    names: flags.has('H') || (files > 1 && !flags.has('h')),
    what: flags.has('c') ? 'count' : flags.has('l') ? 'names' : 'lines',
    quiet: flags.has('q'),
    most: most ?? Number.POSITIVE_INFINITY,
    after: after ?? around ?? 0,
    before: before ?? around ?? 0,
    grouped: after !== undefined || before !== undefined || around !== undefined,
  };
}
