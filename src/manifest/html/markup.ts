import { visible } from '../../ir/visible.ts';

/** Markup that is safe to put into the page. Only this file makes it from text. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly Part[];

/** A template whose holes are text unless they are markup already: escaping cannot be forgotten. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.reduce((out, piece, at) => out + render(parts[at - 1] ?? '') + piece) };
}

/** Our own constant text, e.g. the style sheet; never anything from a skill. */
export function trusted(markup: string): Markup {
  return { markup };
}

export const nothing: Markup = { markup: '' };

export function join(parts: readonly Markup[], between = ''): Markup {
  return { markup: parts.map(({ markup }) => markup).join(between) };
}

function render(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return isList(part) ? part.map(render).join('') : part.markup;
}

function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Hidden characters become visible escapes that stand out; everything that HTML reads as markup becomes an entity. */
function escapeText(text: string): string {
  return visible(text)
    .replace(/[&<>"']/g, (found) => entities.get(found) ?? '')
    .replace(/\\u\{[0-9A-F]+\}/g, '<b class="hid">$&</b>');
}
