import type { Span } from '../ir/span.ts';
import { visible } from '../ir/visible.ts';
import { columnsOf } from './columns.ts';
import { type LineIndex, lineAt, positionIn } from './line-index.ts';
import type { Paint } from './paint.ts';

/** Text before and after the marked part that is still shown; a marked part is cut at `widestMark`. */
const context = 60;
const widestMark = 80;

/**
 * The line a span starts in, with carets beneath the marked part:
 *
 *       |
 *     4 | curl --requst POST https://api.example.com
 *       |      ^^^^^^^^
 */
export function codeFrame(index: LineIndex, span: Span, paint: Paint): readonly string[] {
  const { line, column } = positionIn(index, span.start);
  const text = lineAt(index, line);
  const end = positionIn(index, Math.max(span.start, span.end));
  const marked = text.slice(column - 1, end.line === line ? Math.max(end.column - 1, column - 1) : undefined);
  const before = shownBefore(text.slice(0, column - 1));
  const middle = cutAfter(shown(marked), widestMark);
  const after = cutAfter(shown(text.slice(column - 1 + marked.length)), context);
  const number = String(line);
  const gutter = paint.blue(`${' '.repeat(number.length)} |`);
  const carets = '^'.repeat(Math.max(1, columnsOf(middle)));
  const rest = end.line > line && end.column > 1 ? ` … to line ${end.line}` : '';
  return [
    gutter,
    `${paint.blue(`${number} |`)} ${before}${middle}${after}`.trimEnd(),
    `${gutter} ${' '.repeat(columnsOf(before))}${paint.red(carets)}${paint.dim(rest)}`,
  ];
}

function shown(text: string): string {
  return text.split('\t').map(visible).join('  ');
}

function shownBefore(text: string): string {
  if (text.length <= context) return shown(text);
  return `…${shown(text.slice(safeCut(text, text.length - context)))}`;
}

/** Never between the halves of a surrogate pair. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function cutAfter(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, safeCut(text, most))}…`;
}
