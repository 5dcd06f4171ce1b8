import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { ShellBody } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { parseShell } from '../../shell/parse.ts';
import { asString, type DataNode } from '../data/index.ts';

export interface ReadCommand {
  /** Undefined when bash would not accept the text. */
  readonly body?: ShellBody;
  readonly diagnostics: readonly Diagnostic[];
}

/** `command`: a line or a block of shell, or the words of one command. */
export function readCommand(node: DataNode): ReadCommand {
  const text = node.kind === 'list' ? quoteWords(node.items) : asString(node);
  if (text === undefined || text.trim() === '') {
    return { diagnostics: [diagnose('parse/field-type', '`command` must be a shell command', node.span)] };
  }
  return shellBody(text, node.span.source, node.kind === 'string' ? locator(node) : () => node.span.start);
}

export function shellBody(text: string, source: string, locate: (offset: number) => number): ReadCommand {
  const { program, diagnostics } = parseShell(text, source, locate);
  if (diagnostics.length > 0) return { diagnostics };
  return { body: { kind: 'shell', program, scope: [], files: [] }, diagnostics: [] };
}

function quoteWords(items: readonly DataNode[]): string | undefined {
  const words = items.map(asString);
  if (words.some((word) => word === undefined)) return undefined;
  return words.map((word) => `'${(word ?? '').replaceAll("'", "'\\''")}'`).join(' ');
}

/**
 * Where a character of a scalar's value stands in the source. Exact for plain text, for quotes without escapes and for
 * block text, whose lines lost their indentation; other forms lead to the scalar itself.
 */
export function locator(node: {
  readonly value: string;
  readonly raw: string;
  readonly span: Span;
}): (offset: number) => number {
  const { value, raw, span } = node;
  const inside = (offset: number): number => Math.max(span.start, Math.min(offset, span.end));
  if (raw === value) return (offset) => inside(span.start + offset);
  if (raw.slice(1, -1) === value) return (offset) => inside(span.start + 1 + offset);
  if (!raw.startsWith('|')) return () => span.start;
  const lines = blockStarts(value, raw);
  return lines === undefined ? () => span.start : (offset) => inside(span.start + offsetInBlock(lines, offset));
}

interface LineStart {
  /** Offset in the value. */
  readonly at: number;
  /** Offset in the raw text. */
  readonly from: number;
}

function blockStarts(value: string, raw: string): readonly LineStart[] | undefined {
  const out: LineStart[] = [];
  let from = raw.indexOf('\n') + 1;
  let at = 0;
  for (const line of value.split('\n')) {
    const end = raw.indexOf('\n', from);
    const written = raw.slice(from, end < 0 ? raw.length : end).replace(/\r$/, '');
    if (!written.endsWith(line)) return undefined;
    out.push({ at, from: from + written.length - line.length });
    at += line.length + 1;
    from = end < 0 ? raw.length : end + 1;
  }
  return out;
}

function offsetInBlock(lines: readonly LineStart[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const line = lines[low];
  return line === undefined ? 0 : line.from + offset - line.at;
}
