import type { ExecResult } from 'just-bash';
import type { Matcher } from '../../../text/own/grep-lines.ts';
import { grepMatcher, type PatternKind } from '../../../text/own/grep-matcher.ts';
import { refusedPattern } from '../../../text/own/refused-pattern.ts';
import type { GovernedFs } from '../../files/governed-fs.ts';
import { beneath } from '../../files/paths.ts';
import { type Context, printedBytes, type ShellTool, stdinOf } from '../tool.ts';
import { type GrepOptions, grepOptions } from './options.ts';

interface Input {
  readonly name: string;
  readonly text: string;
}

/** grep over what the program sees. A folder is searched in the order of its names, where the real one takes that of the disk. */
export function grep(name: string, mode: PatternKind): ShellTool {
  return async (words, context, { fs, control }) => {
    const options = grepOptions(words, mode);
    if (options.kind === 'unsupported') return refuse(options.reason);
    const { inputs, missing } = await inputsOf(options, context, fs);
    const isNamed = options.named ?? (options.recursive || options.files.length > 1);
    let found = false;
    let out = '';
    try {
      const matcher = grepMatcher(options.patterns, options.pattern);
      for (const input of inputs) {
        const one = search(input, matcher, options, isNamed);
        found ||= one.found;
        out += one.text;
      }
    } catch (error) {
      return refuse(refusedPattern(error));
    }
    const complaints = options.silent
      ? ''
      : missing.map((file) => `${name}: ${file}: No such file or directory\n`).join('');
    return result(found, out, missing.length > 0, complaints, options);

    function refuse(what: string): never {
      return control.refuse('text/unsupported', `\`${name}\`: ${what} is not run here`, 'use a simpler form');
    }
  };
}

function result(found: boolean, out: string, isMissing: boolean, stderr: string, { show }: GrepOptions): ExecResult {
  const isQuiet = show === 'nothing';
  const exitCode = isMissing && !(isQuiet && found) ? 2 : found ? 0 : 1;
  return printedBytes(isQuiet ? '' : Buffer.from(out).toString('latin1'), exitCode, stderr);
}

async function inputsOf(
  { files, recursive, include, exclude, excludeFolders }: GrepOptions,
  context: Context,
  fs: GovernedFs,
): Promise<{ readonly inputs: readonly Input[]; readonly missing: readonly string[] }> {
  const inputs: Input[] = [];
  const missing: string[] = [];
  const take = async (name: string, path: string): Promise<void> => {
    const bytes = Buffer.from(await fs.readFileBuffer(path));
    if (!bytes.includes(0)) inputs.push({ name, text: bytes.toString('utf8') });
  };
  const walk = async (name: string, path: string): Promise<void> => {
    for (const entry of await fs.readdir(path)) {
      const [one, at] = [name === '' ? entry : beneath(name, entry), beneath(path, entry)];
      const { isDirectory } = await fs.stat(at);
      if (isDirectory && !matchesAny(entry, excludeFolders)) await walk(one, at);
      else if (!isDirectory && isChosen(entry, include, exclude)) await take(one, at);
    }
  };
  const named = files.length === 0 ? [recursive ? '' : '-'] : files;
  for (const name of named) {
    if (name === '-') {
      inputs.push({ name: '(standard input)', text: Buffer.from(stdinOf(context), 'latin1').toString('utf8') });
      continue;
    }
    const path = fs.resolvePath(context.cwd, name);
    const stat = await fs.stat(path).catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    if (stat === undefined) missing.push(name);
    else if (!stat.isDirectory) await take(name, path);
    else if (recursive) await walk(name.replace(/\/$/, ''), path);
  }
  return { inputs, missing };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isChosen(name: string, include: readonly string[], exclude: readonly string[]): boolean {
  return (include.length === 0 || matchesAny(name, include)) && !matchesAny(name, exclude);
}

function matchesAny(name: string, globs: readonly string[]): boolean {
  return globs.some((glob) => {
    const source = glob
      .replace(/[.+^${}()|\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return new RegExp(`^${source}$`, 's').test(name);
  });
}

function search(
  { name, text }: Input,
  matcher: Matcher,
  options: GrepOptions,
  isNamed: boolean,
): { readonly found: boolean; readonly text: string } {
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text === '' ? [] : text.split('\n');
  const hits: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (hits.length >= options.most) break;
    if (matcher.test(line) !== options.invert) hits.push(at);
  }
  const found = hits.length > 0;
  const lead = (at: number, mark: string) =>
    `${isNamed ? `${name}${mark}` : ''}${options.numbered ? `${at + 1}${mark}` : ''}`;
  switch (options.show) {
    case 'nothing':
      return { found, text: '' };
    case 'files':
      return { found, text: found ? `${name}\n` : '' };
    case 'other-files':
      return { found: !found, text: found ? '' : `${name}\n` };
    case 'count':
      return { found, text: `${isNamed ? `${name}:` : ''}${hits.length}\n` };
    case 'matches': {
      const each = options.invert
        ? []
        : hits.flatMap((at) => matchesIn(lines[at] ?? '', matcher).map((one) => `${lead(at, ':')}${one}\n`));
      return { found, text: each.join('') };
    }
    case 'lines':
      return { found, text: withContext(lines, hits, options, lead) };
  }
}

/** Empty ones are not printed. */
function matchesIn(line: string, { next }: Matcher): readonly string[] {
  const found: string[] = [];
  for (let match = next(line, 0); match !== undefined; match = next(line, match.end))
    found.push(line.slice(match.start, match.end));
  return found;
}

function withContext(
  lines: readonly string[],
  hits: readonly number[],
  { before, after }: GrepOptions,
  lead: (at: number, mark: string) => string,
): string {
  let out = '';
  let next = -1;
  const found = new Set(hits);
  for (const hit of hits) {
    const from = Math.max(hit - before, next, 0);
    if (next >= 0 && from > next && before + after > 0) out += '--\n';
    // What follows one match may hold the next.
    for (let at = Math.max(from, next); at <= Math.min(hit + after, lines.length - 1); at++) {
      if (at > hit && found.has(at)) break;
      out += `${lead(at, found.has(at) ? ':' : '-')}${lines[at] ?? ''}\n`;
      next = at + 1;
    }
  }
  return out;
}
