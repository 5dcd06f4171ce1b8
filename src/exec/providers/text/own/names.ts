import { lastOf, readOptions, unsupported } from '../options.ts';
import { contents, fullLines, isRan, type OwnTool, printed } from './tool.ts';

export const basename: OwnTool = (input) => {
  const read = readOptions({ flags: '' }, input.args);
  if (read.kind === 'unsupported') return read;
  const [path, suffix = '', more] = read.operands;
  if (path === undefined || more !== undefined) return unsupported('other than one path and an ending');
  const plain = withoutSlashes(path);
  const name = /^\/+$/.test(plain) ? '/' : plain.slice(plain.lastIndexOf('/') + 1);
  const cutOff = suffix !== '' && name !== suffix && name.endsWith(suffix);
  return printed(`${cutOff ? name.slice(0, -suffix.length) : name}\n`);
};

export const dirname: OwnTool = (input) => {
  const read = readOptions({ flags: '' }, input.args);
  if (read.kind === 'unsupported') return read;
  if (read.operands.length === 0) return unsupported('no path');
  return printed(read.operands.map((path) => `${folderOf(path)}\n`).join(''));
};

function folderOf(path: string): string {
  if (/^\/+$/.test(path)) return '/';
  const plain = withoutSlashes(path);
  const slash = plain.lastIndexOf('/');
  if (slash < 0) return '.';
  return withoutSlashes(plain.slice(0, slash)) || '/';
}

/** Those at the end, but for one that stands alone. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Columns are bytes; what moves the cursor in other ways is left alone. */
export const fold: OwnTool = (input) => {
  const read = readOptions({ flags: 'b', values: 'w', long: { width: 'w', bytes: 'b' } }, input.args);
  if (read.kind === 'unsupported') return read;
  const width = lastOf(read, 'w') ?? '80';
  if (!/^[1-9][0-9]{0,5}$/.test(width)) return unsupported('this width');
  const files = contents('fold', read.operands, input);
  if (isRan(files)) return files;
  if (files.some(({ text }) => /[\t\b\r]/.test(text)) && !read.flags.has('b')) return unsupported('tabs');
  const piece = new RegExp(`[^\\n]{${width}}(?=[^\\n])`, 'g');
  return printed(files.flatMap(({ text }) => fullLines(text).map((line) => line.replace(piece, '$&\n'))).join(''));
};
