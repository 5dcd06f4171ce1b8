import type { ExecResult } from 'just-bash';
import { type Context, failed, type ShellTool, type Start, type ToolHost } from './tool.ts';

/** Options that change how text runs, as `set` knows them. */
const settable = /^[euxvfC]$/;
/** Start-up files are never read, and nobody types. */
const meaningless = new Set(['--login', '--norc', '--noprofile', '--posix', '-l', '-i', '-p', '-h', '-B', '-m', '-b']);

interface Invocation {
  readonly sets: readonly string[];
  readonly checkOnly: boolean;
  readonly command: boolean;
  readonly rest: readonly string[];
}

/** `bash FILE`, `bash -c TEXT`: what runs is text of the skill or of the program itself, in the same interpreter. */
export function shellTool(name: string): ShellTool {
  return (words, context, host) => runShell(name, words, context, host, {});
}

export async function runShell(
  name: string,
  words: readonly string[],
  context: Context,
  host: ToolHost,
  start: Start,
): Promise<ExecResult> {
  const read = readWords(words);
  if (typeof read === 'string')
    return host.control.refuse('shell/unsupported', `\`${name}\`: the option \`${read}\` is not run here`);
  const [first, ...rest] = read.rest;
  if (first === undefined) {
    return host.control.refuse(
      'shell/remote-code',
      `\`${name}\` would run what it reads from standard input`,
      'write the commands out, so that they can be read',
    );
  }
  const sets = read.sets.length === 0 ? '' : `set ${read.sets.join(' ')}\n`;
  const source = read.command ? { text: first, name: rest[0] ?? name, args: rest.slice(1) } : undefined;
  const script = source ?? (await scriptFile(name, first, rest, context, host));
  if ('exitCode' in script) return script;
  const text = sets + withoutShebang(script.text);
  return host.script(
    { text: read.checkOnly ? `if false; then\n${text}\nfi` : text, name: script.name, args: script.args, start },
    context,
  );
}

async function scriptFile(
  shell: string,
  file: string,
  args: readonly string[],
  { cwd }: Context,
  { fs, control }: ToolHost,
): Promise<{ readonly text: string; readonly name: string; readonly args: readonly string[] } | ExecResult> {
  const path = fs.resolvePath(cwd, file);
  const origin = await fs.originOf(path);
  if (origin === undefined) return failed(`${shell}: ${file}: No such file or directory`, 127);
  if (origin === 'elsewhere')
    return control.refuse(
      'shell/unread',
      `nobody has read \`${file}\`: it is no file of the skill`,
      'put the script into the skill',
    );
  return { text: await fs.readFile(path), name: file, args };
}

export function withoutShebang(text: string): string {
  return text.replace(/^#![^\n]*/, '');
}

/** The option that is not understood, or what the words come to. */
function readWords(words: readonly string[]): Invocation | string {
  const sets: string[] = [];
  let [checkOnly, command] = [false, false];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return { sets, checkOnly, command, rest: words.slice(at + 1) };
    if (!/^[-+]./.test(word)) return { sets, checkOnly, command, rest: words.slice(at) };
    if (meaningless.has(word)) continue;
    if (word === '-o' || word === '+o') {
      sets.push(word, words[++at] ?? '');
      continue;
    }
    if (!/^[-+][a-z]+$/i.test(word)) return word;
    for (const letter of word.slice(1)) {
      if (letter === 'c' && word.startsWith('-')) command = true;
      else if (letter === 'n') checkOnly = true;
      else if (letter === 'o') sets.push(`${word[0]}o`, words[++at] ?? '');
      else if (settable.test(letter)) sets.push(`${word[0]}${letter}`);
      else if (!meaningless.has(`-${letter}`)) return word;
    }
  }
  return { sets, checkOnly, command, rest: [] };
}
