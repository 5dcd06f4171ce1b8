import { Composer, type Document, isAlias, isMap, isScalar, isSeq, Lexer, type Node, Parser, type Scalar } from 'yaml';
import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Span } from '../../ir/span.ts';
import { type DataLimits, reservedKeys } from './limits.ts';
import type { DataNode, MapEntry } from './node.ts';
import type { DataDocument } from './read-json.ts';
import { numberNode, plainScalar } from './scalar.ts';

/** All of YAML 1.2, through the `yaml` package, with every limit checked before its recursive half runs. */
export function libraryYaml(text: string, source: string, offset: number, limits: DataLimits): DataDocument {
  const state: State = { text, source, offset, limits, anchors: new Map(), nodes: 0, aliased: 0, diagnostics: [] };
  const excess = lexicalExcess(state);
  if (excess !== undefined) return { diagnostics: [excess] };
  const tokens = [...new Parser().parse(text)];
  if (isTooDeep(tokens, limits.depth)) return { diagnostics: [tooDeep(state, 0)] };
  const documents = [
    ...new Composer({ uniqueKeys: false, keepSourceTokens: false }).compose(tokens, true, text.length),
  ];
  const [document] = documents;
  if (document === undefined) return { diagnostics: [] };
  reportErrors(state, document, documents[1]);
  if (state.diagnostics.length > 0) return { diagnostics: state.diagnostics };
  const node = convert(state, document.contents as Node | null, 0);
  if (node === undefined || state.diagnostics.length > 0) return { diagnostics: state.diagnostics };
  return { node: node.node, diagnostics: [] };
}

interface State {
  readonly text: string;
  readonly source: string;
  readonly offset: number;
  readonly limits: DataLimits;
  readonly anchors: Map<string, Sized>;
  nodes: number;
  aliased: number;
  readonly diagnostics: Diagnostic[];
}

/** A converted node and how many nodes it has, so that an alias costs its target's size without copying it. */
interface Sized {
  readonly node: DataNode;
  readonly size: number;
}

const SCALAR_FOLLOWS = '\u001f';
const maxErrors = 20;

/** The parser keeps every open bracket in memory and the composer recurses, so brackets are counted first. */
function lexicalExcess(state: State): Diagnostic | undefined {
  let at = 0;
  let open = 0;
  let inline = 0;
  let lexemes = 0;
  let content = false;
  for (const lexeme of new Lexer().lex(state.text)) {
    if (content) {
      content = false;
    } else if (lexeme === SCALAR_FOLLOWS) {
      content = true;
      continue;
    } else if (lexeme === '[' || lexeme === '{') {
      open++;
    } else if (lexeme === ']' || lexeme === '}') {
      open--;
    } else if (lexeme === '-' || lexeme === '?' || lexeme === ':') {
      inline++;
    } else if (lexeme === '\n' || lexeme === '\r\n') {
      inline = 0;
    }
    if (open > state.limits.depth || (open === 0 && inline > 2 * state.limits.depth)) return tooDeep(state, at);
    if (++lexemes > state.limits.nodes * 8) return tooMany(state);
    at += lexeme.length;
  }
  return undefined;
}

function isTooDeep(tokens: readonly unknown[], limit: number): boolean {
  const queue: { readonly token: unknown; readonly depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { token, depth } = next;
    if (typeof token !== 'object' || token === null) continue;
    const inner = token as { items?: unknown[]; key?: unknown; value?: unknown; type?: string };
    // Items of a collection hold key and value; only the collection itself is a level.
    const level = inner.items === undefined ? depth : depth + 1;
    if (level > limit + 1) return true;
    for (const item of inner.items ?? []) queue.push({ token: item, depth: level });
    if (inner.key !== undefined) queue.push({ token: inner.key, depth: level });
    if (inner.value !== undefined) queue.push({ token: inner.value, depth: level });
  }
  return false;
}

function reportErrors(state: State, document: Document.Parsed, second: Document.Parsed | undefined): void {
  for (const error of document.errors.slice(0, maxErrors)) {
    const [start, end] = error.pos;
    const code = error.code === 'TAG_RESOLVE_FAILED' ? 'parse/tag-unknown' : 'parse/syntax';
    state.diagnostics.push(diagnose(code, sentence(error.message), spanOf(state, start, end)));
  }
  if (second !== undefined) {
    const [start, end] = second.range;
    state.diagnostics.push(
      diagnose(
        'parse/syntax',
        'the file holds more than one YAML document',
        spanOf(state, start, Math.min(end, start + 3)),
      ),
    );
  }
}

function sentence(message: string): string {
  const text = message.trim().replace(/\.$/, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function convert(state: State, node: Node | null, depth: number): Sized | undefined {
  const at = node?.range?.[0] ?? state.text.length;
  if (depth > state.limits.depth) return stop(state, tooDeep(state, at));
  if (++state.nodes > state.limits.nodes) return stop(state, tooMany(state));
  if (node === null) return { node: plainScalar('', spanOf(state, at, at)), size: 1 };
  if (isAlias(node)) return convertAlias(state, node.source, spanOf(state, at, node.range?.[1] ?? at));
  if (!hasKnownTag(node)) {
    return stop(
      state,
      diagnose('parse/tag-unknown', `the tag \`${node.tag}\` is not known`, spanOf(state, at, at + 1)),
    );
  }
  const sized = convertContent(state, node, depth);
  const { anchor } = node as { anchor?: string };
  if (sized !== undefined && anchor !== undefined) state.anchors.set(anchor, sized);
  return sized;
}

function convertContent(state: State, node: Node, depth: number): Sized | undefined {
  if (isMap(node)) return convertMap(state, node.items as readonly Pair[], placeOf(state, node), depth);
  if (isSeq(node)) return convertList(state, node.items as readonly Node[], placeOf(state, node), depth);
  if (isScalar(node)) return convertScalar(state, node as Scalar);
  return stop(state, diagnose('parse/syntax', 'a value of an unknown kind', placeOf(state, node)));
}

interface Pair {
  readonly key: Node | null;
  readonly value: Node | null;
}

/** The target is shared, not copied; its size counts each time, since everything behind this walks trees. */
function convertAlias(state: State, name: string, span: Span): Sized | undefined {
  const target = state.anchors.get(name);
  if (target === undefined) {
    return stop(
      state,
      diagnose('limit/alias', `the alias \`*${name}\` stands inside its own anchor or has none`, span),
    );
  }
  state.aliased += target.size;
  if (state.aliased > state.limits.aliased) {
    return stop(state, diagnose('limit/alias', `aliases repeat more than ${state.limits.aliased} nodes`, span));
  }
  return target;
}

function convertList(state: State, items: readonly Node[], span: Span, depth: number): Sized | undefined {
  const out: DataNode[] = [];
  let size = 1;
  for (const item of items) {
    const sized = convert(state, item, depth + 1);
    if (sized === undefined) return undefined;
    out.push(sized.node);
    size += sized.size;
  }
  return { node: { kind: 'list', items: out, span: closed(state, span, out.at(-1)) }, size };
}

function convertMap(state: State, pairs: readonly Pair[], span: Span, depth: number): Sized | undefined {
  const entries: MapEntry[] = [];
  const merged: MapEntry[] = [];
  const seen = new Set<string>();
  let size = 1;
  for (const pair of pairs) {
    const key = keyOf(state, pair.key);
    const keySpan = placeOf(state, pair.key);
    if (key === undefined || !isFreeKey(state, key, seen, keySpan)) return undefined;
    const sized = convert(state, pair.value, depth + 1);
    if (sized === undefined) return undefined;
    size += sized.size;
    if (isMergeKey(pair.key)) {
      if (!merge(state, sized.node, merged, keySpan)) return undefined;
    } else {
      entries.push({ key, keySpan, value: sized.node });
    }
  }
  const own = new Set(entries.map((entry) => entry.key));
  const all = [...entries, ...merged.filter((entry) => !own.has(entry.key))];
  return { node: { kind: 'map', entries: all, span: closed(state, span, entries.at(-1)?.value) }, size };
}

function isFreeKey(state: State, key: string, seen: Set<string>, span: Span): boolean {
  if (reservedKeys.has(key)) stop(state, diagnose('parse/key-reserved', `the key \`${key}\` is reserved`, span));
  else if (seen.has(key)) stop(state, diagnose('parse/key-duplicate', `the key \`${key}\` stands twice`, span));
  seen.add(key);
  return state.diagnostics.length === 0;
}

/** A key's text as written; `1.10: x` has the key `1.10`. Keys that are collections have no text. */
function keyOf(state: State, key: Node | null): string | undefined {
  if (key !== null && isScalar(key)) {
    if (!hasKnownTag(key)) {
      return stop(state, diagnose('parse/tag-unknown', `the tag \`${key.tag}\` is not known`, placeOf(state, key)));
    }
    const sized = convertScalar(state, key as Scalar);
    if (sized === undefined) return undefined;
    const { node } = sized;
    return node.kind === 'string' ? node.value : node.kind === 'map' || node.kind === 'list' ? undefined : node.raw;
  }
  return stop(state, diagnose('parse/syntax', 'a key must be a plain text', placeOf(state, key)));
}

function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
}

/** `<<`: keys of the map's own win, then the first of several merged maps. */
function merge(state: State, node: DataNode, into: MapEntry[], span: Span): boolean {
  const maps = node.kind === 'list' ? node.items : [node];
  const seen = new Set(into.map((entry) => entry.key));
  for (const map of maps) {
    if (map.kind !== 'map') {
      stop(state, diagnose('parse/syntax', 'only maps can be merged with `<<`', span));
      return false;
    }
    for (const entry of map.entries) {
      if (!seen.has(entry.key)) into.push(entry);
      seen.add(entry.key);
    }
  }
  return true;
}

function convertScalar(state: State, scalar: Scalar): Sized | undefined {
  const span = placeOf(state, scalar);
  const raw = state.text.slice(span.start - state.offset, span.end - state.offset);
  const value = scalar.source ?? '';
  if (!value.isWellFormed()) return stop(state, diagnose('parse/syntax', 'a string has half a character', span));
  const text: DataNode = { kind: 'string', value, raw, span };
  if (scalar.type !== 'PLAIN' || scalar.tag === coreTag('str')) return { node: text, size: 1 };
  if (scalar.tag === coreTag('float') || scalar.tag === coreTag('int'))
    return { node: numberNode(value, span), size: 1 };
  return { node: raw === value ? plainScalar(value, span) : text, size: 1 };
}

const coreNames: ReadonlySet<string> = new Set(['str', 'int', 'float', 'bool', 'null', 'map', 'seq']);

function coreTag(name: string): string {
  return `tag:yaml.org,2002:${name}`;
}

/** Tags of the core schema only; an explicit `!` means a string. */
function hasKnownTag(node: Node): boolean {
  const tag = (node as { tag?: string }).tag;
  if (tag === undefined || tag === '!') return true;
  return tag.startsWith('tag:yaml.org,2002:') && coreNames.has(tag.slice('tag:yaml.org,2002:'.length));
}

function placeOf(state: State, node: Node | null): Span {
  const start = node?.range?.[0] ?? state.text.length;
  return spanOf(state, start, node?.range?.[1] ?? start);
}

/** A block collection ends where its last value ends, not at the next content. */
function closed(state: State, span: Span, last: DataNode | undefined): Span {
  const opening = state.text[span.start - state.offset];
  if (opening === '[' || opening === '{' || last === undefined || last.span.end < span.start) return span;
  return { ...span, end: Math.min(span.end, last.span.end) };
}

function spanOf(state: State, start: number, end: number): Span {
  const within = (at: number) => state.offset + Math.min(at, state.text.length);
  return { source: state.source, start: within(start), end: within(end) };
}

function tooDeep(state: State, at: number): Diagnostic {
  const message = `values are nested deeper than ${state.limits.depth} levels`;
  return diagnose('limit/depth', message, spanOf(state, at, at + 1));
}

function tooMany(state: State): Diagnostic {
  return diagnose('limit/nodes', `the document has more than ${state.limits.nodes} nodes`, spanOf(state, 0, 1));
}

function stop(state: State, diagnostic: Diagnostic): undefined {
  if (state.diagnostics.length === 0) state.diagnostics.push(diagnostic);
  return undefined;
}
