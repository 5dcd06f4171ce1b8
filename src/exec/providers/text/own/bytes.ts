import { hash } from 'node:crypto';
import { readOptions, unsupported } from '../options.ts';
import { contents, fullLines, isRan, type OwnTool, printed } from './tool.ts';

export const cat: OwnTool = (input) => {
  const read = readOptions({ flags: 'nu', long: { number: 'n' } }, input.args);
  if (read.kind === 'unsupported') return read;
  const files = contents('cat', read.operands, input);
  if (isRan(files)) return files;
  const whole = files.map(({ text }) => text).join('');
  if (!read.flags.has('n')) return printed(whole);
  return printed(
    fullLines(whole)
      .map((line, i) => `${String(i + 1).padStart(6)}\t${line}`)
      .join(''),
  );
};

/** Without a file: with one it is a write, which is another capability. */
export const tee: OwnTool = (input) => {
  const read = readOptions({ flags: 'aip' }, input.args);
  if (read.kind === 'unsupported') return read;
  return read.operands.length === 0 ? printed(input.stdin) : unsupported('a file to write');
};

export const md5sum = checksum('md5');
export const sha1sum = checksum('sha1');
export const sha256sum = checksum('sha256');
export const sha512sum = checksum('sha512');

function checksum(algorithm: string): OwnTool {
  return (input) => {
    const read = readOptions({ flags: '' }, input.args);
    if (read.kind === 'unsupported') return read;
    // Names with such characters are printed with escapes.
    if (read.operands.some((name) => /[\\\n\r]/.test(name))) return unsupported('this file name');
    const files = contents('checksum', read.operands, input);
    if (isRan(files)) return files;
    return printed(
      files.map(({ name, text }) => `${hash(algorithm, Buffer.from(text, 'latin1'))}  ${name}\n`).join(''),
    );
  };
}
