export interface NextRecord {
  readonly record: string | undefined;
  /** Where the one behind it starts. */
  readonly end: number;
  /** Whether line ends are between fields too. */
  readonly paragraph: boolean;
}

/** Without a separator, records are paragraphs: lines between empty ones. */
export function nextRecord(text: string, at: number, separator: string): NextRecord {
  if (separator === '') return nextParagraph(text, at);
  const end = text.indexOf(separator, at);
  return end < 0
    ? { record: text.slice(at), end: text.length, paragraph: false }
    : { record: text.slice(at, end), end: end + separator.length, paragraph: false };
}

function nextParagraph(text: string, at: number): NextRecord {
  let start = at;
  while (text[start] === '\n') start++;
  if (start >= text.length) return { record: undefined, end: text.length, paragraph: true };
  const gap = /\n\n+/g;
  gap.lastIndex = start;
  const found = gap.exec(text);
  const [end, after] = found === null ? [text.length, text.length] : [found.index, gap.lastIndex];
  return { record: text.slice(start, end).replace(/\n$/, ''), end: after, paragraph: true };
}
