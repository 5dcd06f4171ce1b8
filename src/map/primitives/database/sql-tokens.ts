export interface SqlToken {
  /** `word`: bare or quoted as a name; `mark`: any other single character. */
  readonly kind: 'word' | 'string' | 'mark';
  /** Words in lower case, strings without their quotes. */
  readonly value: string;
  readonly quoted: boolean;
  /** Nothing but blanks and comments in front of it on its line. */
  readonly first: boolean;
  /** Where in the text it ends. */
  readonly end: number;
}

/** What may open a quoted text; `[` ends with `]`. */
export type Quotes = '\'"`[' | '\'"`' | '\'"';

/** Words, strings and marks of SQL, without comments; undefined where a quote or a comment does not end. */
export function sqlTokens(text: string, quotes: Quotes): readonly SqlToken[] | undefined {
  const tokens = [...walkSql(text, quotes)];
  return tokens.every((token) => token !== 'open') ? tokens : undefined;
}

/** The same from a place on, one by one; `open` where a quote or a comment does not end. */
export function* walkSql(text: string, quotes: Quotes, from = 0): Generator<SqlToken | 'open'> {
  let first = true;
  let at = from;
  while (at < text.length) {
    const token = /^(\s|--|\/\*)/.test(text.slice(at, at + 2)) ? blankAt(text, at) : tokenAt(text, at, quotes);
    if (token === undefined) return yield 'open';
    if (token.kind !== 'blank') yield { ...token, kind: token.kind, first };
    const line = text.slice(at, token.end).includes('\n');
    first = line || (first && token.kind === 'blank');
    at = token.end;
  }
}

interface Token {
  readonly kind: SqlToken['kind'] | 'blank';
  readonly value: string;
  readonly quoted: boolean;
  readonly end: number;
}

function blankAt(text: string, at: number): Token | undefined {
  const token = (end: number): Token => ({ kind: 'blank', value: '', quoted: false, end });
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at);
    return token(end < 0 ? text.length : end);
  }
  if (!text.startsWith('/*', at)) return token(at + 1);
  // `/*! … */` runs in MySQL.
  const end = text.startsWith('/*!', at) ? -1 : text.indexOf('*/', at + 2);
  return end < 0 ? undefined : token(end + 2);
}

function tokenAt(text: string, at: number, quotes: Quotes): Token | undefined {
  const char = text.charAt(at);
  if (quotes.includes(char)) return quotedToken(text, at, char === '[' ? ']' : char);
  let end = at;
  while (/[\w$]/.test(text.charAt(end))) end++;
  if (end > at) return { kind: 'word', value: text.slice(at, end).toLowerCase(), quoted: false, end };
  return { kind: 'mark', value: char, quoted: false, end: at + 1 };
}

function quotedToken(text: string, at: number, close: string): Token | undefined {
  let value = '';
  for (let end = at + 1; end < text.length; end++) {
    const char = text.charAt(end);
    // Databases disagree on what a backslash does in a string.
    if (char === '\\') return undefined;
    if (char !== close) value += char;
    else if (text.charAt(end + 1) === close && close !== ']') value += text.charAt(++end);
    else if (close === "'") return { kind: 'string', value, quoted: true, end: end + 1 };
    else return { kind: 'word', value: value.toLowerCase(), quoted: true, end: end + 1 };
  }
  return undefined;
}
