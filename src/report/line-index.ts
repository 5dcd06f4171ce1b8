import type { Bundle } from '../ir/bundle.ts';
import { blot, type WrittenCredential } from '../ir/redact.ts';
import type { Position, Span } from '../ir/span.ts';

/** A source text with the offset at which each line starts, so that many positions cost little. */
export interface LineIndex {
  readonly text: string;
  readonly starts: readonly number[];
}

export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return { text, starts };
}

/** As `positionAt` of src/ir/span.ts, by binary search. */
export function positionIn(index: LineIndex, offset: number): Position {
  const wanted = Math.max(0, Math.min(offset, index.text.length));
  let low = 0;
  let high = index.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((index.starts[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: wanted - (index.starts[low] ?? 0) + 1 };
}

/** A line (counted from 1) without its end. */
export function lineAt(index: LineIndex, line: number): string {
  const start = index.starts[line - 1];
  if (start === undefined) return '';
  return index.text.slice(start, index.starts[line] ?? index.text.length).replace(/\r?\n$|\r$/, '');
}

/** The lines of a bundle's sources, by the `source` of a span. */
export type Sources = (source: string) => LineIndex | undefined;

/**
 * Decodes a file when it is first asked for. Offsets count from after a leading byte order mark. Credentials that the
 * source writes out are blotted with as many dots, so that every offset still holds.
 */
export function sourcesOf(bundle: Bundle, credentials: readonly WrittenCredential[] = []): Sources {
  const known = new Map<string, LineIndex>();
  return (source) => {
    const before = known.get(source);
    const file = bundle.files.get(source);
    if (before !== undefined || file === undefined) return before;
    const index = indexLines(blot(new TextDecoder('utf-8').decode(file.bytes), source, credentials));
    known.set(source, index);
    return index;
  };
}

export function sourcesOfText(source: string, text: string): Sources {
  const index = indexLines(text);
  return (wanted) => (wanted === source ? index : undefined);
}

/** A span for people and JSON: offsets, and 1-based lines and columns (UTF-16 units); the end is exclusive. */
export interface Place {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
}

export function placeOf(span: Span, sources: Sources): Place {
  const index = sources(span.source) ?? indexLines('');
  const from = positionIn(index, span.start);
  const to = positionIn(index, Math.max(span.start, span.end));
  return {
    source: span.source,
    start: span.start,
    end: span.end,
    line: from.line,
    column: from.column,
    end_line: to.line,
    end_column: to.column,
  };
}
