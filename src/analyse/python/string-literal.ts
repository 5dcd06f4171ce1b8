/** What a Python string literal without replacements stands for; bytes as text of the same code points. */
export function stringValue(literal: string): string {
  const { raw, bytes, body } = splitLiteral(literal);
  return raw ? body : unescapeText(body, bytes);
}

export interface SplitLiteral {
  readonly raw: boolean;
  readonly bytes: boolean;
  readonly body: string;
  /** Where the body starts in the literal. */
  readonly start: number;
}

export function splitLiteral(literal: string): SplitLiteral {
  const prefix = /^[A-Za-z]*/.exec(literal)?.[0] ?? '';
  const quote = /^(?:"""|'''|"|')/.exec(literal.slice(prefix.length))?.[0] ?? '"';
  const start = prefix.length + quote.length;
  const end = Math.max(start, literal.length - quote.length);
  return { raw: /r/i.test(prefix), bytes: /b/i.test(prefix), body: literal.slice(start, end), start };
}

const escapes =
  /\\(?:\n|([\\'"abfnrtv])|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^}]*)\})/g;

const named: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** `\N{…}` is left as it is: a text that holds one is no address. */
export function unescapeText(body: string, bytes: boolean): string {
  if (!body.includes('\\')) return body;
  return body.replace(escapes, (whole, one, octal, hex, short, long, name) => {
    if (one !== undefined) return named[one] ?? one;
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (bytes) return whole;
    if (short !== undefined) return String.fromCharCode(Number.parseInt(short, 16));
    if (long !== undefined) return codePoint(Number.parseInt(long, 16));
    return name === undefined ? '' : whole;
  });
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
