import {
  indentation,
  isSpaceAt,
  type LineCursor,
  skipCharacters,
  skipColumns,
  skipIndentation,
} from './line-cursor.ts';

export interface ListMarker {
  /** `-` has 1, `12.` has 3. */
  readonly length: number;
  readonly indent: number;
}

/** A list marker at `offset`. One that would interrupt a paragraph needs content, and 1 as its number. */
export function listMarker(line: string, offset: number, indent: number, inParagraph: boolean): ListMarker | undefined {
  const match = /^(?:[-*+]|(\d{1,9})[.)])/.exec(line.slice(offset, offset + 11));
  if (match === null) return undefined;
  const behind = offset + match[0].length;
  if (behind < line.length && !isSpaceAt(line, behind)) return undefined;
  if (inParagraph) {
    if (match[1] !== undefined && Number(match[1]) !== 1) return undefined;
    if (line.slice(behind).trim() === '') return undefined;
  }
  return { length: match[0].length, indent };
}

/** Reads the marker and the white space behind it; how far right the item's content stands. */
export function readItem(cursor: LineCursor, marker: ListMarker): number {
  skipIndentation(cursor);
  skipCharacters(cursor, marker.length);
  const { width, offset } = indentation(cursor);
  const fromMarker = width < 1 || width > 4 || offset >= cursor.line.length;
  if (width > 0) skipColumns(cursor, fromMarker ? 1 : width);
  return marker.indent + marker.length + (fromMarker ? 1 : width);
}
