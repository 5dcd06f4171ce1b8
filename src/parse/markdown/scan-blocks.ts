import type { Block } from './block.ts';
import { htmlStart } from './html-start.ts';
import {
  appendLine,
  closesFence,
  finishLeaf,
  type Leaf,
  openFence,
  openHeading,
  openHtml,
  openIndented,
  openParagraph,
  setextDepth,
} from './leaf.ts';
import {
  cursorOf,
  indentation,
  isBlank,
  isSpaceAt,
  type LineCursor,
  skipCharacters,
  skipColumns,
  skipIndentation,
} from './line-cursor.ts';
import { type ListMarker, listMarker, readItem } from './list-marker.ts';

export const maxNesting = 32;

/** A quote, or a list item whose content starts `indent` columns further right. */
type Container = { readonly kind: 'quote' } | { readonly kind: 'item'; readonly indent: number; hasContent: boolean };

interface Scan {
  readonly blocks: Block[];
  readonly containers: Container[];
  leaf: Leaf | undefined;
}

export interface ScannedBlocks {
  readonly blocks: readonly Block[];
  /** Where lists and quotes were nested deeper than the limit; nothing behind it was read. */
  readonly tooDeepAt?: number;
}

/**
 * The block structure of CommonMark, in one pass over the lines: each line costs at most its length times the nesting
 * limit, whatever it holds. Inline syntax is not read here.
 */
export function scanBlocks(text: string, from: number): ScannedBlocks {
  const scan: Scan = { blocks: [], containers: [], leaf: undefined };
  for (let start = from; start < text.length; ) {
    const end = lineEnd(text, start);
    if (!scanLine(scan, cursorOf(text.slice(start, end), start))) return { blocks: scan.blocks, tooDeepAt: start };
    start = end + (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? 2 : 1);
  }
  closeLeaf(scan);
  return { blocks: scan.blocks };
}

function lineEnd(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return i;
  }
  return text.length;
}

/** False when the nesting limit is passed. */
function scanLine(scan: Scan, cursor: LineCursor): boolean {
  const matched = matchContainers(scan, cursor);
  const inside = matched === scan.containers.length;
  if (inside && continueLeaf(scan, cursor)) return true;
  const opened = openBlocks(scan, cursor, matched);
  if (opened === 'too-deep') return false;
  if (opened === 'leaf') return true;
  addText(scan, cursor, matched, opened === 'container');
  return true;
}

function matchContainers(scan: Scan, cursor: LineCursor): number {
  let matched = 0;
  for (const container of scan.containers) {
    if (!(container.kind === 'quote' ? matchQuote(cursor) : matchItem(container, cursor))) break;
    matched++;
  }
  return matched;
}

function matchQuote(cursor: LineCursor): boolean {
  const { width, offset } = indentation(cursor);
  if (width > 3 || cursor.line[offset] !== '>') return false;
  skipIndentation(cursor);
  skipCharacters(cursor, 1);
  if (isSpaceAt(cursor.line, cursor.offset)) skipColumns(cursor, 1);
  return true;
}

function matchItem(item: Container & { readonly kind: 'item' }, cursor: LineCursor): boolean {
  if (isBlank(cursor)) {
    if (item.hasContent) skipIndentation(cursor);
    return item.hasContent;
  }
  if (indentation(cursor).width < item.indent) return false;
  skipColumns(cursor, item.indent);
  return true;
}

/** Fences, HTML and indented code take the line before anything else may; true when they did. */
function continueLeaf(scan: Scan, cursor: LineCursor): boolean {
  const leaf = scan.leaf;
  switch (leaf?.kind) {
    case 'fence':
      if (closesFence(leaf, cursor)) {
        leaf.closed = true;
        leaf.end = cursor.from + cursor.line.length;
        closeLeaf(scan);
      } else {
        skipColumns(cursor, Math.min(leaf.indent, indentation(cursor).width));
        appendLine(leaf, cursor);
      }
      return true;
    case 'html':
      if (leaf.until === 'blank' && isBlank(cursor)) return false;
      appendLine(leaf, cursor);
      if (leaf.until !== 'blank' && leaf.until.test(cursor.line.slice(cursor.offset))) closeLeaf(scan);
      return true;
    case 'indented':
      if (isBlank(cursor)) skipColumns(cursor, Math.min(4, indentation(cursor).width));
      else if (indentation(cursor).width >= 4) skipColumns(cursor, 4);
      else return false;
      appendLine(leaf, cursor);
      return true;
    default:
      return false;
  }
}

/** Opens as many containers as the line has, then at most one leaf that is no paragraph. */
function openBlocks(scan: Scan, cursor: LineCursor, matched: number): 'none' | 'container' | 'leaf' | 'too-deep' {
  let opened = false;
  for (;;) {
    const here = opened || matched < scan.containers.length ? undefined : scan.leaf;
    const inParagraph = here?.kind === 'paragraph';
    const marker = containerMarker(cursor, inParagraph);
    if (marker === undefined) return openLeaf(scan, cursor, matched, opened) ? 'leaf' : opened ? 'container' : 'none';
    if (!opened) closeBeyond(scan, matched);
    enterContainer(scan, cursor, marker);
    if (scan.containers.length > maxNesting) return 'too-deep';
    matched = scan.containers.length;
    opened = true;
  }
}

function containerMarker(cursor: LineCursor, inParagraph: boolean): 'quote' | ListMarker | undefined {
  const { width, offset } = indentation(cursor);
  if (width > 3) return undefined;
  if (cursor.line[offset] === '>') return 'quote';
  const rest = cursor.line.slice(offset, offset + 12);
  if (!/^[-*+\d]/.test(rest)) return undefined;
  // A heading's underline and a line of dashes are tried before a list.
  if (isThematicBreak(cursor.line.slice(offset)) || (inParagraph && setextDepth(cursor.line.slice(offset)) > 0)) {
    return undefined;
  }
  return listMarker(cursor.line, offset, width, inParagraph);
}

function enterContainer(scan: Scan, cursor: LineCursor, marker: 'quote' | ListMarker): void {
  touchParent(scan);
  if (marker === 'quote') {
    matchQuote(cursor);
    scan.containers.push({ kind: 'quote' });
  } else {
    scan.containers.push({ kind: 'item', indent: readItem(cursor, marker), hasContent: false });
  }
}

function openLeaf(scan: Scan, cursor: LineCursor, matched: number, opened: boolean): boolean {
  const { width, offset } = indentation(cursor);
  if (offset >= cursor.line.length) return false;
  const paragraph = !opened && scan.leaf?.kind === 'paragraph' ? scan.leaf : undefined;
  if (width > 3) {
    if (paragraph !== undefined) return false;
    return startLeaf(scan, matched, opened, openIndented(cursor));
  }
  const rest = cursor.line.slice(offset);
  const heading = openHeading(cursor, offset);
  if (heading !== undefined) return startLeaf(scan, matched, opened, heading);
  const fence = openFence(cursor, offset, width);
  if (fence !== undefined) return startLeaf(scan, matched, opened, fence);
  const until = htmlStart(rest, paragraph === undefined);
  if (until !== undefined) return startLeaf(scan, matched, opened, openHtml(cursor, until));
  const depth = matched === scan.containers.length && paragraph !== undefined ? setextDepth(rest) : 0;
  if (depth > 0 && paragraph !== undefined) {
    paragraph.headingDepth = depth;
    paragraph.end = cursor.from + cursor.line.length;
    closeLeaf(scan);
    return true;
  }
  if (!isThematicBreak(rest)) return false;
  if (!opened) closeBeyond(scan, matched);
  touchParent(scan);
  return true;
}

function startLeaf(scan: Scan, matched: number, opened: boolean, leaf: Leaf): boolean {
  if (!opened) closeBeyond(scan, matched);
  touchParent(scan);
  scan.leaf = leaf;
  const done = leaf.kind === 'heading' || (leaf.kind === 'html' && leaf.until !== 'blank' && endsOnFirstLine(leaf));
  if (done) closeLeaf(scan);
  return true;
}

function endsOnFirstLine(leaf: Leaf & { readonly kind: 'html' }): boolean {
  return leaf.until !== 'blank' && leaf.until.test(leaf.lines[0]?.text ?? '');
}

/** Text that opens nothing: goes on with a paragraph, lazily too, or begins one. */
function addText(scan: Scan, cursor: LineCursor, matched: number, opened: boolean): void {
  const blank = isBlank(cursor);
  if (!blank && !opened && scan.leaf?.kind === 'paragraph') {
    skipIndentation(cursor);
    appendLine(scan.leaf, cursor);
    return;
  }
  if (!opened) closeBeyond(scan, matched);
  if (blank) return;
  touchParent(scan);
  skipIndentation(cursor);
  scan.leaf = openParagraph(cursor);
}

function touchParent(scan: Scan): void {
  const parent = scan.containers.at(-1);
  if (parent?.kind === 'item') parent.hasContent = true;
}

/** Closes the open leaf and the containers this line does not continue. */
function closeBeyond(scan: Scan, matched: number): void {
  closeLeaf(scan);
  scan.containers.length = Math.min(matched, scan.containers.length);
}

function closeLeaf(scan: Scan): void {
  if (scan.leaf !== undefined) scan.blocks.push(finishLeaf(scan.leaf, scan.containers.length));
  scan.leaf = undefined;
}

function isThematicBreak(rest: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/.test(rest);
}
