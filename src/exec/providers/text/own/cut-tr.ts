import { lastOf, readOptions, type Unsupported, unsupported } from '../options.ts';
import { contents, ended, isRan, linesOf, type OwnTool, printed } from './tool.ts';

const cutTable = {
  flags: 'sno',
  values: 'bcfdO',
  long: {
    bytes: 'b',
    characters: 'c',
    fields: 'f',
    delimiter: 'd',
    'only-delimited': 's',
    complement: 'o',
    'output-delimiter': 'O',
  },
};

export const cut: OwnTool = (input) => {
  if (input.args.some((word) => /^-[a-z]*[oO]/.test(word))) return unsupported('this option');
  const read = readOptions(cutTable, input.args);
  if (read.kind === 'unsupported') return read;
  const lists = [...'bcf'].filter((letter) => read.values.has(letter));
  const [kind, second] = lists;
  const delimiter = lastOf(read, 'd') ?? '\t';
  if (kind === undefined || second !== undefined || (read.values.get(kind) ?? []).length > 1)
    return unsupported('these lists');
  if (delimiter.length !== 1 || (kind !== 'f' && (read.values.has('d') || read.flags.has('s'))))
    return unsupported('these words');
  const wanted = ranges(lastOf(read, kind) ?? '', read.flags.has('o'));
  if (typeof wanted !== 'function') return wanted;
  const files = contents('cut', read.operands, input);
  if (isRan(files)) return files;
  const joiner = lastOf(read, 'O');
  const lines = files.flatMap(({ text }) => linesOf(text));
  if (kind !== 'f') {
    if (joiner !== undefined) return unsupported('a delimiter between characters');
    return printed(ended(lines.map((line) => [...line].filter((_, i) => wanted(i + 1)).join(''))));
  }
  const kept = lines.flatMap((line) => {
    if (!line.includes(delimiter)) return read.flags.has('s') ? [] : [line];
    return [
      line
        .split(delimiter)
        .filter((_, i) => wanted(i + 1))
        .join(joiner ?? delimiter),
    ];
  });
  return printed(ended(kept));
};

/** `1,3-5,7-`: whether a place is chosen. */
function ranges(list: string, complement: boolean): ((place: number) => boolean) | Unsupported {
  const parts = list.split(/[, ]/).map((part) => /^(?:([1-9][0-9]{0,8})?(-)?([1-9][0-9]{0,8})?)$/.exec(part));
  const spans: [number, number][] = [];
  for (const part of parts) {
    const [all = '', from, dash, to] = part ?? [];
    if (all === '' || all === '-' || (dash === undefined && to !== undefined))
      return unsupported(`the list \`${list}\``);
    const first = Number(from ?? 1);
    const last = dash === undefined ? first : Number(to ?? Number.POSITIVE_INFINITY);
    if (last < first) return unsupported(`the list \`${list}\``);
    spans.push([first, last]);
  }
  return (place) => spans.some(([first, last]) => place >= first && place <= last) !== complement;
}

export const tr: OwnTool = (input) => {
  const long = { complement: 'c', delete: 'd', 'squeeze-repeats': 's', 'truncate-set1': 't' };
  const options = input.args.findIndex((word) => !/^-[cCds]+$|^--(?:complement|delete|squeeze-repeats)$/.test(word));
  const from = options < 0 ? input.args.length : options;
  const read = readOptions({ flags: 'cCds', long }, input.args.slice(0, from));
  if (read.kind === 'unsupported') return read;
  const operands = input.args.slice(from + (input.args[from] === '--' ? 1 : 0));
  if (
    operands.some(
      (word) => word.startsWith('-') && word.length > 1 && input.args[from] !== '--' && word === input.args[from],
    )
  ) {
    return unsupported('this option');
  }
  const cases = operands.every((word) => word === '[:lower:]' || word === '[:upper:]');
  if (operands[1]?.includes('[:') === true && !cases) return unsupported('a class in the second set');
  const [first, second] = operands.map(parseSet);
  if (first === undefined || operands.length > 2) return unsupported('these sets');
  if (!Array.isArray(first)) return first;
  if (second !== undefined && !Array.isArray(second)) return second;
  const [remove, squeeze] = [read.flags.has('d'), read.flags.has('s')];
  if (remove ? (second !== undefined) !== squeeze : second === undefined && !squeeze) return unsupported('these sets');
  const chosen = read.flags.has('c') || read.flags.has('C') ? complementOf(first) : first;
  const map = new Map<number, number>();
  if (!remove && second !== undefined) {
    if (second.length === 0) return unsupported('an empty set');
    for (const [index, code] of chosen.entries()) map.set(code, second[Math.min(index, second.length - 1)] ?? code);
  }
  const removed = new Set(remove ? chosen : []);
  const squeezed = new Set(squeeze ? (second ?? chosen) : []);
  const out: number[] = [];
  for (const code of Buffer.from(input.stdin, 'latin1')) {
    if (removed.has(code)) continue;
    const next = map.get(code) ?? code;
    if (!(squeezed.has(next) && out.at(-1) === next)) out.push(next);
  }
  return printed(Buffer.from(out).toString('latin1'));
};

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const digits = span(48, 57);
const upper = span(65, 90);
const lower = span(97, 122);
const classes: ReadonlyMap<string, readonly number[]> = new Map([
  ['alpha', [...upper, ...lower]],
  ['alnum', [...digits, ...upper, ...lower]],
  ['digit', digits],
  ['upper', upper],
  ['lower', lower],
  ['space', [...span(9, 13), 32]],
  ['blank', [9, 32]],
  ['punct', [...span(33, 47), ...span(58, 64), ...span(91, 96), ...span(123, 126)]],
  ['cntrl', [...span(0, 31), 127]],
  ['print', span(32, 126)],
  ['graph', span(33, 126)],
  ['xdigit', [...digits, ...span(65, 70), ...span(97, 102)]],
]);

const escaped: ReadonlyMap<string, number> = new Map(
  Object.entries({ a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92 }),
);

function complementOf(set: readonly number[]): number[] {
  const inside = new Set(set);
  return span(0, 255).filter((code) => !inside.has(code));
}

/** `a-z`, `[:digit:]`, `\n`, `\012`; repeats and equivalence classes are left alone. */
function parseSet(text: string): number[] | Unsupported {
  const codes: number[] = [];
  const token = /\[:([a-z]+):\]|\\([0-7]{1,3})|\\(.)|([\s\S])/y;
  if (/\[[=.]|\[[^\]]\*|\\$/.test(text)) return unsupported('this set');
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return unsupported('this set');
    at = token.lastIndex;
    const [, name, octal, letter, plain] = found;
    const members = name === undefined ? undefined : classes.get(name);
    if (name !== undefined && members === undefined) return unsupported('this set');
    if (members !== undefined) codes.push(...members);
    else {
      const code =
        octal === undefined
          ? letter === undefined
            ? (plain ?? '').charCodeAt(0)
            : (escaped.get(letter) ?? letter.charCodeAt(0))
          : Number.parseInt(octal, 8);
      if (text.startsWith('-\\', at)) return unsupported('this range');
      const range = /^-([^\\])/.exec(text.slice(at));
      if (range === null || text.startsWith('-[:', at)) codes.push(code);
      else {
        const to = (range[1] ?? '').charCodeAt(0);
        if (to < code) return unsupported('a range that runs backwards');
        codes.push(...span(code, to));
        at += 2;
      }
    }
  }
  return codes.some((code) => code > 255) ? unsupported('this set') : codes;
}
