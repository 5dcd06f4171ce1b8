import { type ExecResult, latin1FromBytes } from 'just-bash';
import { failed, printed, type ShellTool } from './tool.ts';

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;

/** Without a command it shows what is exported. */
export const env: ShellTool = async (words, context, { start, control }) => {
  const set: Record<string, string> = {};
  const unset: string[] = [];
  let bare = false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    const [, name, value] = assignment.exec(word) ?? [];
    if (name !== undefined && value !== undefined) set[name] = value;
    else if (word === '-i' || word === '-' || word === '--ignore-environment') bare = true;
    else if (word === '-u' || word === '--unset') unset.push(words[++at] ?? '');
    else if (word.startsWith('--unset=')) unset.push(word.slice(8));
    else if (word === '--') {
      at += 1;
      break;
    } else if (word.startsWith('-'))
      return control.refuse('shell/unsupported', `\`env\`: the option \`${word}\` is not run here`);
    else break;
  }
  const inherited = bare ? {} : { ...context.exportedEnv };
  for (const name of unset) delete inherited[name];
  const all = { ...inherited, ...set };
  const rest = words.slice(at);
  if (rest.length > 0) return start(rest, context, { env: all, bare: true });
  return printed(
    Object.entries(all)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
};

export const printenv: ShellTool = async (words, context) => {
  const all = context.exportedEnv ?? {};
  if (words.length === 0)
    return printed(
      Object.entries(all)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  const found = words.flatMap((name) => all[name] ?? []);
  return { ...printed(found.map((value) => `${value}\n`).join('')), exitCode: found.length === words.length ? 0 : 1 };
};

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** What is started is told to stop; a pure tool that does not listen ends with the program's own deadline. */
export const timeout: ShellTool = async (words, context, { start, control }) => {
  const rest = [...words];
  while (rest[0]?.startsWith('-')) {
    const option = rest.shift() ?? '';
    if (/^(?:-s|-k|--signal|--kill-after)$/.test(option)) rest.shift();
    else if (!/^(?:--foreground|--preserve-status|-v|--verbose|--signal=.*|--kill-after=.*|-[sk].+)$/.test(option))
      return control.refuse('shell/unsupported', `\`timeout\`: the option \`${option}\` is not run here`);
  }
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(rest.shift() ?? '') ?? [];
  if (amount === undefined || rest.length === 0) return failed('timeout: invalid time interval', 125);
  const seconds = Number(amount) * (units[unit] ?? 1);
  if (seconds === 0) return start(rest, context);
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), Math.min(seconds * 1000, 2 ** 31 - 1));
  const signal = context.signal === undefined ? end.signal : AbortSignal.any([context.signal, end.signal]);
  try {
    const result = await start(rest, context, { signal });
    return end.signal.aborted ? { ...result, exitCode: 124 } : result;
  } finally {
    clearTimeout(timer);
  }
};

/** Takes options of its own, then runs the rest as it is. */
export function passing(name: string, withValue: RegExp): ShellTool {
  return async (words, context, { start, control }) => {
    const rest = [...words];
    while (rest[0]?.startsWith('-')) {
      const option = rest.shift() ?? '';
      if (option === '--') break;
      if (withValue.test(option)) rest.shift();
      else if (!/^-(?:\w\d*|-\w[\w-]*(?:=.*)?|\d+|[ioe][L0-9]\w*)$/.test(option))
        return control.refuse('shell/unsupported', `\`${name}\`: the option \`${option}\` is not run here`);
    }
    return rest.length === 0 ? failed(`${name}: missing operand`, 125) : start(rest, context);
  };
}

interface XargsOptions {
  readonly separator: 'blank' | 'null' | 'line' | { readonly character: string };
  readonly most: number;
  readonly lines: boolean;
  readonly replace?: string;
  readonly skipEmpty: boolean;
  readonly command: readonly string[];
}

export const xargs: ShellTool = async (words, context, host) => {
  const read = xargsOptions(words);
  if (typeof read === 'string')
    return host.control.refuse('shell/unsupported', `\`xargs\`: the option \`${read}\` is not run here`);
  const items = itemsOf(latin1FromBytes(context.stdin), read);
  if (items === undefined) return failed('xargs: unmatched quote; by default quotes are special to xargs', 1);
  const output: ExecResult[] = [];
  let exitCode = 0;
  for (const group of commandsOf(items, read)) {
    const result = await host.start(group, context, { stdin: '' });
    output.push(result);
    if (result.exitCode === 255) {
      exitCode = 124;
      break;
    }
    if (result.exitCode === 126 || result.exitCode === 127) {
      exitCode = result.exitCode;
      break;
    }
    if (result.exitCode !== 0) exitCode = 123;
  }
  return merged(output, exitCode);
};

/** Outputs one after the other, whatever each of them is. */
export function merged(results: readonly ExecResult[], exitCode: number): ExecResult {
  const stdout = results.map(bytesText).join('');
  return {
    stdout,
    stdoutKind: 'bytes',
    stdoutEncoding: 'binary',
    stderr: results.map(({ stderr }) => stderr).join(''),
    exitCode,
  };
}

function bytesText(result: ExecResult): string {
  const isBytes = result.stdoutKind === 'bytes' || result.stdoutEncoding === 'binary';
  return isBytes ? result.stdout : Buffer.from(result.stdout).toString('latin1');
}

function xargsOptions(words: readonly string[]): XargsOptions | string {
  let separator: XargsOptions['separator'] = 'blank';
  let [most, lines, skipEmpty] = [Number.POSITIVE_INFINITY, false, false];
  let replace: string | undefined;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      at += 1;
      break;
    }
    if (!word.startsWith('-') || word === '-') break;
    const long = /^--(null|no-run-if-empty|max-args|max-lines|replace|delimiter|max-procs|verbose)(?:=(.*))?$/s.exec(
      word,
    );
    const letter = long === null ? (word[1] ?? '') : (longNames[long[1] ?? ''] ?? '');
    const glued = long === null ? word.slice(2) : (long[2] ?? '');
    const takes = 'nILdPs'.includes(letter);
    const value = !takes ? '' : glued !== '' ? glued : (words[++at] ?? '');
    if (letter === '0' && glued === '') separator = 'null';
    else if (letter === '0' || letter === 'r' || letter === 't' || letter === 'x') {
      for (const one of `${letter}${glued}`) {
        if (one === '0') separator = 'null';
        else if (one === 'r') skipEmpty = true;
        else return word;
      }
    } else if (letter === 'n' && /^[1-9]\d*$/.test(value)) most = Number(value);
    else if (letter === 'L' && /^[1-9]\d*$/.test(value)) [most, lines] = [Number(value), true];
    else if (letter === 'P' && /^\d+$/.test(value)) continue;
    else if (letter === 'I' && value !== '') replace = value;
    else if (letter === 'i') replace = glued === '' ? '{}' : glued;
    else if (letter === 'd') separator = { character: unescaped(value) };
    else return word;
  }
  const command = words.slice(at);
  return {
    separator: replace !== undefined && separator === 'blank' ? 'line' : separator,
    most,
    lines,
    ...(replace === undefined ? {} : { replace }),
    skipEmpty,
    command: command.length === 0 ? ['echo'] : command,
  };
}

const longNames: Readonly<Record<string, string>> = {
  null: '0',
  'no-run-if-empty': 'r',
  'max-args': 'n',
  'max-lines': 'L',
  replace: 'I',
  delimiter: 'd',
  'max-procs': 'P',
  verbose: 't',
};

function unescaped(text: string): string {
  return text
    .replace(/\\([nt0\\])/g, (_, letter: string) => ({ n: '\n', t: '\t', '0': '\0' })[letter] ?? '\\')
    .slice(0, 1);
}

/** Undefined for a quote that nothing closes. */
function itemsOf(input: string, { separator, lines }: XargsOptions): readonly (readonly string[])[] | undefined {
  if (separator === 'null')
    return input
      .split('\0')
      .filter((_, at, all) => at < all.length - 1 || all[at] !== '')
      .map((one) => [one]);
  if (typeof separator === 'object')
    return input
      .replace(/\n$/, separator.character === '\n' ? '' : '\n')
      .split(separator.character)
      .map((one) => [one]);
  const out: string[][] = [];
  for (const line of input.split('\n')) {
    const items = quotedItems(separator === 'line' ? line.trimStart() : line, separator === 'line');
    if (items === undefined) return undefined;
    if (items.length === 0) continue;
    if (lines) out.push(items);
    else out.push(...items.map((item) => [item]));
  }
  return out;
}

/** Words with the quotes of xargs taken off; the whole line as one where it is an item. */
function quotedItems(line: string, whole: boolean): string[] | undefined {
  const items: string[] = [];
  let current: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? '';
    if (char === '"' || char === "'") {
      const end = line.indexOf(char, at + 1);
      if (end < 0) return undefined;
      current = (current ?? '') + line.slice(at + 1, end);
      at = end;
    } else if (char === '\\') current = (current ?? '') + (line[++at] ?? '');
    else if (!whole && /[ \t]/.test(char)) {
      if (current !== undefined) items.push(current);
      current = undefined;
    } else current = (current ?? '') + char;
  }
  if (current !== undefined) items.push(current);
  return items;
}

function* commandsOf(
  items: readonly (readonly string[])[],
  { replace, most, command, skipEmpty }: XargsOptions,
): Generator<readonly string[]> {
  const utf8 = (text: string) => Buffer.from(text, 'latin1').toString();
  if (replace !== undefined) {
    for (const [item = ''] of items) yield command.map((word) => word.replaceAll(replace, () => utf8(item)));
    return;
  }
  if (items.length === 0) {
    if (!skipEmpty) yield command;
    return;
  }
  for (let at = 0; at < items.length; at += Math.min(most, items.length))
    yield [
      ...command,
      ...items
        .slice(at, at + Math.min(most, items.length))
        .flat()
        .map(utf8),
    ];
}
