import type { SourceText } from './source-text.ts';

/** Where a line is read. A tab may be eaten by half, so columns and offsets both count. */
export interface LineCursor {
  readonly line: string;
  /** Source offset of the line. */
  readonly from: number;
  offset: number;
  column: number;
  insideTab: boolean;
}

export function cursorOf(line: string, from: number): LineCursor {
  return { line, from, offset: 0, column: 0, insideTab: false };
}

const SPACE = 0x20;
const TAB = 0x09;

export function isSpaceAt(line: string, offset: number): boolean {
  const code = line.charCodeAt(offset);
  return code === SPACE || code === TAB;
}

/** Columns of white space ahead, and the offset behind them. */
export function indentation(cursor: LineCursor): { readonly width: number; readonly offset: number } {
  let { offset, column } = cursor;
  for (; isSpaceAt(cursor.line, offset); offset++)
    column += cursor.line.charCodeAt(offset) === TAB ? 4 - (column % 4) : 1;
  return { width: column - cursor.column, offset };
}

export function isBlank(cursor: LineCursor): boolean {
  return indentation(cursor).offset >= cursor.line.length;
}

export function skipIndentation(cursor: LineCursor): void {
  const { width, offset } = indentation(cursor);
  cursor.column += width;
  cursor.offset = offset;
  cursor.insideTab = false;
}

export function skipColumns(cursor: LineCursor, count: number): void {
  let left = count;
  while (left > 0 && cursor.offset < cursor.line.length) {
    const isTab = cursor.line.charCodeAt(cursor.offset) === TAB;
    const width = isTab ? 4 - (cursor.column % 4) : 1;
    const step = Math.min(left, width);
    cursor.insideTab = isTab && width > left;
    cursor.column += step;
    if (!cursor.insideTab) cursor.offset++;
    left -= step;
  }
}

export function skipCharacters(cursor: LineCursor, count: number): void {
  cursor.offset += count;
  cursor.column += count;
  cursor.insideTab = false;
}

/** What is left of the line; the rest of a half-eaten tab becomes spaces, as CommonMark has it. */
export function restOfLine(cursor: LineCursor): SourceText {
  const { line, offset, from } = cursor;
  if (!cursor.insideTab) return { text: line.slice(offset), segments: [{ at: 0, from: from + offset }] };
  const padding = ' '.repeat(4 - (cursor.column % 4));
  return {
    text: padding + line.slice(offset + 1),
    segments: [
      { at: 0, from: from + offset },
      { at: padding.length, from: from + offset + 1 },
    ],
  };
}
