import type { Match } from '../regex/regex.ts';

export interface Matcher {
  readonly test: (line: string) => boolean;
  /** The next match that is not empty. */
  readonly next: (line: string, from: number) => Match | undefined;
}

export interface Selection {
  readonly invert: boolean;
  readonly only: boolean;
  readonly numbers: boolean;
  readonly names: boolean;
  readonly what: 'lines' | 'count' | 'names';
  readonly quiet: boolean;
  readonly most: number;
  readonly after: number;
  readonly before: number;
  /** Whether lines that are not together have `--` between them. */
  readonly grouped: boolean;
}

export interface Printed {
  readonly lines: readonly string[];
  /** Of 0 and more: whether the file counts as one with a match. */
  readonly hits: number;
}

/** What is printed of one file. */
export function printLines(lines: readonly string[], name: string, matcher: Matcher, selection: Selection): Printed {
  const hits: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (hits.length >= selection.most) break;
    if (matcher.test(line) !== selection.invert) hits.push(at);
    if (hits.length > 0 && (selection.quiet || selection.what === 'names')) break;
  }
  const counted = { lines: [], hits: hits.length };
  if (selection.quiet) return counted;
  switch (selection.what) {
    case 'count':
      return { ...counted, lines: [`${selection.names ? `${name}:` : ''}${hits.length}\n`] };
    case 'names':
      return { ...counted, lines: hits.length > 0 ? [`${name}\n`] : [] };
    case 'lines':
      return { ...counted, lines: printed(lines, hits, name, matcher, selection) };
  }
}

function printed(
  lines: readonly string[],
  hits: readonly number[],
  name: string,
  matcher: Matcher,
  selection: Selection,
): readonly string[] {
  const out: string[] = [];
  const head = (at: number, sign: string) =>
    `${selection.names ? `${name}${sign}` : ''}${selection.numbers ? `${at + 1}${sign}` : ''}`;
  let next = 0;
  for (const [order, hit] of hits.entries()) {
    const from = Math.max(next, hit - selection.before);
    if (selection.grouped && from > next && out.length > 0) out.push('--\n');
    if (!selection.only) for (let at = from; at < hit; at++) out.push(`${head(at, '-')}${lines[at]}\n`);
    out.push(...hitLines(lines[hit] ?? '', head(hit, ':'), matcher, selection));
    // Context behind the last line that `-m` allows is printed, even where it matches.
    const end = Math.min(lines.length, hit + 1 + selection.after, hits[order + 1] ?? Number.POSITIVE_INFINITY);
    if (!selection.only) for (let at = hit + 1; at < end; at++) out.push(`${head(at, '-')}${lines[at]}\n`);
    next = end;
  }
  return out;
}

function hitLines(line: string, head: string, matcher: Matcher, { only, invert }: Selection): readonly string[] {
  if (!only) return [`${head}${line}\n`];
  const out: string[] = [];
  if (invert) return out;
  for (let at = 0; ; ) {
    const found = matcher.next(line, at);
    if (found === undefined) return out;
    out.push(`${head}${line.slice(found.start, found.end)}\n`);
    at = found.end;
  }
}
