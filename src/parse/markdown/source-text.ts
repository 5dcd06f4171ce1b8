import type { Span } from '../../ir/span.ts';

/**
 * Text cut out of a source, with the way back. A block in a list or quote has lost its indentation, a command its
 * prompt: each segment says which source offset its first character came from.
 *
 *     source   "> ```\n> curl x\n> jq .\n> ```"
 *     text          "curl x\njq ."      segments {at 0, from 8} {at 7, from 17}
 */
export interface SourceText {
  readonly text: string;
  readonly segments: readonly Segment[];
}

export interface Segment {
  readonly at: number;
  readonly from: number;
}

export function sourceOffset(source: SourceText, offset: number): number {
  const segment = source.segments[segmentIndex(source.segments, offset)];
  return segment === undefined ? 0 : segment.from + Math.max(0, offset - segment.at);
}

/** The way in: where a source offset stands in the text. Segments run forward, as text is only ever cut out. */
export function textOffset(source: SourceText, from: number): number {
  let low = 0;
  let high = source.segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.segments[middle]?.from ?? 0) <= from) low = middle;
    else high = middle - 1;
  }
  const segment = source.segments[low] ?? { at: 0, from: 0 };
  const limit = source.segments[low + 1]?.at ?? source.text.length;
  return Math.min(limit, segment.at + Math.max(0, from - segment.from));
}

export function sourceSpan(source: SourceText, name: string, start = 0, end = source.text.length): Span {
  const first = sourceOffset(source, start);
  const last = end > start ? sourceOffset(source, end - 1) + 1 : first;
  return { source: name, start: first, end: Math.max(first, last) };
}

export function sliceSource(source: SourceText, start: number, end: number): SourceText {
  const first = segmentIndex(source.segments, start);
  const segments: Segment[] = [{ at: 0, from: sourceOffset(source, start) }];
  for (let i = first + 1; i < source.segments.length; i++) {
    const segment = source.segments[i];
    if (segment === undefined || segment.at >= end) break;
    if (segment.at > start) segments.push({ at: segment.at - start, from: segment.from });
  }
  return { text: source.text.slice(start, end), segments };
}

export function joinSources(parts: readonly SourceText[], separator: string): SourceText {
  const segments: Segment[] = [];
  let at = 0;
  for (const part of parts) {
    for (const segment of part.segments) segments.push({ at: at + segment.at, from: segment.from });
    at += part.text.length + separator.length;
  }
  return { text: parts.map((part) => part.text).join(separator), segments };
}

/** The lines of a text, each with its own way back. */
export function sourceLines(source: SourceText): readonly SourceText[] {
  const lines: SourceText[] = [];
  let index = 0;
  let start = 0;
  while (start <= source.text.length) {
    const next = source.text.indexOf('\n', start);
    const end = next === -1 ? source.text.length : next;
    while ((source.segments[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= start) index++;
    lines.push(lineOf(source, index, start, end));
    start = end + 1;
  }
  return lines;
}

function lineOf(source: SourceText, index: number, start: number, end: number): SourceText {
  const first = source.segments[index] ?? { at: 0, from: 0 };
  const segments: Segment[] = [{ at: 0, from: first.from + start - first.at }];
  for (let i = index + 1; i < source.segments.length; i++) {
    const segment = source.segments[i];
    if (segment === undefined || segment.at >= end) break;
    if (segment.at > start) segments.push({ at: segment.at - start, from: segment.from });
  }
  return { text: source.text.slice(start, end), segments };
}

/** The last segment that begins at or before the offset. */
function segmentIndex(segments: readonly Segment[], offset: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
