import type { ExecResult } from 'just-bash';
import { type OptionTable, readOptions } from '../../text/options.ts';
import { type Context, failed, type ShellTool, type ToolHost } from './tool.ts';
import { merged } from './wrappers.ts';

const table: OptionTable = {
  flags: 'nErsuz',
  values: 'ef',
  long: { quiet: 'n', silent: 'n', 'regexp-extended': 'E', expression: 'e', file: 'f', separate: 's' },
};

/** The interpreter's sed, but for what it is known to do otherwise; in place, file by file. */
export const sed: ShellTool = async (words, context, host) => {
  const inPlace = words.filter((word) => /^(?:-[nEr]*i.*|--in-place(?:=.*)?)$/.test(word));
  const read = readOptions(table, words.flatMap(withoutInPlace));
  if (read.kind === 'unsupported') return refuse(host, read.reason);
  const given = [...(read.values.get('e') ?? [])];
  for (const file of read.values.get('f') ?? [])
    given.push(await host.fs.readFile(host.fs.resolvePath(context.cwd, file)));
  const scripts = given.length > 0 ? given : read.operands.slice(0, 1);
  const files = given.length > 0 ? read.operands : read.operands.slice(1);
  if (scripts.length === 0) return failed('sed: no script specified');
  const extended = read.flags.has('E') || read.flags.has('r');
  const flaw = scripts.map((script) => sedFlaw(script, extended)).find((one) => one !== undefined);
  if (flaw !== undefined || read.flags.has('z')) return refuse(host, flaw ?? 'the option `-z`');
  const options = [
    ...(read.flags.has('n') ? ['-n'] : []),
    ...(extended ? ['-E'] : []),
    ...(read.flags.has('s') ? ['-s'] : []),
  ];
  const start = [...options, ...scripts.flatMap((script) => ['-e', plainText(script)])];
  const run = context.origCommand;
  if (run === undefined) return refuse(host, 'it');
  if (inPlace.length === 0) return run([...start, ...files]);
  const suffix = inPlace.map((word) => /^(?:-[nEr]*i|--in-place=?)(.*)$/.exec(word)?.[1] ?? '').at(-1) ?? '';
  return eachInPlace(files, suffix, start, run, context, host);
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
  run: (args: string[]) => Promise<ExecResult>,
  { cwd }: Context,
  { fs }: ToolHost,
): Promise<ExecResult> {
  if (files.length === 0) return failed('sed: no input files');
  const results: ExecResult[] = [];
  for (const file of files) {
    const path = fs.resolvePath(cwd, file);
    if (!(await fs.exists(path))) {
      results.push(failed(`sed: can't read ${file}: No such file or directory`, 2));
      continue;
    }
    const before = await fs.readFileBuffer(path);
    const result = await run([...start, file]);
    if (result.exitCode !== 0) return result;
    if (suffix !== '') await fs.write(`${path}${suffix}`, before, false);
    const isBytes = result.stdoutKind === 'bytes' || result.stdoutEncoding === 'binary';
    await fs.write(path, Uint8Array.from(Buffer.from(result.stdout, isBytes ? 'latin1' : 'utf8')), false);
    results.push({ ...result, stdout: '' });
  }
  return merged(results, results.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0);
}

function refuse({ control }: ToolHost, what: string): never {
  return control.refuse('text/unsupported', `\`sed\`: ${what} is not run here`, 'use a simpler form');
}

/** `i\text` on one line is `i text`. */
function plainText(script: string): string {
  return script.replace(
    /^([ \t]{0,64}(?:[0-9$]{1,16}|\/(?:[^/\\\n]|\\.){1,1000}\/)?[ \t]{0,64}[aic])\\(?=[^\n\\])/gm,
    '$1 ',
  );
}

const substitution = /s([/|#,@!:~%_;])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\\n]|\\.)*)\1([0-9gpIiMme]*)/g;

/** Forms that the interpreter was seen to do in another way than GNU sed. */
function sedFlaw(script: string, extended: boolean): string | undefined {
  for (const [, , pattern = '', replacement = '', flags = ''] of script.matchAll(substitution)) {
    if (/\\[ULulE]/.test(replacement)) return 'a change of case';
    if (/[1-9].{0,32}g|g.{0,32}[1-9]/.test(flags)) return 'a number together with `g`';
    if (/[eMm]/.test(flags)) return `the flag \`${flags}\``;
    const groups = (extended ? pattern.replace(/\\./g, '').match(/\(/g) : pattern.match(/\\\(/g)) ?? [];
    if ([...replacement.matchAll(/\\([1-9])/g)].some(([, digit]) => Number(digit) > groups.length))
      return 'a reference to no group';
    if (flags.includes('g') && /^(?:\(?[^\\]\*\)?|\\[sw]\*)$/.test(pattern)) return 'a pattern that may match nothing';
  }
  const rest = script.replace(substitution, 's');
  if (/\\d|\\[co][0-9]|\\'|\\`/.test(script)) return 'an escape of GNU';
  const addresses = [...rest.matchAll(/\/((?:[^/\\\n]|\\.)+)\//g)].map(([, one = '']) => one);
  if (extended && addresses.some((one) => /[+?|(){}]/.test(one))) return 'an address with an extended pattern';
  const commands = rest.replace(/\/(?:[^/\\\n]|\\.)+\//g, '').replace(/[aic]\\?\s?.*$/gm, '');
  if (/H/.test(commands)) return 'the command `H`';
  return /[rRwWeFvzlLQ]/.test(commands.replace(/[:btT]\s*\w*/g, '')) ? 'a command that was not compared' : undefined;
}
