import { joinSources, type SourceText, sliceSource, sourceLines } from './source-text.ts';

/** JSON5 as a YAML flow collection on one line: comments and line breaks gone, a space behind each colon. */
export function flattenFlow(source: SourceText): SourceText {
  const { text } = source;
  const parts: SourceText[] = [];
  let copied = 0;
  const skip = (from: number, to: number, instead: string): void => {
    parts.push(sliceSource(source, copied, from));
    if (instead !== '') parts.push({ text: instead, segments: sliceSource(source, from, from).segments });
    copied = to;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"' || c === "'") i = quoteEnd(text, i) - 1;
    else if (c === '\n') skip(i, i + 1, ' ');
    else if (c === '\t') skip(i, i + 1, ' ');
    else if (startsComment(text, i)) {
      const end = text.indexOf('\n', i);
      skip(i, end === -1 ? text.length : end, '');
      i = copied - 1;
    } else if (c === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2);
      skip(i, end === -1 ? text.length : end + 2, '');
      i = copied - 1;
    } else if (c === ':' && /[[{"'\w]/.test(text[i + 1] ?? '') && isFlowKey(text, i)) skip(i, i + 1, ': ');
  }
  parts.push(sliceSource(source, copied, text.length));
  return joinSources(parts, '');
}

/** `//` but not that of an address, and `#` behind white space. */
function startsComment(text: string, at: number): boolean {
  if (text[at] === '#') return /\s/.test(text[at - 1] ?? ' ');
  return text[at] === '/' && text[at + 1] === '/' && text[at - 1] !== ':';
}

/** `{a:1` and `, "a":1`, not the colon of `https://x`. */
function isFlowKey(text: string, colon: number): boolean {
  let at = colon - 1;
  const quote = text[at];
  if (quote === '"' || quote === "'") at = Math.max(colon - 90, text.lastIndexOf(quote, at - 1)) - 1;
  else while (at > colon - 90 && /[\w$-]/.test(text[at] ?? '')) at--;
  if (at === colon - 1) return false;
  const end = at - 200;
  while (at > end && /\s/.test(text[at] ?? '')) at--;
  return text[at] === '{' || text[at] === ',';
}

function quoteEnd(text: string, start: number): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\' && quote === '"') i++;
    else if (text[i] === quote) return i + 1;
    else if (text[i] === '\n') return i;
  }
  return text.length;
}

/**
 * JSON5 that people write over several lines of frontmatter, where YAML wants indentation:
 *
 *     metadata: {
 *       openclaw: {bins:["jq"],},      →      metadata: { openclaw: {bins: ["jq"],}, }
 *     }
 */
export function flattenTopFlows(source: SourceText): SourceText {
  const { text } = source;
  const opening = /^[A-Za-z_][\w.-]*:[ \t]*(?:\n[ \t]*)?(?=[{[])/gm;
  const parts: SourceText[] = [];
  let copied = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const start = match.index + match[0].length;
    const end = bracketEnd(text, start);
    if (end === undefined) break;
    parts.push(sliceSource(source, copied, match.index), flattenFlow(sliceSource(source, match.index, end)));
    copied = end;
    opening.lastIndex = end;
  }
  parts.push(sliceSource(source, copied, text.length));
  return joinSources(parts, '');
}

/** Behind the bracket that closes the one at `start`. */
function bracketEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (c === '"') i = quoteEnd(text, i) - 1;
    else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}

const keyHead = /^\s*(?:- )?["']?[A-Za-z_][\w .-]{0,80}["']?:[ \t]+(?=\S)/;

/** `description: Use when: asked` → `description: 'Use when: asked'`. */
export function quoteColons(source: SourceText): SourceText {
  let blockIndent = -1;
  const lines = sourceLines(source).map((line) => {
    const indent = line.text.search(/\S/);
    if (blockIndent >= 0 && (indent === -1 || indent > blockIndent)) return line;
    blockIndent = /:[ \t]+[|>][-+0-9]*[ \t]*$/.test(line.text) ? indent : -1;
    return blockIndent >= 0 ? line : quoteValue(line);
  });
  return joinSources(lines, '\n');
}

function quoteValue(line: SourceText): SourceText {
  const head = keyHead.exec(line.text)?.[0];
  if (head === undefined || line.text.length > 8000) return line;
  const value = line.text.slice(head.length).trimEnd();
  if (!needsQuotes(value)) return line;
  const start = head.length;
  const pieces: SourceText[] = [];
  let from = start;
  for (const piece of value.split("'")) {
    pieces.push(sliceSource(line, from, from + piece.length));
    from += piece.length + 1;
  }
  const mark = (text: string) => ({ text, segments: sliceSource(line, start, start).segments });
  return joinSources([sliceSource(line, 0, start), mark("'"), joinSources(pieces, "''"), mark("'")], '');
}

function needsQuotes(value: string): boolean {
  if (/^["'][^"']*["']$/.test(value) || /^[|>{[]/.test(value)) return false;
  return /:(?:\s|$)|\s#/.test(value) || /^[@`%&*!"'#?,-]/.test(value);
}
