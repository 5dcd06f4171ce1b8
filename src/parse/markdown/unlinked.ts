import { joinSources, type SourceText, sliceSource } from './source-text.ts';
import type { Extent } from './statement-extents.ts';

/** The text and the target are the same, and one address of plain characters. */
const link = /\[(https?:\/\/[\w.~:/?=&%+,;@-]+)\]\(\1\)/g;

/** What may stand in front of the address on its line; behind an option with a value a link is what it sends. */
const inFront = /^\s*curl(?:\s+(?:-[sSfLiv]+|(?:-X|--request)\s+[A-Z]+))*\s+["']?$/;

/**
 * `curl "[https://a.example/x](https://a.example/x)"`: an editor made a link of the address. To curl it would be a range that
 * is none; both halves say the same, so the first is kept.
 */
export function unlinked(source: SourceText): { readonly text: SourceText; readonly links: readonly Extent[] } {
  const parts: SourceText[] = [];
  const links: Extent[] = [];
  let copied = 0;
  for (const { index, 0: whole, 1: address = '' } of source.text.matchAll(link)) {
    const line = source.text.slice(Math.max(source.text.lastIndexOf('\n', index - 1) + 1, index - 200), index);
    if (!inFront.test(line)) continue;
    const end = index + whole.length;
    links.push({ start: index, end });
    parts.push(sliceSource(source, copied, index), sliceSource(source, index + 1, index + 1 + address.length));
    copied = end;
  }
  if (links.length === 0) return { text: source, links };
  return { text: joinSources([...parts, sliceSource(source, copied, source.text.length)], ''), links };
}
