import type { DataLimits } from './limits.ts';
import type { DataNode, MapEntry, MapNode } from './node.ts';
import {
  accepts,
  COLON,
  DASH,
  END,
  GIVE_UP,
  HASH,
  isBreakOrSpace,
  NEWLINE,
  nextContent,
  type QuickState,
  SPACE,
  skipLine,
  skipSpaces,
  spanOf,
  startsPlain,
  TAB,
} from './quick-yaml-cursor.ts';
import { readFlow } from './quick-yaml-flow.ts';
import { readBlockText, readPlain, readQuoted } from './quick-yaml-scalar.ts';
import { plainScalar } from './scalar.ts';
import type { SeenKeys } from './seen-keys.ts';

/**
 * The YAML that people and tools write, eight times as fast as the full reader: block maps and lists, plain and quoted
 * scalars, block text, simple flow collections. It never guesses and reports nothing: whatever it does not know
 * (anchors, tags, tabs, directives, complex keys, errors of any kind) ends in undefined, and the full reader decides.
 * A property test holds the two equal.
 */
export function quickYaml(text: string, source: string, offset: number, limits: DataLimits): DataNode | undefined {
  if (text.includes('\r')) return undefined;
  const state: QuickState = { text, source, offset, limits, at: 0, nodes: 0 };
  if (text.startsWith('---\n')) state.at = 4;
  const indent = nextContent(state);
  if (indent < 0 || !startsCollection(state)) return undefined;
  const node = readBlock(state, indent, -1, 0);
  return node !== undefined && nextContent(state) === END ? node : undefined;
}

/** Only a map or a list can be a document here. */
function startsCollection(state: QuickState): boolean {
  return isIndicator(state.text, state.at, DASH) || keyEnd(state) !== undefined;
}

function isIndicator(text: string, at: number, indicator: number): boolean {
  return text.charCodeAt(at) === indicator && isBreakOrSpace(text.charCodeAt(at + 1));
}

/** A value that begins at `at`, in column `indent`; lines that continue it stand right of `parent`. */
function readBlock(state: QuickState, indent: number, parent: number, depth: number): DataNode | undefined {
  if (depth > state.limits.depth || ++state.nodes > state.limits.nodes) return undefined;
  if (isIndicator(state.text, state.at, DASH)) return readList(state, indent, depth);
  const end = keyEnd(state);
  if (end !== undefined) return readMap(state, indent, depth);
  return readScalar(state, parent, depth);
}

function readList(state: QuickState, indent: number, depth: number): DataNode | undefined {
  const items: DataNode[] = [];
  const start = state.at;
  for (;;) {
    const dash = state.at;
    state.at++;
    const item = readItem(state, indent, dash, depth);
    if (item === undefined) return undefined;
    items.push(item);
    const next = nextContent(state);
    if (next === GIVE_UP || next > indent) return undefined;
    if (next < indent || !isIndicator(state.text, state.at, DASH)) {
      backToLine(state, next);
      return { kind: 'list', items, span: spanOf(state, start, endOf(item, state)) };
    }
  }
}

/** Behind a dash: a value on the same line, on a following one, or nothing. */
function readItem(state: QuickState, indent: number, dash: number, depth: number): DataNode | undefined {
  skipSpaces(state);
  const code = state.text.charCodeAt(state.at);
  if (!isLineEnd(state, code)) return readBlock(state, indent + state.at - dash, indent, depth + 1);
  return readBelow(state, indent, dash + 1, depth);
}

function readMap(state: QuickState, indent: number, depth: number): MapNode | undefined {
  const entries: MapEntry[] = [];
  const seen: SeenKeys = { entries, index: undefined };
  const start = state.at;
  for (;;) {
    const entry = readEntry(state, seen, indent, depth);
    if (entry === undefined) return undefined;
    entries.push(entry);
    const next = nextContent(state);
    if (next === GIVE_UP || next > indent) return undefined;
    if (next < indent) {
      backToLine(state, next);
      return { kind: 'map', entries, span: spanOf(state, start, endOf(entry.value, state)) };
    }
  }
}

function readEntry(state: QuickState, seen: SeenKeys, indent: number, depth: number): MapEntry | undefined {
  const start = state.at;
  const end = keyEnd(state);
  if (end === undefined) return undefined;
  const key = readKey(state, start, end);
  if (key === undefined || !accepts(key, seen)) return undefined;
  state.at = state.text.indexOf(':', end) + 1;
  const value = readMapValue(state, indent, depth);
  return value === undefined ? undefined : { key, keySpan: spanOf(state, start, end), value };
}

function readKey(state: QuickState, start: number, end: number): string | undefined {
  const first = state.text.charCodeAt(start);
  if (first !== 0x22 && first !== 0x27) return state.text.slice(start, end);
  const node = readQuoted(state, -1);
  return node?.value;
}

function readMapValue(state: QuickState, indent: number, depth: number): DataNode | undefined {
  const colon = state.at;
  skipSpaces(state);
  const code = state.text.charCodeAt(state.at);
  if (isLineEnd(state, code)) return readBelow(state, indent, colon, depth, true);
  if (isIndicator(state.text, state.at, DASH)) return undefined;
  if (depth >= state.limits.depth || ++state.nodes > state.limits.nodes) return undefined;
  return readScalar(state, indent, depth + 1);
}

/** The value stands on a following line, deeper than `indent`; a list under a key may stand at `indent` itself. */
function readBelow(
  state: QuickState,
  indent: number,
  empty: number,
  depth: number,
  listMayAlign = false,
): DataNode | undefined {
  skipLine(state);
  const before = state.at;
  const next = nextContent(state);
  if (next === GIVE_UP) return undefined;
  if (next > indent) {
    // The full reader refuses some scalars behind a comment that stands too far left.
    if (state.text.slice(before, state.at).includes('#') && !startsCollection(state)) return undefined;
    return readBlock(state, next, indent, depth + 1);
  }
  if (listMayAlign && next === indent && isIndicator(state.text, state.at, DASH)) {
    return readBlock(state, next, indent, depth + 1);
  }
  state.at = before;
  state.nodes++;
  return plainScalar('', spanOf(state, empty, empty));
}

/** A scalar or flow collection, and the rest of its line. */
function readScalar(state: QuickState, parent: number, depth: number): DataNode | undefined {
  switch (state.text[state.at]) {
    case '|':
    case '>':
      return readBlockText(state, parent);
    case '"':
    case "'":
      return endLine(state, readQuoted(state, parent));
    case '[':
    case '{':
      return endLine(state, readFlow(state, parent, depth));
    default:
      return readPlain(state, parent);
  }
}

function endLine(state: QuickState, node: DataNode | undefined): DataNode | undefined {
  if (node === undefined) return undefined;
  const behind = state.at;
  skipSpaces(state);
  const code = state.text.charCodeAt(state.at);
  if (code === HASH ? state.at === behind : code !== NEWLINE && !Number.isNaN(code)) return undefined;
  skipLine(state);
  return node;
}

/** The end of the key that begins at `at`, if the line is `key:` or `key: value`; `at` stays. */
function keyEnd(state: QuickState): number | undefined {
  const { text, at } = state;
  const first = text.charCodeAt(at);
  if (first === 0x22 || first === 0x27) return quotedKeyEnd(text, at, first);
  if (!startsPlain(text, at)) return undefined;
  for (let i = at; i < at + 1000; i++) {
    const code = text.charCodeAt(i);
    if (code === COLON && isBreakOrSpace(text.charCodeAt(i + 1))) return trimmedEnd(text, at, i);
    if (code === NEWLINE || code === TAB || Number.isNaN(code)) return undefined;
    if (code === HASH && text.charCodeAt(i - 1) === SPACE) return undefined;
  }
  return undefined;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && text.charCodeAt(i - 1) === SPACE) i--;
  return i;
}

function quotedKeyEnd(text: string, at: number, quote: number): number | undefined {
  for (let i = at + 1; i < at + 1000; i++) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE || Number.isNaN(code)) return undefined;
    if (code === 0x5c && quote === 0x22) {
      if (text.charCodeAt(++i) === NEWLINE) return undefined;
    } else if (code === quote && quote === 0x27 && text.charCodeAt(i + 1) === quote) i++;
    else if (code === quote) return colonFollows(text, i + 1) ? i + 1 : undefined;
  }
  return undefined;
}

function colonFollows(text: string, at: number): boolean {
  let i = at;
  while (text.charCodeAt(i) === SPACE) i++;
  return text.charCodeAt(i) === COLON && isBreakOrSpace(text.charCodeAt(i + 1));
}

function isLineEnd(state: QuickState, code: number): boolean {
  return code === NEWLINE || Number.isNaN(code) || (code === HASH && state.text.charCodeAt(state.at - 1) === SPACE);
}

/** The line belongs to an outer collection, which looks at it again. */
function backToLine(state: QuickState, indent: number): void {
  if (indent > 0) state.at -= indent;
}

function endOf(node: DataNode, state: QuickState): number {
  return node.span.end - state.offset;
}
