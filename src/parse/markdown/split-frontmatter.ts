/** Offsets into the source; `body` is where Markdown begins. */
export interface FrontmatterPlace {
  readonly kind: 'found' | 'missing' | 'unclosed';
  readonly start: number;
  readonly end: number;
  readonly body: number;
  /** Blank lines stand above the opening `---`. */
  readonly late: boolean;
}

/** The lines between the first `---` and the next line that is `---` or `...`. */
export function splitFrontmatter(text: string): FrontmatterPlace {
  const blank = /^[ \t\r\n]*/.exec(text)?.[0] ?? '';
  const opening = /^---[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(blank.length))?.[0];
  if (opening === undefined || /[ \t]$/.test(blank)) return { kind: 'missing', start: 0, end: 0, body: 0, late: false };
  const start = blank.length + opening.length;
  const late = blank !== '';
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/gm;
  closing.lastIndex = start;
  const match = closing.exec(text);
  if (match === null) return { kind: 'unclosed', start, end: start, body: 0, late };
  return { kind: 'found', start, end: match.index, body: match.index + match[0].length, late };
}
