import type { DataNode, MapEntry } from './node.ts';
import { accepts, COLON, HASH, NEWLINE, type QuickState, SPACE, spanOf, startsPlain } from './quick-yaml-cursor.ts';
import { readQuoted } from './quick-yaml-scalar.ts';
import { plainScalar } from './scalar.ts';
import type { SeenKeys } from './seen-keys.ts';

/** `[a, "b"]` and `{a: 1}`, to behind the closing bracket. Lines inside must stand right of `parent`. */
export function readFlow(state: QuickState, parent: number, depth: number): DataNode | undefined {
  if (depth > state.limits.depth) return undefined;
  const start = state.at;
  const isMap = state.text.charAt(start) === '{';
  const close = isMap ? '}' : ']';
  const items: DataNode[] = [];
  const entries: MapEntry[] = [];
  const seen: SeenKeys = { entries, index: undefined };
  state.at++;
  for (;;) {
    if (!skipFlowSpace(state, parent)) return undefined;
    if (state.text.charAt(state.at) === close) break;
    if (++state.nodes > state.limits.nodes) return undefined;
    if (isMap) {
      const entry = readFlowEntry(state, parent, depth, seen);
      if (entry === undefined) return undefined;
      entries.push(entry);
    } else {
      const item = readFlowValue(state, parent, depth);
      if (item === undefined) return undefined;
      items.push(item);
    }
    if (!skipFlowSpace(state, parent)) return undefined;
    if (state.text.charAt(state.at) === close) break;
    if (state.text.charAt(state.at) !== ',') return undefined;
    state.at++;
  }
  state.at++;
  const span = spanOf(state, start, state.at);
  return isMap ? { kind: 'map', entries, span } : { kind: 'list', items, span };
}

function readFlowEntry(state: QuickState, parent: number, depth: number, seen: SeenKeys): MapEntry | undefined {
  const start = state.at;
  const key = readFlowScalar(state, -1);
  if (key === undefined || !accepts(key.raw === '' ? '' : flowKey(key), seen)) return undefined;
  const end = state.at;
  while (state.text.charCodeAt(state.at) === SPACE) state.at++;
  if (state.text.charCodeAt(state.at) !== COLON) return undefined;
  state.at++;
  const follows = state.text.charCodeAt(state.at);
  if (follows !== SPACE && follows !== NEWLINE) return undefined;
  if (end - start > 1000 || !skipFlowSpace(state, parent)) return undefined;
  const value = readFlowValue(state, parent, depth);
  return value === undefined ? undefined : { key: flowKey(key), keySpan: spanOf(state, start, end), value };
}

function flowKey(node: DataNode & { readonly raw: string }): string {
  return node.kind === 'string' ? node.value : node.raw;
}

function readFlowValue(state: QuickState, parent: number, depth: number): DataNode | undefined {
  const char = state.text.charAt(state.at);
  return char === '[' || char === '{' ? readFlow(state, parent, depth + 1) : readFlowScalar(state, parent);
}

function readFlowScalar(state: QuickState, parent: number): (DataNode & { readonly raw: string }) | undefined {
  const char = state.text.charAt(state.at);
  if (char === '"' || char === "'") {
    const node = readQuoted(state, parent);
    return node?.raw.includes('\n') === true ? undefined : node;
  }
  return readFlowPlain(state);
}

/** Plain text inside brackets, on one line. */
function readFlowPlain(state: QuickState): (DataNode & { readonly raw: string }) | undefined {
  const { text } = state;
  const start = state.at;
  if (!startsPlain(text, start)) return undefined;
  let end = start;
  for (let i = start; ; i++) {
    const char = text.charAt(i);
    if (char === '' || char === '\n' || char === '\t' || char === '#' || char === '"' || char === "'") return undefined;
    if (char === ',' || char === ']' || char === '}') break;
    if (char === '[' || char === '{') return undefined;
    if (char === ':') {
      const follows = text.charAt(i + 1);
      if (follows === ' ' || follows === '\n') break;
      if (',[]{}'.includes(follows)) return undefined;
    }
    if (char !== ' ') end = i + 1;
  }
  state.at = end;
  const raw = text.slice(start, end);
  return raw === '' || raw === '-' || raw === '?' ? undefined : plainScalar(raw, spanOf(state, start, end));
}

/** White space and comments between items; false where a line stands too far left. */
function skipFlowSpace(state: QuickState, parent: number): boolean {
  const { text } = state;
  for (;;) {
    const code = text.charCodeAt(state.at);
    if (code === SPACE) {
      state.at++;
    } else if (code === NEWLINE) {
      const line = ++state.at;
      while (text.charCodeAt(state.at) === SPACE) state.at++;
      const next = text.charCodeAt(state.at);
      if (next !== NEWLINE && state.at - line <= parent) return false;
    } else {
      return code !== HASH && code !== 0x09 && !Number.isNaN(code);
    }
  }
}
