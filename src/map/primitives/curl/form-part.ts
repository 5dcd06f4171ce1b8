import { type Stop, unmapped, usage } from './stop.ts';

export interface FieldPart {
  readonly data: string;
  readonly type?: string;
  readonly filename?: string;
  readonly headers: readonly string[];
  /** What stands behind the separator of several files. */
  readonly rest: string;
}

interface Word {
  readonly value: string;
  /** Where the separator stands. */
  readonly end: number;
}

/** `data;type=a/b;filename="c;d";headers="X: y"`, read as curl reads it; `separator` ends one file of several. */
export function fieldPart(text: string, separator: string): FieldPart | Stop {
  const ends = separator === '' ? /;/g : /[;,]/g;
  const first = readWord(text, skipSpace(text, 0), ends);
  let type: { from: number; to: number } | undefined;
  let filename: string | undefined;
  const headers: string[] = [];
  let at = first.end;
  let inType = false;
  while (text[at] === ';') {
    at = skipSpace(text, at + 1);
    const name = /^(type|filename|headers|encoder)=/i.exec(text.slice(at, at + 12))?.[1]?.toLowerCase();
    if (name === 'encoder') return unmapped('`;encoder=` in a form field');
    if (name === 'type' && !inType) {
      const from = skipSpace(text, at + 5);
      if (!/^[^/ ]{1,127}\/[^;, \n]/.test(text.slice(from, from + 256))) return usage('`;type=` is no content type');
      at = findEnd(text, from, ends);
      type = { from, to: trimmedEnd(text, from, at) };
      inType = true;
    } else if (name === 'filename' || name === 'headers') {
      inType = false;
      const from = at + name.length + 1;
      if (name === 'headers' && /^[@<]/.test(text[from] ?? '')) return unmapped('headers of a form field in a file');
      const word = readWord(text, skipSpace(text, from), ends);
      if (name === 'filename') filename = word.value;
      else headers.push(word.value);
      at = word.end;
    } else if (inType && type !== undefined) {
      const from = at;
      at = findEnd(text, from, ends);
      type = { from: type.from, to: Math.max(type.to, trimmedEnd(text, from, at)) };
    } else {
      at = readWord(text, at, ends).end;
    }
  }
  return {
    data: first.value,
    ...(type === undefined ? {} : { type: text.slice(type.from, type.to) }),
    ...(filename === undefined ? {} : { filename }),
    headers,
    rest: text.slice(at),
  };
}

function readWord(text: string, from: number, ends: RegExp): Word {
  const quoted = text[from] === '"' ? readQuoted(text, from, ends) : undefined;
  if (quoted !== undefined) return quoted;
  const end = findEnd(text, from, ends);
  return { value: text.slice(from, trimmedEnd(text, from, end)), end };
}

/** A quote that is never closed is an ordinary character. */
function readQuoted(text: string, from: number, ends: RegExp): Word | undefined {
  let value = '';
  for (let i = from + 1; i < text.length; i++) {
    const char = text[i] ?? '';
    const next = text[i + 1];
    if (char === '\\' && (next === '\\' || next === '"')) {
      value += next;
      i++;
    } else if (char === '"') {
      return { value, end: findEnd(text, i + 1, ends) };
    } else {
      value += char;
    }
  }
  return undefined;
}

function findEnd(text: string, from: number, ends: RegExp): number {
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}

function trimmedEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isSpace(text[at - 1])) at--;
  return at;
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && /^[ \t\n\v\f\r]$/.test(char);
}
