import type { Block } from './block.ts';
import type { HtmlEnd } from './html-start.ts';
import { indentation, type LineCursor, restOfLine, skipColumns, skipIndentation } from './line-cursor.ts';
import { joinSources, type SourceText } from './source-text.ts';

/** A block that is still open. */
export type Leaf =
  | (LeafPlace & { readonly kind: 'paragraph'; headingDepth: number })
  | (LeafPlace & { readonly kind: 'heading'; readonly depth: number })
  | (LeafPlace & FenceStart & { readonly kind: 'fence'; closed: boolean })
  | (LeafPlace & { readonly kind: 'indented' })
  | (LeafPlace & { readonly kind: 'html'; readonly until: HtmlEnd });

interface LeafPlace {
  readonly start: number;
  end: number;
  readonly lines: SourceText[];
}

interface FenceStart {
  readonly character: string;
  readonly length: number;
  readonly indent: number;
  readonly info: string;
}

export function appendLine(leaf: Leaf, cursor: LineCursor): void {
  leaf.lines.push(restOfLine(cursor));
  leaf.end = cursor.from + cursor.line.length;
}

export function openParagraph(cursor: LineCursor): Leaf {
  return { kind: 'paragraph', headingDepth: 0, ...placeOf(cursor, cursor.offset), lines: [restOfLine(cursor)] };
}

export function openIndented(cursor: LineCursor): Leaf {
  const place = placeOf(cursor, indentation(cursor).offset);
  skipColumns(cursor, 4);
  return { kind: 'indented', ...place, lines: [restOfLine(cursor)] };
}

export function openHtml(cursor: LineCursor, until: HtmlEnd): Leaf {
  const place = placeOf(cursor, indentation(cursor).offset);
  return { kind: 'html', until, ...place, lines: [restOfLine(cursor)] };
}

export function openHeading(cursor: LineCursor, offset: number): Leaf | undefined {
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(cursor.line.slice(offset, offset + 8))?.[0];
  if (marks === undefined) return undefined;
  const place = placeOf(cursor, offset);
  cursor.offset = offset + marks.length;
  cursor.insideTab = false;
  skipIndentation(cursor);
  const rest = restOfLine(cursor);
  return { kind: 'heading', depth: marks.length, ...place, lines: [{ ...rest, text: withoutClosingMarks(rest.text) }] };
}

/** `Title ##` → `Title`. */
function withoutClosingMarks(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end--;
  if (end === 0) return '';
  return end < trimmed.length && /[ \t]/.test(trimmed[end - 1] ?? '') ? trimmed.slice(0, end).trimEnd() : trimmed;
}

export function openFence(cursor: LineCursor, offset: number, indent: number): Leaf | undefined {
  const rest = cursor.line.slice(offset);
  const marks = /^(?:`{3,}|~{3,})/.exec(rest)?.[0];
  if (marks === undefined) return undefined;
  const info = rest.slice(marks.length).trim();
  const character = marks.charAt(0);
  if (character === '`' && info.includes('`')) return undefined;
  return {
    kind: 'fence',
    character,
    length: marks.length,
    indent,
    info,
    closed: false,
    ...placeOf(cursor, offset),
    lines: [],
  };
}

export function closesFence(leaf: Leaf & { readonly kind: 'fence' }, cursor: LineCursor): boolean {
  const { width, offset } = indentation(cursor);
  if (width > 3 || cursor.line[offset] !== leaf.character) return false;
  let end = offset;
  while (cursor.line[end] === leaf.character) end++;
  return end - offset >= leaf.length && cursor.line.slice(end).trim() === '';
}

/** 1 for `===`, 2 for `---`, else 0. */
export function setextDepth(rest: string): number {
  if (/^=+[ \t]*$/.test(rest)) return 1;
  return /^-+[ \t]*$/.test(rest) ? 2 : 0;
}

export function finishLeaf(leaf: Leaf, nesting: number): Block {
  const place = { start: leaf.start, end: leaf.end, nesting };
  switch (leaf.kind) {
    case 'heading':
      return { kind: 'heading', depth: leaf.depth, content: joinSources(leaf.lines, '\n'), ...place };
    case 'paragraph': {
      const content = joinSources(leaf.lines, '\n');
      return leaf.headingDepth > 0
        ? { kind: 'heading', depth: leaf.headingDepth, content, ...place }
        : { kind: 'paragraph', content, ...place };
    }
    case 'fence': {
      const content = joinSources(leaf.lines, '\n');
      return { kind: 'code', style: 'fenced', info: leaf.info, content, closed: leaf.closed, ...place };
    }
    case 'indented': {
      const content = joinSources(withoutBlankEnd(leaf.lines), '\n');
      return { kind: 'code', style: 'indented', info: '', content, closed: true, ...place };
    }
    case 'html':
      return { kind: 'html', content: joinSources(leaf.lines, '\n'), ...place };
  }
}

function withoutBlankEnd(lines: readonly SourceText[]): readonly SourceText[] {
  const last = lines.findLastIndex((line) => line.text.trim() !== '');
  return lines.slice(0, last + 1);
}

function placeOf(cursor: LineCursor, offset: number): { readonly start: number; end: number } {
  return { start: cursor.from + offset, end: cursor.from + cursor.line.length };
}
