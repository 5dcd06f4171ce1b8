import { type OptionTable, readOptions, type Unsupported, unsupported } from '../../../text/options.ts';
import { type PatternKind, type PatternOptions, patternKinds } from '../../../text/own/grep-matcher.ts';
import { grepNames } from '../../../text/own/grep-names.ts';

export interface GrepOptions {
  readonly kind: 'options';
  readonly pattern: PatternOptions;
  readonly patterns: readonly string[];
  readonly invert: boolean;
  readonly show: 'lines' | 'count' | 'files' | 'other-files' | 'matches' | 'nothing';
  readonly numbered: boolean;
  readonly named: boolean | undefined;
  readonly silent: boolean;
  readonly recursive: boolean;
  readonly most: number;
  readonly before: number;
  readonly after: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly excludeFolders: readonly string[];
  readonly files: readonly string[];
}

const table: OptionTable = {
  flags: 'EFGPivcnoqwxhHlLsrRaI',
  values: 'mABCeXYZ',
  digits: 'C',
  long: {
    ...grepNames,
    'files-without-match': 'L',
    recursive: 'r',
    text: 'a',
    include: 'X',
    exclude: 'Y',
    'exclude-dir': 'Z',
  },
};

/** `mode` is what the name of the program means: `egrep` is `grep -E`. */
export function grepOptions(words: readonly string[], mode: PatternKind): GrepOptions | Unsupported {
  const read = readOptions(
    table,
    words.filter((word) => !/^--colou?r(?:=.*)?$|^--line-buffered$/.test(word)),
  );
  if (read.kind === 'unsupported') return read;
  const { flags, values, operands } = read;
  const given = values.get('e');
  const [first, ...rest] = operands;
  if (given === undefined && first === undefined) return unsupported('no pattern');
  const counts = ['m', 'A', 'B', 'C'].flatMap((letter) => values.get(letter) ?? []);
  if (counts.some((count) => !/^\d{1,6}$/.test(count))) return unsupported('this number of lines');
  const around = Number(values.get('C')?.at(-1) ?? 0);
  const kinds = (['P', 'F', 'E', 'G'] as const).filter((letter) => flags.has(letter));
  if (kinds.length > 1) return unsupported('several kinds of pattern');
  const kind = kinds[0] === undefined ? mode : patternKinds[kinds[0]];
  return {
    kind: 'options',
    pattern: { kind, ignoreCase: flags.has('i'), word: flags.has('w'), line: flags.has('x') },
    patterns: (given ?? [first ?? '']).flatMap((pattern) => pattern.split('\n')),
    invert: flags.has('v'),
    show: showOf(flags),
    numbered: flags.has('n'),
    named: flags.has('H') ? true : flags.has('h') ? false : undefined,
    silent: flags.has('s'),
    recursive: flags.has('r') || flags.has('R'),
    most: Number(values.get('m')?.at(-1) ?? Number.POSITIVE_INFINITY),
    before: Number(values.get('B')?.at(-1) ?? around),
    after: Number(values.get('A')?.at(-1) ?? around),
    include: values.get('X') ?? [],
    exclude: values.get('Y') ?? [],
    excludeFolders: values.get('Z') ?? [],
    files: given === undefined ? rest : operands,
  };
}

function showOf(flags: ReadonlySet<string>): GrepOptions['show'] {
  if (flags.has('q')) return 'nothing';
  if (flags.has('l')) return 'files';
  if (flags.has('L')) return 'other-files';
  if (flags.has('c')) return 'count';
  return flags.has('o') ? 'matches' : 'lines';
}
