import { hasMark, isMarkAt, type Marks } from '../../../http/url/marks.ts';
import type { BodyPart } from '../../../ir/request.ts';
import type { Reading } from './reading.ts';
import { dynamic, isStop, type Stop, unmapped } from './stop.ts';

export type DataForm = 'ascii' | 'binary' | 'raw' | 'json' | 'urlencode';
type FileMode = 'strip' | 'keep' | 'urlencoded';

/** One `-d` and its like. `prefix` is `name=` of `--data-urlencode`. Strings are marked. */
export type DataItem = { readonly glued: boolean; readonly prefix: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'urlencoded'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly mode: FileMode }
  | { readonly kind: 'stdin'; readonly mode: FileMode }
);

export function readData(value: string, form: DataForm, reading: Reading): DataItem | Stop {
  if (form === 'urlencode') return readUrlencode(value, reading);
  const glued = form === 'json';
  if (form === 'raw' || !value.startsWith('@')) return { kind: 'text', text: value, glued, prefix: '' };
  const mode = form === 'ascii' ? 'strip' : 'keep';
  return readSource(value.slice(1), mode, '', glued, reading);
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`. */
function readUrlencode(value: string, reading: Reading): DataItem | Stop {
  const equals = value.indexOf('=');
  const separator = equals >= 0 ? equals : value.indexOf('@');
  if (separator < 0) {
    if (hasMark(value)) return dynamic('`--data-urlencode` with a variable that may hold the name too');
    return { kind: 'urlencoded', text: value, glued: false, prefix: '' };
  }
  const prefix = separator === 0 ? '' : `${value.slice(0, separator)}=`;
  const rest = value.slice(separator + 1);
  if (equals >= 0) return { kind: 'urlencoded', text: rest, glued: false, prefix };
  return readSource(rest, 'urlencoded', prefix, false, reading);
}

function readSource(path: string, mode: FileMode, prefix: string, glued: boolean, reading: Reading): DataItem | Stop {
  if (path !== '-') return { kind: 'file', path, mode, glued, prefix };
  reading.stdinReads++;
  const { stdin } = reading;
  switch (stdin.kind) {
    case 'stream':
      return { kind: 'stdin', mode, glued, prefix };
    case 'file':
      return { kind: 'file', path: stdin.path, mode, glued, prefix };
    case 'text':
      return mode === 'urlencoded'
        ? { kind: 'urlencoded', text: stdin.text, glued, prefix }
        : { kind: 'text', text: mode === 'strip' ? withoutLineEnds(stdin.text) : stdin.text, glued, prefix };
  }
}

const stripped = /[\u0000\r\n]/g;

function withoutLineEnds(text: string): string {
  return text.replace(stripped, '');
}

/** The body: items joined with `&`, except in front of `--json`. */
export function bodyParts(items: readonly DataItem[], marks: Marks): readonly BodyPart[] {
  const out: BodyPart[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') out.push({ kind: 'text', text: marks.text(text) });
    text = '';
  };
  for (const [index, item] of items.entries()) {
    text += (index > 0 && !item.glued ? '&' : '') + item.prefix;
    if (item.kind === 'text') {
      text += item.text;
    } else {
      flush();
      out.push(bodyPart(item, marks));
    }
  }
  flush();
  return out;
}

function bodyPart(item: Exclude<DataItem, { kind: 'text' }>, marks: Marks): BodyPart {
  switch (item.kind) {
    case 'urlencoded':
      return { kind: 'urlencoded', text: marks.text(item.text) };
    case 'file':
      return { kind: 'file', path: marks.text(item.path), mode: item.mode };
    case 'stdin':
      return { kind: 'stdin', mode: item.mode };
  }
}

/** The same items in a URL (`-G`, `--url-query`): curl writes percent escapes in lower case there. */
export function queryText(items: readonly DataItem[]): string | Stop {
  let out = '';
  for (const [index, item] of items.entries()) {
    const piece = queryPiece(item);
    if (isStop(piece)) return piece;
    out += (index > 0 && !item.glued ? '&' : '') + item.prefix + piece;
  }
  return out.replace(/%[0-9A-Fa-f]{2}/g, (byte) => byte.toLowerCase());
}

function queryPiece(item: DataItem): string | Stop {
  switch (item.kind) {
    case 'text':
      return item.text;
    case 'urlencoded':
      return urlencode(item.text);
    case 'file':
    case 'stdin':
      return unmapped('the query is read from a file or from standard input');
  }
}

/** curl's own escaping: letters, digits and `-._~` stay, a space is `+`. Holes stay for their own encoding. */
export function urlencode(marked: string): string {
  let out = '';
  let index = 0;
  for (const char of marked) {
    out += /^[A-Za-z0-9._~-]$/.test(char) || isMarkAt(marked, index) ? char : escapeChar(char);
    index += char.length;
  }
  return out;
}

function escapeChar(char: string): string {
  if (char === ' ') return '+';
  const escaped = encodeURIComponent(char);
  return escaped === char ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : escaped;
}
