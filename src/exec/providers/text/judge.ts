import { type OptionTable, type ReadOptions, readOptions, type Unsupported, unsupported } from './options.ts';

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

const asWritten =
  (table: OptionTable): Judge =>
  (args) => {
    const read = readOptions(table, args);
    return read.kind === 'unsupported' ? read : spelled(read);
  };

/** Short options first, then `--`, then operands. */
function spelled(read: ReadOptions): readonly string[] {
  return [
    ...[...read.flags].map((flag) => `-${flag}`),
    ...[...read.values].flatMap(([letter, values]) => values.flatMap((value) => [`-${letter}`, value])),
    ...(read.operands.some((operand) => operand.startsWith('-') && operand !== '-') ? ['--'] : []),
    ...read.operands,
  ];
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
    if (context.length > 0 && (read.flags.has('o') || read.flags.has('c') || read.flags.has('v'))) {
      return unsupported('context together with -o, -c or -v');
    }
    const perl = read.flags.has('P');
    const fixed = read.flags.has('F') || mode === 'F';
    if (pattern.includes('\n')) return unsupported('more than one pattern');
    if (!perl && !fixed) {
      const flaw = patternFlaw(pattern, mode === 'E' || read.flags.has('E'));
      if (flaw !== undefined) return unsupported(flaw);
    }
    const rest = new Map([...read.values].filter(([letter]) => letter !== 'e'));
    const flags = new Set([...read.flags, ...(mode === '' || perl ? [] : [mode])]);
    const options = spelled({ kind: 'read', flags, values: rest, operands: [] });
    return [...options, '-e', pattern, ...(patterns.length === 0 ? files : read.operands)];
  };

/** Regular expressions that the interpreter translates wrongly, or that versions read in different ways. */
function patternFlaw(pattern: string, extended: boolean): string | undefined {
  if (/\\[1-9]/.test(pattern)) return 'a back reference';
  if (/\[\[[.=]|\[[^\]]*\[[.=]/.test(pattern)) return 'a collating class';
  if (/\\[<>`']/.test(pattern)) return 'an anchor of GNU';
  if (/[^\x20-\x7e\t]/.test(pattern)) return 'a pattern with other than plain ASCII';
  if (/\[\^?\]|\[[^\]]*\\/.test(pattern)) return 'a bracket with `]` or `\\` in it';
  if (extended && /(?:^|[(|])[*+?{]|\(\?/.test(pattern)) return 'a repeat of nothing';
  if (!extended && /(?:^|\\\(|\\\|)\*/.test(pattern)) return 'a star at the start';
  if (/[*+?}][*+?{]/.test(pattern)) return 'a repeat of a repeat';
  return undefined;
}

const sedTable: OptionTable = {
  flags: 'nEr',
  values: 'e',
  long: { quiet: 'n', silent: 'n', 'regexp-extended': 'E', expression: 'e' },
};

const sed: Judge = (args) => {
  const read = readOptions(sedTable, args);
  if (read.kind === 'unsupported') return read;
  const scripts = read.values.get('e') ?? read.operands.slice(0, 1);
  for (const script of scripts) {
    const flaw = sedFlaw(script, read.flags.has('E') || read.flags.has('r'));
    if (flaw !== undefined) return unsupported(flaw);
  }
  if (scripts.length === 0) return unsupported('no script');
  const files = read.values.has('e') ? read.operands : read.operands.slice(1);
  const flags = [...read.flags].map((flag) => (flag === 'n' ? '-n' : '-E'));
  return [...new Set(flags), ...scripts.flatMap((script) => ['-e', script]), ...files];
};

/** Scripts of substitutions and plain line commands; everything that behaved otherwise is named here. */
function sedFlaw(script: string, extended: boolean): string | undefined {
  if (/[^\x20-\x7e\t\n]/.test(script)) return 'a script with other than plain ASCII';
  if (/\\[ULulE]/.test(script)) return 'a change of case';
  if (/\\[cdo<>`'wWbBsS+?]/.test(script) && !/^(?:[^\\]|\\[^cdo<>`'wWbB])*$/.test(script)) return 'an escape of GNU';
  if (/\\$/m.test(script)) return 'a backslash at the end of a line';
  const commands = splitSed(script);
  const odd = commands.find((command) => !plainSed.test(command));
  if (odd !== undefined) return `the command \`${odd.slice(0, 40)}\``;
  const patterns = commands.flatMap(patternsOf);
  return patterns.map((pattern) => patternFlaw(pattern, extended)).find((flaw) => flaw !== undefined);
}

const address = String.raw`(?:[0-9]+|\$|/(?:[^/\\\n]|\\.)+/)`;
const substitution = String.raw`s([/|#,@!:])(?:(?!\1)[^\\\n]|\\.)+\1(?:(?!\1)[^\\\n]|\\.)*\1[gpI0-9]*`;
const plainSed = new RegExp(
  String.raw`^\s*(?:${address}(?:\s*,\s*${address})?)?\s*!?\s*(?:[pdq=]|${substitution})\s*$`,
);

/** At `;` and line ends that stand outside of a pattern. */
function splitSed(script: string): readonly string[] {
  const piece = new RegExp(String.raw`(?:${substitution}|/(?:[^/\\\n]|\\.)+/|[^;\n/])+`, 'g');
  return (script.match(piece) ?? []).filter((text) => text.trim() !== '');
}

function patternsOf(command: string): readonly string[] {
  const found = /s([/|#,@!:])((?:(?!\1)[^\\\n]|\\.)+)\1/.exec(command);
  const addresses = [...command.matchAll(/(?:^|,)\s*\/((?:[^/\\\n]|\\.)+)\//g)].map((match) => match[1] ?? '');
  return [...(found === null ? [] : [found[2] ?? '']), ...addresses];
}

const awk: Judge = (args) => {
  const read = readOptions({ flags: '', values: 'Fv' }, stopAtProgram(args));
  if (read.kind === 'unsupported') return read;
  const [program, ...files] = args.slice(stopAtProgram(args).length);
  if (program === undefined || program.startsWith('-') || read.operands.length > 0) return unsupported('no program');
  const flaw = awkFlaw(program);
  if (flaw !== undefined) return unsupported(flaw);
  const separator = read.values.get('F') ?? [];
  if (separator.some((value) => value.length !== 1 || /[\\|^$.*+?()[\]{}]/.test(value)))
    return unsupported('this separator');
  if ((read.values.get('v') ?? []).some((value) => !/^[A-Za-z_][A-Za-z0-9_]*=[^\\]*$/.test(value))) {
    return unsupported('this variable');
  }
  return [...spelled({ ...read, operands: [] }), program, ...files];
};

/** The words in front of the program. */
function stopAtProgram(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && /^-[Fv]/.test(args[at] ?? '')) at += (args[at] ?? '').length === 2 ? 2 : 1;
  return args.slice(0, at);
}

const awkNames =
  /\b(?:int|substr|sprintf|rand|srand|sin|cos|atan2|exp|log|sqrt|system|close|fflush|getline|func|function|ENVIRON|ARGV|ARGC|RS|SUBSEP|CONVFMT|OFMT|FILENAME|FNR|nextfile|strftime|systime|mktime|gensub|patsplit|asort|asorti|and|or|xor|compl|lshift|rshift|strtonum|PROCINFO|SYMTAB|FUNCTAB|FPAT|FIELDWIDTHS|IGNORECASE|RT|do|break|continue|return|switch|case)\b/;
const awkRegex = /(^|[~(,{};!&|]|\n)(\s*)\/((?:[^/\\\n]|\\.)+)\//g;

/** A program without the parts that answered otherwise: those are named here. */
function awkFlaw(program: string): string | undefined {
  if (/[^\x20-\x7e\t\n]/.test(program)) return 'a program with other than plain ASCII';
  const strings = program.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
  const regexes = [...strings.matchAll(awkRegex)].map((found) => found[3] ?? '');
  const code = strings.replace(awkRegex, '$1$2 0 ');
  const odd = awkNames.exec(code)?.[0];
  if (odd !== undefined) return `\`${odd}\` in a program`;
  if (/\blength\b(?!\s*\()/.test(code)) return '`length` without brackets';
  if (/[<>]=?\s*""|""\s*[<>]/.test(code)) return 'a comparison with a text';
  if (/\bprintf?\b[^;}\n]*>/.test(code)) return 'a `>` after `print`';
  if (/[|@\\#]|\*\*|\^/.test(code.replaceAll('||', ''))) return 'an operator that was not compared';
  if (code.includes('printf') && /%[-+ #0-9.*]*[^sd%\-+ #0-9.*]/.test(program)) return 'a format other than %s and %d';
  return regexes.map((pattern) => patternFlaw(pattern, true)).find((flaw) => flaw !== undefined);
}

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
    !/^@[0-9]{1,11}$|^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)?$/.test(given)
  ) {
    return unsupported('this way to write a date');
  }
  return ['-u', ...(given === undefined ? [] : ['-d', given]), format];
};

const numbers = (args: readonly string[]): readonly string[] | Unsupported =>
  args.length >= 1 && args.length <= 3 && args.every((word) => /^-?[0-9]{1,9}$/.test(word))
    ? args
    : unsupported('other than whole numbers');

const tools: Readonly<Record<string, Judge>> = {
  grep: grep(''),
  egrep: grep('E'),
  fgrep: grep('F'),
  sed,
  awk,
  mawk: awk,
  gawk: awk,
  date,
  seq: numbers,
  true: () => [],
  false: () => [],
  fold: asWritten({ flags: '', values: 'w', long: { width: 'w' } }),
  basename: asWritten({ flags: '' }),
  dirname: asWritten({ flags: '' }),
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
