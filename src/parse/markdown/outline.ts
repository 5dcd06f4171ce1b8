import type { HeadingBlock } from './block.ts';
import { isInstallTitle } from './setup-lines.ts';

/** The headings above a place, outermost first. */
export type Outline = readonly { readonly depth: number; readonly title: string }[];

export function enterHeading(outline: Outline, heading: HeadingBlock): Outline {
  const above = outline.filter(({ depth }) => depth < heading.depth);
  return [...above, { depth: heading.depth, title: plainText(heading.content.text) }];
}

/** Candidates for an operation's name, nearest first. The document's title names the skill, not an operation. */
export function titlesOf(outline: Outline): readonly string[] {
  return outline
    .filter(({ depth }) => depth > 1)
    .map(({ title }) => title)
    .toReversed();
}

export function isUnderInstall(outline: Outline): boolean {
  return outline.some(({ title }) => isInstallTitle(title));
}

/** Inline marks taken out: `**Search** the [docs](x)` → `Search the docs`. */
export function plainText(text: string): string {
  return text
    .slice(0, 4000)
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/<!--[^<>]{0,2000}-->/g, '')
    .replace(/[*`]+|(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
