import { lastOf, readOptions, unsupported } from '../options.ts';
import { complained, contents, ended, fullLines, isRan, linesOf, type OwnTool, printed } from './tool.ts';

export const uniq: OwnTool = (input) => {
  const long = { count: 'c', repeated: 'd', unique: 'u', 'ignore-case': 'i' };
  const read = readOptions({ flags: 'cdui', values: 'fsw', long }, input.args);
  if (read.kind === 'unsupported') return read;
  if (read.operands.length > 1) return unsupported('a file to write');
  const [fields, chars, width] = ['f', 's', 'w'].map((letter) => lastOf(read, letter));
  if ([fields, chars, width].some((value) => value !== undefined && !/^[0-9]{1,4}$/.test(value))) {
    return unsupported('this number');
  }
  const files = contents('uniq', read.operands, input);
  if (isRan(files)) return files;
  const keyOf = (line: string) => {
    const skipped = line.replace(new RegExp(`^(?:[ \\t]*[^ \\t]*){0,${fields ?? 0}}`), '').slice(Number(chars ?? 0));
    const key = width === undefined ? skipped : skipped.slice(0, Number(width));
    return read.flags.has('i') ? key.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : key;
  };
  const groups: { line: string; key: string; count: number }[] = [];
  for (const line of files.flatMap(({ text }) => linesOf(text))) {
    const [key, last] = [keyOf(line), groups.at(-1)];
    if (last?.key === key) last.count++;
    else groups.push({ line, key, count: 1 });
  }
  const shown = groups.filter(({ count }) => (count > 1 ? !read.flags.has('u') : !read.flags.has('d')));
  return printed(
    ended(shown.map(({ line, count }) => (read.flags.has('c') ? `${String(count).padStart(7)} ${line}` : line))),
  );
};

export const tac: OwnTool = (input) => {
  const read = readOptions({ flags: '' }, input.args);
  if (read.kind === 'unsupported') return read;
  const files = contents('tac', read.operands, input);
  if (isRan(files)) return files;
  return printed(files.map(({ text }) => fullLines(text).toReversed().join('')).join(''));
};

export const rev: OwnTool = (input) => {
  const read = readOptions({ flags: '' }, input.args);
  if (read.kind === 'unsupported') return read;
  const files = contents('rev', read.operands, input);
  if (isRan(files)) return files;
  const turned = (line: string) => {
    const text = Buffer.from(line.replace(/\n$/, ''), 'latin1').toString();
    return Buffer.from([...text].toReversed().join('')).toString('latin1') + (line.endsWith('\n') ? '\n' : '');
  };
  return printed(files.flatMap(({ text }) => fullLines(text).map(turned)).join(''));
};

export const paste: OwnTool = (input) => {
  const read = readOptions({ flags: 's', values: 'd', long: { serial: 's', delimiters: 'd' } }, input.args);
  if (read.kind === 'unsupported') return read;
  const written = lastOf(read, 'd') ?? '\\t';
  const delimiters = [...written.matchAll(/\\(.)|([^\\])/gs)].map(([, escaped, plain]) =>
    escaped === undefined ? (plain ?? '') : (escapes.get(escaped) ?? escaped),
  );
  if (delimiters.length === 0 || written.endsWith('\\')) return unsupported('these delimiters');
  const operands = read.operands.length === 0 ? ['-'] : read.operands;
  const files = contents('paste', [...new Set(operands)], input);
  if (isRan(files)) return files;
  const join = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell : `${delimiters[(i - 1) % delimiters.length]}${cell}`)).join('');
  if (read.flags.has('s')) {
    if (operands.filter((name) => name === '-').length > 1) return unsupported('standard input twice');
    return printed(ended(operands.map((name) => join(linesOf(files.find((file) => file.name === name)?.text ?? '')))));
  }
  // Every `-` takes the next line of the same standard input.
  const sources = new Map(files.map(({ name, text }) => [name, linesOf(text)]));
  const columns = operands.map((name) => (name === '-' ? sources.get(name) : [...(sources.get(name) ?? [])]) ?? []);
  const rows: string[] = [];
  while (columns.some((column) => column.length > 0)) rows.push(join(columns.map((column) => column.shift() ?? '')));
  return printed(ended(rows));
};

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['0', ''],
  ['\\', '\\'],
]);

export const wc: OwnTool = (input) => {
  const long = { lines: 'l', words: 'w', bytes: 'c', chars: 'm' };
  const read = readOptions({ flags: 'lwcm', long }, input.args);
  if (read.kind === 'unsupported') return read;
  const files = contents('wc', read.operands, input);
  if (isRan(files)) return files;
  const chosen = [...'lwmc'].filter((letter) => read.flags.has(letter));
  const columns = chosen.length === 0 ? ['l', 'w', 'c'] : chosen;
  const rows = files.map(({ name, text }) => ({ name, counts: columns.map((letter) => countOf(letter, text)) }));
  const totals = columns.map((_, i) => rows.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0));
  const all = rows.length > 1 ? [...rows, { name: 'total', counts: totals }] : rows;
  const fromStdin = read.operands.length === 0 || read.operands.includes('-');
  const size = String(rows.reduce((sum, _, i) => sum + (files[i]?.text.length ?? 0), 0)).length;
  const width = columns.length === 1 && rows.length === 1 ? 1 : fromStdin ? 7 : size;
  const shown = all.map(({ name, counts }) => {
    const title = read.operands.length === 0 ? '' : ` ${name}`;
    return `${counts.map((count) => String(count).padStart(width)).join(' ')}${title}`;
  });
  return printed(ended(shown));
};

/** Characters are those of UTF-8; bytes that are none of it are not counted, as in `wc -m`. */
function countOf(letter: string, text: string): number {
  if (letter === 'l') return text.split('\n').length - 1;
  if (letter === 'w') return text.match(/[^\t-\r ]+/g)?.length ?? 0;
  if (letter === 'c') return text.length;
  return [...Buffer.from(text, 'latin1').toString()].filter((char) => char !== '\ufffd').length;
}

export const base64: OwnTool = (input) => {
  const long = { decode: 'd', wrap: 'w', 'ignore-garbage': 'i' };
  const read = readOptions({ flags: 'di', values: 'w', long }, input.args);
  if (read.kind === 'unsupported') return read;
  const width = lastOf(read, 'w') ?? '76';
  if (!/^[0-9]{1,9}$/.test(width) || read.operands.length > 1) return unsupported('these words');
  const files = contents('base64', read.operands, input);
  if (isRan(files)) return files;
  const text = files[0]?.text ?? '';
  if (!read.flags.has('d')) {
    const encoded = Buffer.from(text, 'latin1').toString('base64');
    if (width === '0' || encoded === '') return printed(encoded);
    return printed(ended(encoded.match(new RegExp(`.{1,${width}}`, 'g')) ?? []));
  }
  const kept = read.flags.has('i') ? text.replace(/[^A-Za-z0-9+/=]/g, '') : text.replaceAll('\n', '');
  const good = /^(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)*/.exec(kept)?.[0] ?? '';
  const rest = kept.slice(good.length);
  const loose = /^[A-Za-z0-9+/]{2,3}/.exec(rest)?.[0] ?? '';
  const decoded = Buffer.from(good, 'base64').toString('latin1');
  if (rest === '') return printed(decoded);
  return complained('base64: invalid input', 1, decoded + Buffer.from(loose, 'base64').toString('latin1'));
};
