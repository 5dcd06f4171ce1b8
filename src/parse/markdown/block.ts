import type { SourceText } from './source-text.ts';

/** A leaf of the document, in order. Lists and quotes are not kept as nodes: only their leaves matter. */
export type Block = HeadingBlock | ParagraphBlock | CodeBlock | HtmlBlock;

interface BlockPlace {
  /** Source offsets. */
  readonly start: number;
  readonly end: number;
  /** How many lists and quotes it stands in. */
  readonly nesting: number;
}

export interface HeadingBlock extends BlockPlace {
  readonly kind: 'heading';
  readonly depth: number;
  readonly content: SourceText;
}

/** Tables too: they are lines that begin with `|`. */
export interface ParagraphBlock extends BlockPlace {
  readonly kind: 'paragraph';
  readonly content: SourceText;
}

export interface CodeBlock extends BlockPlace {
  readonly kind: 'code';
  readonly style: 'fenced' | 'indented';
  /** What stands behind the opening fence. */
  readonly info: string;
  readonly content: SourceText;
  /** False for a fence that the document's or container's end cuts off. */
  readonly closed: boolean;
}

export interface HtmlBlock extends BlockPlace {
  readonly kind: 'html';
  readonly content: SourceText;
}
