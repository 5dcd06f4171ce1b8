/** How an HTML block ends: at a line that holds the text, or at a blank line. */
export type HtmlEnd = RegExp | 'blank';

const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[123456]|head|header|hr|html|iframe|legend|li|link|main|' +
  'menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|' +
  'tr|track|ul';

/** CommonMark's seven ways to begin an HTML block, in its order; the seventh cannot interrupt a paragraph. */
const starts: readonly { readonly start: RegExp; readonly end: HtmlEnd }[] = [
  { start: /^<(?:script|pre|textarea|style)(?:\s|>|$)/i, end: /<\/(?:script|pre|textarea|style)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![A-Za-z]/, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${blockTags})(?:\\s|/?>|$)`, 'i'), end: 'blank' },
];

export function htmlStart(rest: string, mayBeAnyTag: boolean): HtmlEnd | undefined {
  if (!rest.startsWith('<')) return undefined;
  const known = starts.find(({ start }) => start.test(rest));
  if (known !== undefined) return known.end;
  return mayBeAnyTag && isWholeTag(rest) ? 'blank' : undefined;
}

const closingTag = /^<\/[A-Za-z][A-Za-z0-9-]*\s*>\s*$/;
const tagName = /^<[A-Za-z][A-Za-z0-9-]*/;
const attribute = /[ \t]+[A-Za-z_:][\w:.-]*(?:[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/y;

/** One complete opening or closing tag and nothing else on the line. */
function isWholeTag(rest: string): boolean {
  if (closingTag.test(rest)) return true;
  const name = tagName.exec(rest)?.[0];
  if (name === undefined) return false;
  let at = name.length;
  const next = new RegExp(attribute);
  for (;;) {
    next.lastIndex = at;
    if (next.exec(rest) === null) break;
    at = next.lastIndex;
  }
  return /^\s*\/?>\s*$/.test(rest.slice(at));
}
