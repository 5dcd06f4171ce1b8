import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Span } from '../../ir/span.ts';
import { type DataNode, type MapEntry, readYaml } from '../data/index.ts';
import { reservedKeys } from '../data/limits.ts';
import { flattenFlow, flattenTopFlows, quoteColons } from './repair-yaml.ts';
import { type SourceText, sliceSource, sourceLines, sourceOffset } from './source-text.ts';
import type { FrontmatterPlace } from './split-frontmatter.ts';

export interface Frontmatter {
  /** Undefined when there is none, or an error among the diagnostics. */
  readonly entries?: readonly MapEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Far more than any skill says of itself; what is not valid is read up to three times. */
const mostCharacters = 64 * 1024;

/** YAML first; then with values quoted; then key by key. Only malformed text is retried, never a refused one. */
export function readFrontmatter(text: string, place: FrontmatterPlace, source: string): Frontmatter {
  const span = { source, start: place.start, end: place.end };
  if (place.end - place.start > mostCharacters) {
    return {
      diagnostics: [diagnose('limit/size', `the frontmatter has more than ${mostCharacters} characters`, span)],
    };
  }
  const raw = flattenTopFlows(withoutReturns(text.slice(place.start, place.end), place.start));
  const read = readSource(raw, source);
  if (read.node?.kind === 'map') return expandMetadata({ entries: read.node.entries, diagnostics: [] }, text, source);
  if (read.node === undefined && !onlySyntax(read.diagnostics)) return read;
  if (read.node !== undefined || raw.text.trim() === '') {
    return { diagnostics: [diagnose('parse/frontmatter-shape', 'the frontmatter is not a map of fields', span)] };
  }
  const why = read.diagnostics[0];
  const note = diagnose('parse/frontmatter-repaired', `the frontmatter is not valid YAML: ${why?.message}`, why?.span);
  const again = readSource(quoteColons(raw), source);
  if (again.node?.kind === 'map') {
    return expandMetadata({ entries: again.node.entries, diagnostics: [note] }, text, source);
  }
  if (again.node === undefined && !onlySyntax(again.diagnostics)) return again;
  const lines = readByLine(raw, source);
  return expandMetadata({ ...lines, diagnostics: [note, ...lines.diagnostics] }, text, source);
}

interface ReadSource {
  readonly node?: DataNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads YAML whose text has been changed, and puts the spans of the original in. */
function readSource(raw: SourceText, source: string): ReadSource {
  const read = readYaml(raw.text, source, 0);
  const place = (span: Span): Span => {
    const start = sourceOffset(raw, span.start);
    return { source, start, end: Math.max(start, span.end > span.start ? sourceOffset(raw, span.end - 1) + 1 : start) };
  };
  const diagnostics = read.diagnostics.map((one) => (one.span === undefined ? one : { ...one, span: place(one.span) }));
  return read.node === undefined ? { diagnostics } : { node: placed(read.node, place), diagnostics };
}

/** The reader has limited depth and size already. */
function placed(node: DataNode, place: (span: Span) => Span): DataNode {
  const span = place(node.span);
  switch (node.kind) {
    case 'map': {
      const entries = node.entries.map(({ key, keySpan, value }) => ({
        key,
        keySpan: place(keySpan),
        value: placed(value, place),
      }));
      return { kind: 'map', entries, span };
    }
    case 'list':
      return { kind: 'list', items: node.items.map((item) => placed(item, place)), span };
    default:
      return { ...node, span };
  }
}

function withoutReturns(text: string, from: number): SourceText {
  if (!text.includes('\r')) return { text, segments: [{ at: 0, from }] };
  const segments: { at: number; from: number }[] = [{ at: 0, from }];
  let out = '';
  let copied = 0;
  for (const match of text.matchAll(/\r\n?/g)) {
    out += `${text.slice(copied, match.index)}\n`;
    copied = match.index + match[0].length;
    segments.push({ at: out.length, from: from + copied });
  }
  return { text: out + text.slice(copied), segments };
}

function onlySyntax(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every((diagnostic) => diagnostic.code === 'parse/syntax');
}

/** `key:` at the left edge begins a field; each field that YAML cannot read is kept as its text. */
function readByLine(raw: SourceText, source: string): Frontmatter {
  const entries: MapEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const { key, keySpan, whole, value } of fieldsOf(raw, source)) {
    const refusal = reservedKeys.has(key) ? 'parse/key-reserved' : seen.has(key) ? 'parse/key-duplicate' : undefined;
    if (refusal !== undefined) {
      const what = refusal === 'parse/key-reserved' ? 'is reserved' : 'stands twice';
      return { diagnostics: [diagnose(refusal, `the key \`${key}\` ${what}`, keySpan)] };
    }
    seen.add(key);
    const read = readSource(whole, source);
    if (read.node === undefined && !onlySyntax(read.diagnostics)) return read;
    const node = read.node?.kind === 'map' ? read.node.entries[0]?.value : undefined;
    entries.push({ key, keySpan, value: node ?? textNode(value, source) });
    if (node === undefined) {
      diagnostics.push(diagnose('parse/frontmatter-repaired', `\`${key}\` is read as plain text`, keySpan));
    }
  }
  return { entries, diagnostics };
}

interface Field {
  readonly key: string;
  readonly keySpan: Span;
  readonly whole: SourceText;
  readonly value: SourceText;
}

function fieldsOf(raw: SourceText, source: string): readonly Field[] {
  const starts = [...raw.text.matchAll(/^([A-Za-z_][\w.-]{0,80}):(?=[ \t\n]|$)/gm)];
  return starts.map((match, index) => {
    const end = starts[index + 1]?.index ?? raw.text.length;
    const key = match[1] ?? '';
    const from = sourceOffset(raw, match.index);
    return {
      key,
      keySpan: { source, start: from, end: from + key.length },
      whole: sliceSource(raw, match.index, end),
      value: sliceSource(raw, match.index + match[0].length, end),
    };
  });
}

function textNode(value: SourceText, source: string): DataNode {
  const lines = sourceLines(value).map((line) => line.text.trim());
  const text = lines.filter((line) => line !== '').join(' ');
  const start = sourceOffset(value, 0);
  const span = { source, start, end: Math.max(start, sourceOffset(value, Math.max(0, value.text.length - 1))) };
  return { kind: 'string', value: text.replace(/^(["'])(.*)\1$/, '$2'), raw: value.text, span };
}

/** `metadata` written as a text that holds JSON or JSON5; what only fails to parse stays a text. */
function expandMetadata(read: Frontmatter, text: string, source: string): Frontmatter {
  const refusals: Diagnostic[] = [];
  const entries = read.entries?.map((entry) => {
    const { value } = entry;
    if (entry.key !== 'metadata' || value.kind !== 'string' || !/^\s*\{/.test(value.value)) return entry;
    const from = text.indexOf(value.value, value.span.start);
    const inner = { text: value.value, segments: [{ at: 0, from: from === -1 ? value.span.start : from }] };
    const again = readSource(flattenFlow(inner), source);
    if (!onlySyntax(again.diagnostics)) refusals.push(...again.diagnostics);
    return again.node?.kind === 'map' ? { ...entry, value: again.node } : entry;
  });
  if (entries === undefined || refusals.length > 0) return { diagnostics: [...read.diagnostics, ...refusals] };
  return { entries, diagnostics: read.diagnostics };
}
