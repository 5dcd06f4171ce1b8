import { createHash, randomUUID } from 'node:crypto';
import { holdsHandle, refuseDigest } from './own-tool.ts';
import { type Context, failed, printed, printedBytes, type ShellTool, stdinOf, type ToolHost } from './tool.ts';

export const uuidgen: ShellTool = async (words, _, { control }) =>
  words.length === 0 || words.every((word) => word === '-r' || word === '--random')
    ? printed(`${randomUUID()}\n`)
    : control.refuse('shell/unsupported', `\`uuidgen ${words[0]}\` is not run here`);

/** Nothing sends signals to a program here: of all of them only its end comes. */
const neverSent = /^(?:SIG)?(?:INT|TERM|HUP|QUIT|PIPE|ALRM|USR1|USR2|TSTP|CONT|WINCH)$|^(?:1|2|3|13|15)$/;

export const trap: ShellTool = async (words, context, { control, traps }) => {
  const rest = words[0] === '--' ? words.slice(1) : words;
  const [code = '', ...signals] = rest;
  if (rest.length === 0 || code === '-l' || code === '-p') return { stdout: '', stderr: '', exitCode: 0 };
  const named = signals.length === 0 ? [code] : signals;
  for (const signal of named) {
    if (neverSent.test(signal)) continue;
    if (signal !== 'EXIT' && signal !== '0')
      return control.refuse('shell/unsupported', `\`trap … ${signal}\` is not run here`);
    await traps.set(signals.length === 0 || code === '-' ? '' : code, context);
  }
  return { stdout: '', stderr: '', exitCode: 0 };
};

/** Files made here have no owner but the program. */
export const umask: ShellTool = async (words) =>
  words.length === 0 ? printed('0022\n') : { stdout: '', stderr: '', exitCode: 0 };

/** What was started has ended by the time the next command runs. */
export const nothing: ShellTool = async () => ({ stdout: '', stderr: '', exitCode: 0 });

export function checksum(algorithm: string): ShellTool {
  return async (words, context, host) => {
    const wrong = words.find((word) => /^-./.test(word) && word !== '-b' && word !== '-t');
    if (wrong !== undefined)
      return host.control.refuse('shell/unsupported', `\`${algorithm}sum ${wrong}\` is not run here`);
    return sums(
      algorithm,
      words.filter((word) => !/^-[bt]$/.test(word)),
      context,
      host,
    );
  };
}

type Line = (digest: string, word: string) => string;

const asCoreutils: Line = (digest, word) => `${digest}  ${word}`;

async function sums(
  algorithm: string,
  words: readonly string[],
  context: Context,
  { fs, control }: ToolHost,
  line: Line = asCoreutils,
) {
  const lines: string[] = [];
  for (const word of words.length === 0 ? ['-'] : words) {
    const input =
      word === '-'
        ? Buffer.from(stdinOf(context), 'latin1')
        : await fs.readFileBuffer(fs.resolvePath(context.cwd, word)).catch(() => undefined);
    if (input === undefined) return failed(`${algorithm}sum: ${word}: No such file or directory`);
    if (holdsHandle(Buffer.from(input).toString('latin1'))) return refuseDigest(`${algorithm}sum`, control);
    lines.push(`${line(createHash(algorithm).update(input).digest('hex'), word)}\n`);
  }
  return printed(lines.join(''));
}

/** That of macOS: `MD5 (FILE) = …`, turned round with `-r`, alone with `-q` and of standard input. */
export const md5: ShellTool = async (words, context, host) => {
  const wrong = words.find((word) => /^-./.test(word) && !/^-[qr]+$/.test(word));
  if (wrong !== undefined) return host.control.refuse('shell/unsupported', `\`md5 ${wrong}\` is not run here`);
  const has = (letter: string): boolean => words.some((word) => word.startsWith('-') && word.includes(letter));
  const files = words.filter((word) => word === '-' || !word.startsWith('-'));
  const line: Line = (digest, word) => {
    if (files.length === 0 || has('q')) return digest;
    return has('r') ? `${digest} ${word}` : `MD5 (${word}) = ${digest}`;
  };
  return sums('md5', files, context, host, line);
};

/** `shasum -a 256 FILE`, as Perl's. */
export const shasum: ShellTool = async (words, context, host) => {
  const rest = [...words];
  let bits = '1';
  const files: string[] = [];
  while (rest.length > 0) {
    const word = rest.shift() ?? '';
    if (word === '-a' || word === '--algorithm') bits = rest.shift() ?? '';
    else if (/^-a\d+$/.test(word)) bits = word.slice(2);
    else if (word === '-b' || word === '-t') continue;
    else if (/^-./.test(word)) return host.control.refuse('shell/unsupported', `\`shasum ${word}\` is not run here`);
    else files.push(word);
  }
  if (!/^(?:1|224|256|384|512)$/.test(bits)) return failed('shasum: Unrecognized algorithm');
  return sums(`sha${bits}`, files, context, host);
};

/** `-p` of bytes, their hexadecimal digits and back: what pipelines use of it. */
export const xxd: ShellTool = async (words, context, host) => {
  const options = words
    .filter((word) => /^-./.test(word))
    .join('')
    .replaceAll('-', '');
  const files = words.filter((word) => !/^-./.test(word) && word !== '-');
  if (!/^(?:p(?:s|lain|u)?|up|r){0,8}$/.test(options) || !options.includes('p') || files.length > 1)
    return host.control.refuse('shell/unsupported', '`xxd` without `-p` is not run here');
  const [file] = files;
  const input =
    file === undefined
      ? Buffer.from(stdinOf(context), 'latin1')
      : Buffer.from(await host.fs.readFileBuffer(host.fs.resolvePath(context.cwd, file)));
  if (options.includes('r'))
    return printedBytes(Buffer.from(input.toString('latin1').replace(/[^0-9a-fA-F]/g, ''), 'hex').toString('latin1'));
  const hex = options.includes('u') ? input.toString('hex').toUpperCase() : input.toString('hex');
  return printed((hex.match(/.{1,60}/g) ?? []).map((line) => `${line}\n`).join(''));
};
