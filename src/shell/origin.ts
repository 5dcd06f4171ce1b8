import type { Span } from '../ir/span.ts';

/** Where a piece of shell text stands in the skill's source. */
export interface Origin {
  /** The text as written, before masking. */
  readonly text: string;
  readonly locate: (offset: number) => number;
  readonly source: string;
}

export function spanOf(node: { readonly pos: number; readonly end: number }, origin: Origin): Span {
  const start = origin.locate(node.pos);
  return { source: origin.source, start, end: Math.max(start, origin.locate(Math.max(node.pos, node.end - 1)) + 1) };
}
