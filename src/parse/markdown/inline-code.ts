import type { SourceText } from './source-text.ts';

/** Offsets into the paragraph's text. */
export interface InlinePiece {
  readonly kind: 'code' | 'comment';
  /** Code without its backticks, line breaks as spaces; a comment without `<!--` and `-->`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly contentStart: number;
}

/** Code spans and HTML comments, in order; everything else inline is prose. Linear: each backtick run is met once. */
export function inlinePieces(paragraph: SourceText): readonly InlinePiece[] {
  const { text } = paragraph;
  if (!text.includes('`') && !text.includes('<!--')) return [];
  const runs = backtickRuns(text);
  const pieces: InlinePiece[] = [];
  let at = 0;
  let index = 0;
  let comment = nextComment(text, 0);
  while (at < text.length) {
    while ((runs.list[index]?.start ?? text.length) < at) index++;
    if (comment.start < at) comment = nextComment(text, at);
    const run = runs.list[index] ?? { start: text.length, length: 1 };
    if (Math.min(run.start, comment.start) >= text.length) break;
    const piece = comment.start < run.start ? commentPiece(text, comment) : codeAt(text, run, runs);
    if (piece !== undefined) pieces.push(piece);
    at = piece?.end ?? run.start + run.length;
  }
  return pieces;
}

interface Run {
  readonly start: number;
  readonly length: number;
}

interface Runs {
  readonly list: readonly Run[];
  /** Starts by length; a cursor each, so that closers are found in one pass. */
  readonly byLength: Map<number, { readonly starts: number[]; next: number }>;
}

function backtickRuns(text: string): Runs {
  const list: Run[] = [];
  const byLength: Runs['byLength'] = new Map();
  for (const match of text.matchAll(/`+/g)) {
    const { length } = match[0];
    list.push({ start: match.index, length });
    const same = byLength.get(length) ?? { starts: [], next: 0 };
    same.starts.push(match.index);
    byLength.set(length, same);
  }
  return { list, byLength };
}

function codeAt(text: string, run: Run, runs: Runs): InlinePiece | undefined {
  const escaped = backslashesBefore(text, run.start) % 2 === 1;
  const start = escaped ? run.start + 1 : run.start;
  const length = escaped ? run.length - 1 : run.length;
  const closer = length === 0 ? undefined : nextRun(runs, length, start + length);
  if (closer === undefined) return undefined;
  const raw = text.slice(start + length, closer).replaceAll('\n', ' ');
  const padded = raw.startsWith(' ') && raw.endsWith(' ') && raw.trim() !== '';
  return {
    kind: 'code',
    text: padded ? raw.slice(1, -1) : raw,
    start,
    end: closer + length,
    contentStart: start + length + (padded ? 1 : 0),
  };
}

function nextRun(runs: Runs, length: number, from: number): number | undefined {
  const same = runs.byLength.get(length);
  if (same === undefined) return undefined;
  while ((same.starts[same.next] ?? Number.POSITIVE_INFINITY) < from) same.next++;
  return same.starts[same.next];
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === '\\') count++;
  return count;
}

interface CommentPlace {
  /** The text's length when there is none. */
  readonly start: number;
  readonly close: number;
}

/** A comment that is never closed is text, and then so is every later one. */
function nextComment(text: string, from: number): CommentPlace {
  const start = text.indexOf('<!--', from);
  const close = start === -1 ? -1 : text.indexOf('-->', start + 4);
  return close === -1 ? { start: text.length, close: text.length } : { start, close };
}

function commentPiece(text: string, { start, close }: CommentPlace): InlinePiece {
  return { kind: 'comment', text: text.slice(start + 4, close), start, end: close + 3, contentStart: start + 4 };
}
