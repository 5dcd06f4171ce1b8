import type { DataNode, StringNode } from './node.ts';
import {
  COLON,
  HASH,
  isBreakOrSpace,
  NEWLINE,
  type QuickState,
  SPACE,
  skipLine,
  skipSpaces,
  spanOf,
  startsPlain,
  TAB,
} from './quick-yaml-cursor.ts';
import { plainScalar } from './scalar.ts';

/** A plain scalar with its continuation lines, to the start of the line behind it. */
export function readPlain(state: QuickState, parent: number): DataNode | undefined {
  const start = state.at;
  if (!startsPlain(state.text, start)) return undefined;
  let end = plainEnd(state.text, start);
  if (end === undefined) return undefined;
  let value = state.text.slice(start, end);
  for (;;) {
    // A comment ends the scalar for good.
    const commented = !endsLine(state.text, end);
    state.at = end;
    skipLine(state);
    const line = state.at;
    const more = continuation(state, parent);
    if (more === undefined) return undefined;
    if (more === false) {
      state.at = line;
      return plainNode(state, start, end, value);
    }
    if (commented) return undefined;
    const next = plainEnd(state.text, state.at);
    if (next === undefined) return undefined;
    value += (more.blank === 0 ? ' ' : '\n'.repeat(more.blank)) + state.text.slice(state.at, next);
    end = next;
  }
}

function plainNode(state: QuickState, start: number, end: number, value: string): DataNode {
  const span = spanOf(state, start, end);
  const raw = state.text.slice(start, end);
  return raw.length === value.length && raw === value ? plainScalar(raw, span) : { kind: 'string', value, raw, span };
}

/** The end of plain text on this line; undefined where it would be a key, or holds a tab. */
function plainEnd(text: string, start: number): number | undefined {
  let end = start;
  for (let i = start; ; i++) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE || Number.isNaN(code)) return end;
    if (code === SPACE) continue;
    if (code === TAB) return undefined;
    if (code === COLON && (isBreakOrSpace(text.charCodeAt(i + 1)) || text.charCodeAt(i + 1) === TAB)) return undefined;
    if (code === HASH && text.charCodeAt(i - 1) === SPACE) return end;
    end = i + 1;
  }
}

function endsLine(text: string, end: number): boolean {
  let i = end;
  while (text.charCodeAt(i) === SPACE) i++;
  const code = text.charCodeAt(i);
  return code === NEWLINE || Number.isNaN(code);
}

/** Whether the next line with content goes on with the scalar, and how many blank lines are between. */
function continuation(state: QuickState, parent: number): { readonly blank: number } | false | undefined {
  const { text } = state;
  for (let blank = 0; ; blank++) {
    const line = state.at;
    skipSpaces(state);
    const code = text.charCodeAt(state.at);
    if (Number.isNaN(code)) return false;
    if (code === TAB) return undefined;
    if (code !== NEWLINE) {
      if (state.at - line <= parent) return false;
      return code === HASH ? undefined : { blank };
    }
    state.at++;
  }
}

/** A quoted scalar, to behind its closing quote. Lines that go on with it must stand right of `parent`. */
export function readQuoted(state: QuickState, parent: number): StringNode | undefined {
  const start = state.at;
  const quote = state.text.charCodeAt(start);
  const end = closingQuote(state.text, start, quote);
  if (end === undefined) return undefined;
  const raw = state.text.slice(start, end);
  const inner = raw.slice(1, -1);
  const folded = inner.includes('\n') ? foldLines(inner, parent, quote === 0x22) : inner;
  if (folded === undefined) return undefined;
  const value = quote === 0x27 ? folded.replaceAll("''", "'") : unescapeDouble(folded);
  if (value === undefined) return undefined;
  state.at = end;
  return { kind: 'string', value, raw, span: spanOf(state, start, end) };
}

function closingQuote(text: string, start: number, quote: number): number | undefined {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c && quote === 0x22) i++;
    else if (code === quote) {
      if (quote === 0x27 && text.charCodeAt(i + 1) === quote) i++;
      else return i + 1;
    }
  }
  return undefined;
}

/** Line folding of quoted scalars; undefined for a tab, or a line too far left. */
function foldLines(inner: string, parent: number, escapable: boolean): string | undefined {
  const lines = inner.split('\n');
  const last = lines.length - 1;
  let out = '';
  let separator = '';
  for (const [index, line] of lines.entries()) {
    const joins = escapable && index < last && endsInEscape(line);
    const text = trimSpaces(line, index > 0, index < last && !joins);
    if (line.includes('\t')) return undefined;
    // A blank line may stand anywhere, but not the one with the closing quote.
    if (index > 0 && (text !== '' || index === last) && leadingSpaces(line) <= parent) return undefined;
    if (text === '' && index > 0 && index < last) {
      // An escaped line end before a blank line is legal and never written.
      if (separator === '') return undefined;
      separator = separator === ' ' ? '\n' : `${separator}\n`;
    } else {
      out += separator + (joins ? text.slice(0, -1) : text);
      separator = joins ? '' : ' ';
    }
  }
  return out;
}

/** `…\\` at the end of a line, not `…\\\\`: the two lines join without a space. */
function endsInEscape(line: string): boolean {
  let count = 0;
  while (line.charCodeAt(line.length - 1 - count) === 0x5c) count++;
  return count % 2 === 1;
}

function leadingSpaces(line: string): number {
  let count = 0;
  while (line.charCodeAt(count) === SPACE) count++;
  return count;
}

function trimSpaces(line: string, start: boolean, end: boolean): string {
  let from = 0;
  let to = line.length;
  if (start) while (from < to && line.charCodeAt(from) === SPACE) from++;
  if (end) while (to > from && line.charCodeAt(to - 1) === SPACE) to--;
  return line.slice(from, to);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
]);

/** Wrong escapes and `\\U` are left to the full reader. */
function unescapeDouble(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  let out = '';
  let last = 0;
  for (let i = text.indexOf('\\'); i >= 0; i = text.indexOf('\\', last)) {
    const next = text.charAt(i + 1);
    const hex = next === 'u' ? text.slice(i + 2, i + 6) : next === 'x' ? text.slice(i + 2, i + 4) : '';
    const value = hex === '' ? escapes.get(next) : hexCharacter(hex, next);
    if (value === undefined) return undefined;
    out += text.slice(last, i) + value;
    last = i + 2 + hex.length;
  }
  const value = out + text.slice(last);
  return value.isWellFormed() ? value : undefined;
}

function hexCharacter(hex: string, form: string): string | undefined {
  const length = form === 'u' ? 4 : 2;
  return hex.length === length && /^[0-9a-fA-F]+$/.test(hex)
    ? String.fromCharCode(Number.parseInt(hex, 16))
    : undefined;
}

/** `|` and `>` with an optional `-` or `+`, to the start of the line behind the text. */
export function readBlockText(state: QuickState, parent: number): StringNode | undefined {
  const start = state.at;
  const header = /[|>]([-+]?) *(?:\n|(?<= )#.*\n)/y;
  header.lastIndex = start;
  const match = header.exec(state.text);
  if (match === null || parent < 0) return undefined;
  state.at = header.lastIndex;
  const lines = blockLines(state, parent);
  if (lines === undefined) return undefined;
  const end = match[1] === '+' ? state.at : lines.end;
  const body = state.text[start] === '|' ? lines.content.join('\n') : fold(lines.content);
  const value = body + tail(match[1] ?? '', lines.blank);
  return { kind: 'string', value, raw: state.text.slice(start, end), span: spanOf(state, start, end) };
}

function tail(chomp: string, blank: number): string {
  if (chomp === '-') return '';
  return chomp === '+' ? '\n'.repeat(blank + 1) : '\n';
}

interface BlockLines {
  /** Without their indentation. */
  readonly content: readonly string[];
  /** How many blank lines follow. */
  readonly blank: number;
  /** Behind the last line that is not blank. */
  readonly end: number;
}

/** Undefined when there is no text at all. */
function blockLines(state: QuickState, parent: number): BlockLines | undefined {
  const { text } = state;
  let behind = state.at;
  const content: string[] = [];
  let indent = -1;
  let used = 0;
  for (;;) {
    const line = state.at;
    if (line >= text.length) break;
    const newline = text.indexOf('\n', line);
    const end = newline < 0 ? text.length : newline;
    let i = line;
    while (i < end && text.charCodeAt(i) === SPACE) i++;
    if (i === end) {
      // Before the first text its indentation is not known yet, so this white space could be anything.
      if (indent < 0 && i - line > parent) return undefined;
      if (newline < 0 && i > line) return undefined;
      const extra = indent >= 0 && i - line > indent;
      content.push(extra ? text.slice(line + indent, end) : '');
      if (extra) used = content.length;
    } else {
      if (i - line <= parent) break;
      if (indent < 0 && text.charCodeAt(i) === TAB) return undefined;
      if (indent < 0) indent = i - line;
      if (i - line < indent) return undefined;
      content.push(text.slice(line + indent, end));
      used = content.length;
    }
    if (newline < 0) return undefined;
    state.at = end + 1;
    if (used === content.length) behind = state.at;
  }
  if (used === 0) return undefined;
  return { content: content.slice(0, used), blank: content.length - used, end: behind };
}

/** Folding of `>`: neighbouring lines join with a space, except around lines indented further. */
function fold(lines: readonly string[]): string {
  let out = '';
  let separator = '';
  let indented = false;
  let begun = false;
  for (const line of lines) {
    if (line === '' && !begun) {
      out += '\n';
    } else if (line.charCodeAt(0) === SPACE || line.charCodeAt(0) === TAB) {
      if (separator === ' ') separator = '\n';
      else if (!indented && separator === '\n') separator = '\n\n';
      out += separator + line;
      separator = '\n';
      indented = true;
      begun = true;
    } else if (line === '') {
      if (separator === '\n') out += '\n';
      else separator = '\n';
    } else {
      out += separator + line;
      separator = ' ';
      indented = false;
      begun = true;
    }
  }
  return out;
}
