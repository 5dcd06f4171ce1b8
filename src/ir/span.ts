/** A range of one source text: UTF-16 offsets, half open. Line and column are computed only when printing. */
export interface Span {
  /** Path of the source inside the bundle, e.g. `SKILL.md`. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** The smallest span that holds both; spans of different sources keep the first. */
export function joinSpans(a: Span, b: Span): Span {
  if (a.source !== b.source) return a;
  return { source: a.source, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** 1-based line and column (in UTF-16 units) of an offset. `\r\n`, `\n` and `\r` each end a line. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, text.length);
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const isBreak = code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10);
    if (isBreak) {
      line++;
      lineStart = i + 1;
    }
  }
  return { line, column: end - lineStart + 1 };
}
