import { lastOf, readOptions, type Unsupported, unsupported } from '../options.ts';
import { complained, contents, ended, isRan, linesOf, type OwnTool, printed } from './tool.ts';
import { byVersion } from './version-order.ts';

const table = {
  flags: 'bfnrsuzcCV',
  values: 'kt',
  long: {
    reverse: 'r',
    unique: 'u',
    'numeric-sort': 'n',
    'version-sort': 'V',
    'ignore-case': 'f',
    stable: 's',
    key: 'k',
    'field-separator': 't',
    'ignore-leading-blanks': 'b',
    'zero-terminated': 'z',
  },
};

interface Key {
  readonly from: { readonly field: number; readonly char: number; readonly blanks: boolean };
  readonly to?: { readonly field: number; readonly char: number; readonly blanks: boolean };
  readonly numeric: boolean;
  readonly version: boolean;
  readonly fold: boolean;
  readonly reverse: boolean;
}

export const sort: OwnTool = (input) => {
  const read = readOptions(table, input.args);
  if (read.kind === 'unsupported') return read;
  const { flags } = read;
  const separator = lastOf(read, 't');
  if (separator !== undefined && (separator.length !== 1 || separator === '\\')) return unsupported('this separator');
  const keys: Key[] = [];
  for (const written of read.values.get('k') ?? []) {
    const key = parseKey(written, flags);
    if ('kind' in key) return key;
    keys.push(key);
  }
  const files = contents('sort', read.operands, input);
  if (isRan(files)) return { ...files, exitCode: 2 };
  const ending = flags.has('z') ? '\0' : '\n';
  const lines = files.flatMap(({ text }) => linesOf(text, ending));
  const whole: Key = { from: { field: 1, char: 1, blanks: flags.has('b') }, ...globals(flags) };
  const byKeys = compareBy(keys.length === 0 ? [whole] : keys, separator);
  const lastResort = (a: string, b: string) => (flags.has('r') ? -bytes(a, b) : bytes(a, b));
  const compare = (a: string, b: string) => byKeys(a, b) || (flags.has('s') || flags.has('u') ? 0 : lastResort(a, b));
  if (flags.has('c') || flags.has('C')) return checked(lines, compare, flags);
  const sorted = lines.toSorted(compare);
  const kept = flags.has('u')
    ? sorted.filter((line, i) => i === 0 || compare(sorted[i - 1] ?? '', line) !== 0)
    : sorted;
  return printed(ending === '\n' ? ended(kept) : kept.map((line) => `${line}\0`).join(''));
};

function checked(lines: readonly string[], compare: (a: string, b: string) => number, flags: ReadonlySet<string>) {
  const least = flags.has('u') ? 0 : 1;
  const at = lines.findIndex((line, i) => i > 0 && compare(lines[i - 1] ?? '', line) >= least);
  if (at < 0) return printed('');
  return flags.has('C') ? { ...printed(''), exitCode: 1 } : complained(`sort: -:${at + 1}: disorder: ${lines[at]}`);
}

function globals(flags: ReadonlySet<string>): Pick<Key, 'numeric' | 'version' | 'fold' | 'reverse'> {
  return { numeric: flags.has('n'), version: flags.has('V'), fold: flags.has('f'), reverse: flags.has('r') };
}

/** `2,3nr`, `1.2,1.4`. A key with letters of its own takes none of the line's. */
function parseKey(written: string, flags: ReadonlySet<string>): Key | Unsupported {
  const found =
    /^([1-9][0-9]{0,5})(?:\.([1-9][0-9]{0,5}))?([bfnrV]*)(?:,([1-9][0-9]{0,5})(?:\.([0-9]{1,6}))?([bfnrV]*))?$/.exec(
      written,
    );
  if (found === null) return unsupported(`the key \`${written}\``);
  const [, field, char, letters = '', toField, toChar, toLetters = ''] = found;
  const own = letters + toLetters;
  const inherits = own === '';
  const blanks = (text: string) => text.includes('b') || (inherits && flags.has('b'));
  return {
    from: { field: Number(field), char: Number(char ?? 1), blanks: blanks(letters) },
    ...(toField === undefined
      ? {}
      : { to: { field: Number(toField), char: Number(toChar ?? 0), blanks: blanks(toLetters) } }),
    ...(inherits
      ? globals(flags)
      : {
          numeric: own.includes('n'),
          version: own.includes('V'),
          fold: own.includes('f'),
          reverse: own.includes('r'),
        }),
  };
}

function compareBy(keys: readonly Key[], separator: string | undefined): (a: string, b: string) => number {
  return (a, b) => {
    for (const key of keys) {
      const [left, right] = [extract(a, key, separator), extract(b, key, separator)];
      const order = key.version
        ? byVersion(left, right)
        : key.numeric
          ? byNumber(left, right)
          : bytes(key.fold ? upper(left) : left, key.fold ? upper(right) : right);
      if (order !== 0) return key.reverse ? -order : order;
    }
    return 0;
  };
}

function extract(line: string, key: Key, separator: string | undefined): string {
  const starts = fieldStarts(line, separator);
  const begin = starts[key.from.field - 1];
  if (begin === undefined) return '';
  const from = Math.min(line.length, skipBlanks(line, begin.from, key.from.blanks) + key.from.char - 1);
  if (key.to === undefined) return line.slice(from);
  const last = starts[key.to.field - 1];
  if (last === undefined) return line.slice(from);
  const to = key.to.char === 0 ? last.to : skipBlanks(line, last.from, key.to.blanks) + key.to.char;
  return line.slice(from, Math.max(from, Math.min(to, line.length)));
}

/** Without a separator the blanks in front belong to a field. */
function fieldStarts(
  line: string,
  separator: string | undefined,
): readonly { readonly from: number; readonly to: number }[] {
  const fields: { from: number; to: number }[] = [];
  if (separator !== undefined) {
    let from = 0;
    for (const part of line.split(separator)) {
      fields.push({ from, to: from + part.length });
      from += part.length + 1;
    }
    return fields;
  }
  for (const found of line.matchAll(/[ \t]*[^ \t]+|[ \t]+$/g)) {
    fields.push({ from: found.index, to: found.index + found[0].length });
  }
  return fields;
}

function skipBlanks(line: string, from: number, skip: boolean): number {
  let at = from;
  while (skip && (line[at] === ' ' || line[at] === '\t')) at++;
  return at;
}

const numberAtStart = /^[ \t]*(-?)([0-9]*)(?:\.([0-9]*))?/;

/** Exact for numbers of any length; text without one counts as zero. */
function byNumber(a: string, b: string): number {
  const [left, right] = [decimal(a), decimal(b)];
  const scale = Math.max(left.fraction.length, right.fraction.length);
  const value = ({ negative, whole, fraction }: Decimal) => {
    const size = BigInt(`${whole}${fraction.padEnd(scale, '0')}` || '0');
    return negative ? -size : size;
  };
  const [x, y] = [value(left), value(right)];
  return x < y ? -1 : x > y ? 1 : 0;
}

interface Decimal {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function decimal(text: string): Decimal {
  const [, sign, whole = '', fraction = ''] = numberAtStart.exec(text) ?? [];
  return { negative: sign === '-', whole, fraction };
}

function upper(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function bytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
