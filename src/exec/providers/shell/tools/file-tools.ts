import { randomBytes } from 'node:crypto';
import { parentOf } from '../files/paths.ts';
import { failed, printed, printedBytes, type ShellTool, stdinOf } from './tool.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** In scratch space, where only this program looks. */
export const mktemp: ShellTool = async (words, context, { fs, control }) => {
  let [folder, dry, suffix] = [false, false, ''];
  let base: string | undefined;
  let template: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^-[dqu]+$/.test(word)) {
      if (word.includes('d')) folder = true;
      if (word.includes('u')) dry = true;
    } else if (word === '--directory') folder = true;
    else if (word === '-t') base ??= '/tmp';
    else if (word === '-p' || word === '--tmpdir') base = words[++at] ?? '/tmp';
    else if (word.startsWith('--tmpdir=')) base = word.slice(9);
    else if (word.startsWith('--suffix=')) suffix = word.slice(9);
    else if (word.startsWith('-'))
      return control.refuse('shell/unsupported', `\`mktemp\`: the option \`${word}\` is not run here`);
    else template = word;
  }
  const pattern = (template ?? 'tmp.XXXXXXXXXX') + suffix;
  const where = template === undefined ? (base ?? '/tmp') : base;
  if (!/X{3}/.test(pattern)) return failed(`mktemp: too few X's in template '${pattern}'`);
  const name = pattern.replace(/X{3,}(?=[^X]*$)/, (all) => randomName(all.length));
  const shown = where === undefined ? name : `${where.replace(/\/$/, '')}/${name}`;
  const path = fs.resolvePath(context.cwd, shown);
  if (!dry && folder) await fs.mkdir(path, { recursive: true });
  else if (!dry) await fs.write(path, new Uint8Array(), false);
  return printed(`${shown}\n`);
};

function randomName(length: number): string {
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length] ?? 'a').join('');
}

/** There are no links to follow: a path is itself. */
export const realpath: ShellTool = async (words, context, { fs, control }) => {
  const options = words.filter((word) => /^-./.test(word));
  const wrong = options.find(
    (word) => !/^-[emqsLPz]+$|^--(?:canonicalize-existing|canonicalize-missing|quiet|no-symlinks|strip)$/.test(word),
  );
  if (wrong !== undefined)
    return control.refuse('shell/unsupported', `\`realpath\`: the option \`${wrong}\` is not run here`);
  const [anyway, whole] = [
    options.some((word) => /^-\w*m|missing$/.test(word)),
    options.some((word) => /^-\w*e|existing$/.test(word)),
  ];
  const out: string[] = [];
  const missing: string[] = [];
  for (const word of words.filter((one) => !/^-./.test(one))) {
    const path = fs.resolvePath(context.cwd, word);
    const passed = word
      .split('/')
      .flatMap((name, at, all) => (name === '..' ? [all.slice(0, at).join('/') || '/'] : []));
    const there =
      anyway ||
      ((await fs.exists(whole ? path : parentOf(path))) &&
        (await Promise.all(passed.map((one) => fs.exists(fs.resolvePath(context.cwd, one))))).every(Boolean));
    if (there) out.push(`${path}\n`);
    else missing.push(`realpath: ${word}: No such file or directory\n`);
  }
  return printedBytes(Buffer.from(out.join('')).toString('latin1'), missing.length > 0 ? 1 : 0, missing.join(''));
};

/** Only to find out where something is: nothing is a link here. */
export const readlink: ShellTool = async (words, context, host) => {
  const follows = words.some((word) => /^-\w*[fem]|^--canonicalize/.test(word));
  const rest = words.filter((word) => !/^-./.test(word));
  if (!follows) return { stdout: '', stderr: '', exitCode: 1 };
  return realpath(words.some((word) => /^-\w*m/.test(word)) ? ['-m', ...rest] : rest, context, host);
};

export const tee: ShellTool = async (words, context, { fs, control }) => {
  const options = words.filter((word) => /^-./.test(word));
  const wrong = options.find((word) => !/^-[aip]+$|^--(?:append|ignore-interrupts)$/.test(word));
  if (wrong !== undefined)
    return control.refuse('shell/unsupported', `\`tee\`: the option \`${wrong}\` is not run here`);
  const append = options.some((word) => word.includes('a'));
  const input = stdinOf(context);
  const failures: string[] = [];
  for (const word of words.filter((one) => !/^-./.test(one))) {
    if (word === '/dev/stderr') {
      failures.push(input);
      continue;
    }
    if (word === '/dev/null') continue;
    try {
      await fs.write(fs.resolvePath(context.cwd, word), Uint8Array.from(Buffer.from(input, 'latin1')), append);
    } catch (error) {
      if (control.signal.aborted) throw error;
      failures.push(`tee: ${word}: ${reason(error)}\n`);
    }
  }
  return printedBytes(input, failures.some((one) => one.startsWith('tee: ')) ? 1 : 0, failures.join(''));
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  EISDIR: 'Is a directory',
  EROFS: 'Read-only file system',
  EACCES: 'Permission denied',
  ENOTDIR: 'Not a directory',
  EFBIG: 'File too large',
};

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? 'Input/output error';
}

export const cmp: ShellTool = async (words, context, { fs, control }) => {
  const options = words.filter((word) => /^-./.test(word));
  if (options.some((word) => !/^-[s]$|^--(?:quiet|silent)$/.test(word)))
    return control.refuse('shell/unsupported', `\`cmp\`: the option \`${options[0]}\` is not run here`);
  const [first = '', second = '-'] = words.filter((word) => !/^-./.test(word));
  const read = async (word: string) =>
    word === '-'
      ? Buffer.from(stdinOf(context), 'latin1')
      : Buffer.from(await fs.readFileBuffer(fs.resolvePath(context.cwd, word)));
  const [left, right] = [await read(first).catch(() => undefined), await read(second).catch(() => undefined)];
  const missing = left === undefined ? first : right === undefined ? second : undefined;
  if (left === undefined || right === undefined) return failed(`cmp: ${missing}: No such file or directory`, 2);
  if (left.equals(right)) return { stdout: '', stderr: '', exitCode: 0 };
  if (options.length > 0) return { stdout: '', stderr: '', exitCode: 1 };
  const at = left.findIndex((byte, index) => byte !== right[index]);
  if (at < 0 || at >= right.length) {
    const short = left.length < right.length ? first : second;
    const bytes = Math.min(left.length, right.length);
    const lines = (left.length < right.length ? left : right).filter((byte) => byte === 10).length;
    const where =
      bytes === 0
        ? ' which is empty'
        : ` after byte ${bytes}, ${bytes > 0 && (left[bytes - 1] ?? right[bytes - 1]) === 10 ? `line ${lines}` : `in line ${lines + 1}`}`;
    return failed(`cmp: EOF on ${short}${where}`);
  }
  const line = left.subarray(0, at).filter((byte) => byte === 10).length + 1;
  return { ...printed(`${first} ${second} differ: byte ${at + 1}, line ${line}\n`), exitCode: 1 };
};
