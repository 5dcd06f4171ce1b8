import type { ExecResult } from 'just-bash';
import { type OptionTable, readOptions } from '../../text/options.ts';
import { sed as ownSed } from '../../text/sed/index.ts';
import { ownTool } from './own-tool.ts';
import { type Context, failed, type ShellTool, type ToolHost } from './tool.ts';
import { merged } from './wrappers.ts';

const table: OptionTable = {
  flags: 'nErsu',
  values: 'ef',
  long: { quiet: 'n', silent: 'n', 'regexp-extended': 'E', expression: 'e', file: 'f', separate: 's', unbuffered: 'u' },
};

const plain = ownTool('sed', ownSed);

/** sed over what the program sees; with `-i` in place, file by file. */
export const sed: ShellTool = async (words, context, host) => {
  const inPlace = words.filter((word) => /^(?:-[nEr]*i.*|--in-place(?:=.*)?)$/.test(word));
  const read = readOptions(table, words.flatMap(withoutInPlace));
  if (read.kind === 'unsupported') return refuse(host, read.reason);
  const given = [...(read.values.get('e') ?? [])];
  for (const file of read.values.get('f') ?? [])
    given.push((await host.fs.readFile(host.fs.resolvePath(context.cwd, file))).replace(/\n$/, ''));
  const scripts = given.length > 0 ? given : read.operands.slice(0, 1);
  const files = given.length > 0 ? read.operands : read.operands.slice(1);
  if (scripts.length === 0) return failed('sed: no script specified');
  if (inPlace.length === 0 && read.flags.has('s') && files.length > 1) return refuse(host, 'the option `-s`');
  const options = ['n', 'E', 'r'].filter((flag) => read.flags.has(flag)).map((flag) => `-${flag}`);
  const start = [...options, ...scripts.flatMap((script) => ['-e', script])];
  if (inPlace.length === 0) return plain([...start, '--', ...files], context, host);
  const suffix = inPlace.map((word) => /^(?:-[nEr]*i|--in-place=?)(.*)$/.exec(word)?.[1] ?? '').at(-1) ?? '';
  return eachInPlace(files, suffix, start, context, host);
};

/** `-ni` is `-n` and `-i`. */
function withoutInPlace(word: string): readonly string[] {
  const [, before] = /^-([nEr]*)i/.exec(word) ?? [];
  if (before !== undefined) return before === '' ? [] : [`-${before}`];
  return word.startsWith('--in-place') ? [] : [word];
}

async function eachInPlace(
  files: readonly string[],
  suffix: string,
  start: readonly string[],
  { cwd }: Context,
  host: ToolHost,
): Promise<ExecResult> {
  if (files.length === 0) return failed('sed: no input files');
  // `q` leaves the files behind as they are: whether there is one to come shows only when it runs.
  if (files.length > 1 && start.some((word) => /[qQ]/.test(word))) return refuse(host, '`q` over several files');
  const { fs } = host;
  const results: ExecResult[] = [];
  for (const file of files) {
    const path = fs.resolvePath(cwd, file);
    if (!(await fs.exists(path))) {
      results.push(failed(`sed: can't read ${file}: No such file or directory`, 4));
      continue;
    }
    const before = await fs.readFileBuffer(path);
    const args = start.map((word) => Buffer.from(word).toString('latin1'));
    const ran = ownSed({ args, stdin: Buffer.from(before).toString('latin1'), file: () => undefined });
    if (ran.kind === 'unsupported') return refuse(host, ran.reason);
    if (suffix !== '') await fs.write(`${path}${suffix}`, before, false);
    await fs.write(path, Uint8Array.from(Buffer.from(ran.stdout, 'latin1')), false);
    results.push({ stdout: '', stderr: ran.stderr, exitCode: ran.exitCode });
  }
  return merged(results, results.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0);
}

function refuse({ control }: ToolHost, what: string): never {
  return control.refuse('text/unsupported', `\`sed\`: ${what} is not run here`, 'use a simpler form');
}
