import { lastOf, readOptions, unsupported } from '../options.ts';
import { contents, fullLines, isRan, type OwnTool, printed } from './tool.ts';

const long = { lines: 'n', bytes: 'c', quiet: 'q', silent: 'q', verbose: 'v' };

export const head: OwnTool = (input) => {
  const read = readOptions({ flags: 'qv', values: 'nc', long, digits: 'n' }, input.args);
  if (read.kind === 'unsupported') return read;
  const bytes = lastOf(read, 'c');
  const count = /^([+-]?)([0-9]{1,15})$/.exec(bytes ?? lastOf(read, 'n') ?? '10');
  if (count === null || (bytes !== undefined && read.values.has('n'))) return unsupported('this number');
  const size = Number(count[2]);
  const files = contents('head', read.operands, input);
  if (isRan(files)) return files;
  return printed(
    withTitles(files, read.flags, (text) => {
      const pieces = bytes === undefined ? fullLines(text) : text;
      const end = count[1] === '-' ? Math.max(0, pieces.length - size) : size;
      return typeof pieces === 'string' ? pieces.slice(0, end) : pieces.slice(0, end).join('');
    }),
  );
};

export const tail: OwnTool = (input) => {
  const read = readOptions({ flags: 'qv', values: 'nc', long, digits: 'n' }, input.args);
  if (read.kind === 'unsupported') return read;
  const bytes = lastOf(read, 'c');
  const count = /^([+-]?)([0-9]{1,15})$/.exec(bytes ?? lastOf(read, 'n') ?? '10');
  if (count === null || (bytes !== undefined && read.values.has('n'))) return unsupported('this number');
  const size = Number(count[2]);
  if (read.operands.some((operand) => /^\+[0-9]/.test(operand))) return unsupported('the old form');
  const files = contents('tail', read.operands, input);
  if (isRan(files)) return files;
  return printed(
    withTitles(files, read.flags, (text) => {
      const pieces = bytes === undefined ? fullLines(text) : text;
      const from = count[1] === '+' ? Math.max(0, size - 1) : Math.max(0, pieces.length - size);
      return typeof pieces === 'string' ? pieces.slice(from) : pieces.slice(from).join('');
    }),
  );
};

function withTitles(
  files: readonly { readonly name: string; readonly text: string }[],
  flags: ReadonlySet<string>,
  part: (text: string) => string,
): string {
  const titled = flags.has('v') || (files.length > 1 && !flags.has('q'));
  return files
    .map(({ name, text }, index) => {
      const title = `${index === 0 ? '' : '\n'}==> ${name === '-' ? 'standard input' : name} <==\n`;
      return `${titled ? title : ''}${part(text)}`;
    })
    .join('');
}
