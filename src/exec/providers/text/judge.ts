import { judgeAwk } from './judge-awk.ts';
import { judgeSed } from './judge-sed.ts';
import { type OptionTable, readOptions, spelled, type Unsupported, unsupported } from './options.ts';
import { canBeEmpty, patternFlaw, turned } from './pattern-flaw.ts';

/** The words to run, checked and in one spelling. */
export type Judged =
  | { readonly kind: 'fine'; readonly command: string; readonly args: readonly string[] }
  | Unsupported;

type Judge = (args: readonly string[]) => readonly string[] | Unsupported;

/**
 * Tools of the interpreter that were compared with the real ones, each with the options that answered the same.
 * What is not listed is refused: a wrong answer that looks right is worse than none.
 */
export function judge(command: string, args: readonly string[]): Judged {
  const found = judges.get(command);
  if (found === undefined) return unsupported(`the tool \`${command}\``);
  const words = found.judge(args);
  return 'kind' in words ? words : { kind: 'fine', command: found.runs, args: words };
}

const grepTable: OptionTable = {
  flags: 'EFPivcnoqwxhs',
  values: 'mABCe',
  long: {
    'extended-regexp': 'E',
    'fixed-strings': 'F',
    'perl-regexp': 'P',
    'ignore-case': 'i',
    'invert-match': 'v',
    count: 'c',
    'line-number': 'n',
    'only-matching': 'o',
    quiet: 'q',
    silent: 'q',
    'word-regexp': 'w',
    'line-regexp': 'x',
    'no-filename': 'h',
    'no-messages': 's',
    'max-count': 'm',
    'after-context': 'A',
    'before-context': 'B',
    context: 'C',
    regexp: 'e',
  },
};

const grep =
  (mode: string): Judge =>
  (args) => {
    const read = readOptions(grepTable, args);
    if (read.kind === 'unsupported') return read;
    const patterns = read.values.get('e') ?? [];
    const [first, ...files] = read.operands;
    const pattern = patterns[0] ?? first;
    if (patterns.length > 1 || pattern === undefined) return unsupported('more than one pattern, or none');
    const context = ['A', 'B', 'C'].flatMap((letter) => read.values.get(letter) ?? []);
    if ([...context, ...(read.values.get('m') ?? [])].some((value) => !/^[1-9][0-9]{0,5}$/.test(value))) {
      return unsupported('this number of lines');
    }
    const operands = patterns.length === 0 ? files : read.operands;
    // Lines that match and are also context of another would be marked as context.
    if (context.length > 0 && (operands.length > 1 || ['o', 'c', 'v', 'n'].some((flag) => read.flags.has(flag)))) {
      return unsupported('context together with -o, -c, -v, -n or several files');
    }
    const perl = read.flags.has('P');
    const fixed = read.flags.has('F') || mode === 'F';
    const extended = mode === 'E' || read.flags.has('E');
    if ([perl, fixed, extended].filter(Boolean).length > 1) return unsupported('several kinds of pattern');
    if (pattern.includes('\n')) return unsupported('more than one pattern');
    const flaw = perl || fixed ? undefined : patternFlaw(pattern, extended);
    if (flaw !== undefined) return unsupported(flaw);
    if (read.flags.has('o') && (pattern === '' || (!fixed && canBeEmpty(pattern, extended || perl)))) {
      return unsupported('-o with a pattern that may match nothing');
    }
    if (read.flags.has('w') && !/^[A-Za-z0-9_]+$/.test(pattern)) return unsupported('-w with more than a word');
    if (read.values.has('m') && (read.flags.has('c') || read.flags.has('v'))) return unsupported('-m with -c or -v');
    const rest = new Map([...read.values].filter(([letter]) => letter !== 'e'));
    const kind = perl ? 'P' : fixed ? 'F' : 'E';
    const flags = new Set([...read.flags, kind]);
    const options = spelled({ kind: 'read', flags, values: rest, operands: [] });
    // Basic patterns are turned into extended ones, which the interpreter reads better.
    return [...options, '-e', perl || fixed || extended ? pattern : turned(pattern), ...operands];
  };

const dateLetters = /^\+(?:[^%]|%[YmdHMSFTsjyeDRABabuwIpZzN%])*$/;

/** Only of a time that is given, in UTC: the clock of the machine and its zone are no input of a pure tool. */
const date: Judge = (args) => {
  const read = readOptions({ flags: 'u', values: 'd', long: { utc: 'u', universal: 'u', date: 'd' } }, args);
  if (read.kind === 'unsupported') return read;
  const [format, more] = read.operands;
  const given = read.values.get('d')?.at(-1);
  if (!read.flags.has('u')) return unsupported('a date in the zone of the machine (use -u)');
  if (format === undefined || more !== undefined || !dateLetters.test(format) || format.includes('%N')) {
    return unsupported('this format');
  }
  if (
    given !== undefined &&
    !/^@[0-9]{1,11}$|^[12][0-9]{3}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?$/.test(given)
  ) {
    return unsupported('this way to write a date');
  }
  if (given?.includes('-') === true && !isOnCalendar(given)) return unsupported('a day that does not exist');
  return ['-u', ...(given === undefined ? [] : ['-d', given]), format];
};

function isOnCalendar(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
}

const numbers = (args: readonly string[]): readonly string[] | Unsupported =>
  args.length >= 1 && args.length <= 3 && args.every((word) => /^(?:0|-?[1-9][0-9]{0,8})$/.test(word))
    ? args
    : unsupported('other than whole numbers');

const tools: Readonly<Record<string, Judge>> = {
  grep: grep(''),
  egrep: grep('E'),
  fgrep: grep('F'),
  sed: judgeSed,
  awk: judgeAwk,
  mawk: judgeAwk,
  gawk: judgeAwk,
  date,
  seq: numbers,
  true: () => [],
  false: () => [],
};

const alias: ReadonlyMap<string, string> = new Map([
  ['egrep', 'grep'],
  ['fgrep', 'grep'],
  ['mawk', 'awk'],
  ['gawk', 'awk'],
]);

const judges: ReadonlyMap<string, { readonly judge: Judge; readonly runs: string }> = new Map(
  Object.entries(tools).map(([name, judgeOf]) => [name, { judge: judgeOf, runs: alias.get(name) ?? name }]),
);
