import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Span } from '../../ir/span.ts';
import { type DataLimits, reservedKeys, skillLimits } from './limits.ts';
import type { DataNode, MapEntry } from './node.ts';
import { isJsonNumber, numberNode } from './scalar.ts';
import { isNewKey, type SeenKeys } from './seen-keys.ts';

export interface DataDocument {
  /** Undefined when there is an error among the diagnostics. */
  readonly node?: DataNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Strict JSON with places. `JSON.parse` keeps the last of two equal keys without a word, so it cannot be used.
 * `offset` is where the text begins in its source.
 */
export function readJson(
  text: string,
  source: string,
  offset: number = 0,
  limits: DataLimits = skillLimits,
): DataDocument {
  if (text.length > limits.size) {
    return { diagnostics: [diagnose('limit/size', `the document has more than ${limits.size} characters`)] };
  }
  const state: State = { text, source, offset, limits, at: 0, nodes: 0, error: undefined };
  skipSpace(state);
  const node = readValue(state, 0);
  if (node !== undefined) {
    skipSpace(state);
    if (state.at < text.length) fail(state, 'parse/syntax', `unexpected ${here(state)} after the document`);
  }
  if (state.error !== undefined) return { diagnostics: [state.error] };
  return node === undefined ? { diagnostics: [] } : { node, diagnostics: [] };
}

interface State {
  readonly text: string;
  readonly source: string;
  readonly offset: number;
  readonly limits: DataLimits;
  at: number;
  nodes: number;
  error: Diagnostic | undefined;
}

function readValue(state: State, depth: number): DataNode | undefined {
  state.nodes++;
  if (state.nodes > state.limits.nodes) {
    return fail(state, 'limit/nodes', `the document has more than ${state.limits.nodes} nodes`);
  }
  if (depth > state.limits.depth) {
    return fail(state, 'limit/depth', `values are nested deeper than ${state.limits.depth} levels`);
  }
  switch (state.text.charCodeAt(state.at)) {
    case 0x7b:
      return readObject(state, depth);
    case 0x5b:
      return readArray(state, depth);
    case 0x22:
      return readStringNode(state);
    default:
      return readWord(state);
  }
}

function readObject(state: State, depth: number): DataNode | undefined {
  const start = state.at++;
  const entries: MapEntry[] = [];
  const seen: SeenKeys = { entries, index: undefined };
  skipSpace(state);
  if (take(state, 0x7d)) return { kind: 'map', entries, span: spanFrom(state, start) };
  for (;;) {
    const entry = readEntry(state, seen, depth);
    if (entry === undefined) return undefined;
    entries.push(entry);
    skipSpace(state);
    if (take(state, 0x7d)) return { kind: 'map', entries, span: spanFrom(state, start) };
    if (!take(state, 0x2c)) return fail(state, 'parse/syntax', `expected \`,\` or \`}\`, found ${here(state)}`);
    skipSpace(state);
  }
}

function readEntry(state: State, seen: SeenKeys, depth: number): MapEntry | undefined {
  const start = state.at;
  if (state.text.charCodeAt(start) !== 0x22) {
    return fail(state, 'parse/syntax', `expected a key in double quotes, found ${here(state)}`);
  }
  const key = readString(state);
  if (key === undefined) return undefined;
  const keySpan = spanFrom(state, start);
  if (reservedKeys.has(key)) return failAt(state, 'parse/key-reserved', `the key \`${key}\` is reserved`, keySpan);
  if (!isNewKey(key, seen)) return failAt(state, 'parse/key-duplicate', `the key \`${key}\` stands twice`, keySpan);
  skipSpace(state);
  if (!take(state, 0x3a)) return fail(state, 'parse/syntax', `expected \`:\`, found ${here(state)}`);
  skipSpace(state);
  const value = readValue(state, depth + 1);
  return value === undefined ? undefined : { key, keySpan, value };
}

function readArray(state: State, depth: number): DataNode | undefined {
  const start = state.at++;
  const items: DataNode[] = [];
  skipSpace(state);
  if (take(state, 0x5d)) return { kind: 'list', items, span: spanFrom(state, start) };
  for (;;) {
    const item = readValue(state, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
    skipSpace(state);
    if (take(state, 0x5d)) return { kind: 'list', items, span: spanFrom(state, start) };
    if (!take(state, 0x2c)) return fail(state, 'parse/syntax', `expected \`,\` or \`]\`, found ${here(state)}`);
    skipSpace(state);
  }
}

function readStringNode(state: State): DataNode | undefined {
  const start = state.at;
  const value = readString(state);
  if (value === undefined) return undefined;
  return { kind: 'string', value, raw: state.text.slice(start, state.at), span: spanFrom(state, start) };
}

/** From the opening quote to behind the closing one. */
function readString(state: State): string | undefined {
  const { text } = state;
  const start = state.at;
  let escaped = false;
  let i = start + 1;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) break;
    if (code === 0x5c) {
      escaped = true;
      i++;
    } else if (code < 0x20) {
      state.at = i;
      return fail(state, 'parse/syntax', `a string holds ${here(state)}; write it as an escape`);
    }
  }
  if (i >= text.length) return fail(state, 'parse/syntax', 'a string is not closed');
  state.at = i + 1;
  const inner = text.slice(start + 1, i);
  if (!escaped) return inner;
  const value = withoutEscapes(inner);
  if (value?.isWellFormed() === true) return value;
  state.at = start;
  return fail(
    state,
    'parse/syntax',
    value === undefined ? 'a string has a wrong escape' : 'a string has half a character',
  );
}

/** The scan above has seen that no raw control character or quote is inside, so only escapes can be wrong. */
function withoutEscapes(inner: string): string | undefined {
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return undefined;
  }
}

function readWord(state: State): DataNode | undefined {
  const start = state.at;
  let end = start;
  while (isWordCharacter(state.text.charCodeAt(end))) end++;
  const raw = state.text.slice(start, end);
  const span = { source: state.source, start: state.offset + start, end: state.offset + start + raw.length };
  const node = wordNode(raw, span);
  if (node === undefined) return fail(state, 'parse/syntax', `expected a value, found ${here(state)}`);
  state.at += raw.length;
  return node;
}

/** Letters, digits, `+`, `-`, `.`. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 43 || code === 45 || code === 46
  );
}

function wordNode(raw: string, span: Span): DataNode | undefined {
  if (raw === 'true' || raw === 'false') return { kind: 'boolean', value: raw === 'true', raw, span };
  if (raw === 'null') return { kind: 'null', value: null, raw, span };
  return isJsonNumber(raw) ? numberNode(raw, span) : undefined;
}

function skipSpace(state: State): void {
  const { text } = state;
  let i = state.at;
  for (;;) {
    const code = text.charCodeAt(i);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    i++;
  }
  state.at = i;
}

function take(state: State, code: number): boolean {
  if (state.text.charCodeAt(state.at) !== code) return false;
  state.at++;
  return true;
}

function spanFrom(state: State, start: number): Span {
  return { source: state.source, start: state.offset + start, end: state.offset + state.at };
}

function here(state: State): string {
  const code = state.text.codePointAt(state.at);
  if (code === undefined) return 'the end';
  return code < 0x20 ? 'a control character' : `\`${String.fromCodePoint(code)}\``;
}

function fail(state: State, code: Failure, message: string): undefined {
  return failAt(state, code, message, spanFrom({ ...state, at: Math.min(state.at + 1, state.text.length) }, state.at));
}

type Failure = 'parse/syntax' | 'parse/key-duplicate' | 'parse/key-reserved' | 'limit/depth' | 'limit/nodes';

function failAt(state: State, code: Failure, message: string, span: Span): undefined {
  state.error ??= diagnose(code, message, span);
  return undefined;
}
