import type { Span } from '../../ir/span.ts';
import { type DataLimits, reservedKeys } from './limits.ts';
import { isNewKey, type SeenKeys } from './seen-keys.ts';

/** Where the quick YAML reader stands. */
export interface QuickState {
  readonly text: string;
  readonly source: string;
  readonly offset: number;
  readonly limits: DataLimits;
  at: number;
  nodes: number;
}

/** What `nextContent` gives instead of an indentation. */
export const END = -1;
export const GIVE_UP = -2;

export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const SPACE = 0x20;
export const HASH = 0x23;
export const DASH = 0x2d;
export const COLON = 0x3a;

/**
 * From the start of a line to the next content: its indentation, with `at` on its first character.
 *
 *     ··# comment␊
 *     ␊
 *     ····key: value
 *         ↑ 4
 */
export function nextContent(state: QuickState): number {
  const { text } = state;
  let i = state.at;
  for (;;) {
    const lineStart = i;
    while (text.charCodeAt(i) === SPACE) i++;
    const code = text.charCodeAt(i);
    if (Number.isNaN(code)) {
      state.at = i;
      return END;
    }
    if (code === TAB) return GIVE_UP;
    if (code === HASH) {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end + 1;
    } else if (code === NEWLINE) {
      i++;
    } else {
      state.at = i;
      return i === lineStart && isDocumentLine(text, i) ? GIVE_UP : i - lineStart;
    }
  }
}

function isDocumentLine(text: string, at: number): boolean {
  return text.startsWith('---', at) || text.startsWith('...', at) || text.charCodeAt(at) === 0x25;
}

export function isBreakOrSpace(code: number): boolean {
  return code === SPACE || code === NEWLINE || Number.isNaN(code);
}

/** Whether a key may be added: not empty, no merge key, not reserved, not there yet. */
export function accepts(key: string, seen: SeenKeys): boolean {
  return key !== '' && key !== '<<' && !reservedKeys.has(key) && isNewKey(key, seen);
}

const indicators = new Set([...',[]{}#&*!|>\'"%@`'].map((char) => char.charCodeAt(0)));

/** Indicators that may begin a plain scalar (`-`, `?`, `:`) do so only before something that is not white space. */
export function startsPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code) || indicators.has(code)) return false;
  if (code !== DASH && code !== COLON && code !== 0x3f) return true;
  return !isBreakOrSpace(text.charCodeAt(at + 1)) && text.charCodeAt(at + 1) !== TAB;
}

export function skipSpaces(state: QuickState): void {
  while (state.text.charCodeAt(state.at) === SPACE) state.at++;
}

/** To the start of the next line. */
export function skipLine(state: QuickState): void {
  const end = state.text.indexOf('\n', state.at);
  state.at = end < 0 ? state.text.length : end + 1;
}

export function spanOf(state: QuickState, start: number, end: number): Span {
  return { source: state.source, start: state.offset + start, end: state.offset + end };
}
