import type { Span } from '../ir/span.ts';

/** Where a piece of shell text stands in the skill's source. */
export interface Origin {
  /** The text as written, before masking. */
  readonly text: string;
  /** Turns an offset in `text` into one in the source; undefined where they are the same. */
  readonly locate: ((offset: number) => number) | undefined;
  readonly source: string;
}

export function offsetOf(offset: number, { locate }: Origin): number {
  return locate === undefined ? offset : locate(offset);
}

export function spanOf(node: { readonly pos: number; readonly end: number }, origin: Origin): Span {
  return spanBetween(node.pos, node.end, origin);
}

export function spanBetween(pos: number, end: number, { source, locate }: Origin): Span {
  if (locate === undefined) return { source, start: pos, end: Math.max(pos + 1, end) };
  const start = locate(pos);
  return { source, start, end: Math.max(start, locate(Math.max(pos, end - 1)) + 1) };
}
