import { createRequire } from 'node:module';
import type { Parser, SyntaxNode } from '@lezer/common';
import { bracketDepth } from '../bracket-depth.ts';
import type { At } from '../code.ts';
import { limits } from '../limits.ts';

export type ParsedPython =
  | {
      readonly kind: 'tree';
      readonly top: SyntaxNode;
      readonly text: string;
      readonly place: (offset: number) => number;
    }
  | { readonly kind: 'unread'; readonly why: string; readonly at: At };

/** A declaration that makes Python read the bytes as something else than what we see. */
const otherEncoding = /^[ \t\f]*#.*?coding[:=][ \t]*(?!(?:utf-?8|ascii|us-ascii)(?:[^-\w.]|$))[-\w.]+/im;

/** Python text as a tree, or why it is none. Line ends are those of Python: `\r` and `\r\n` are `\n`. */
export function parsePython(source: string): ParsedPython {
  const whole: At = { start: 0, end: source.length };
  if (source.length > limits.source) return { kind: 'unread', why: 'it is too long', at: whole };
  if (bracketDepth(source) > limits.brackets) return { kind: 'unread', why: 'it is nested too deeply', at: whole };
  if (source.includes('\0')) return { kind: 'unread', why: 'it holds a NUL', at: whole };
  if (otherEncoding.test(source.split(/\r\n|\n|\r/, 2).join('\n')))
    return { kind: 'unread', why: 'it declares an encoding other than UTF-8', at: whole };
  const { text, place } = withPlainLineEnds(source);
  const tree = pythonParser().parse(text);
  let broken: At | undefined;
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) broken ??= { start: place(node.from), end: place(node.to) };
    },
  });
  if (broken !== undefined) return { kind: 'unread', why: 'it does not parse', at: broken };
  return { kind: 'tree', top: tree.topNode, text, place };
}

/** Loaded when the first script is read: compiling what has none must not pay for it. */
function pythonParser(): Parser {
  return (createRequire(import.meta.url)('@lezer/python') as { readonly parser: Parser }).parser;
}

function withPlainLineEnds(source: string): { readonly text: string; readonly place: (offset: number) => number } {
  const plain = source.replaceAll('\f', ' ');
  if (!plain.includes('\r')) return { text: plain, place: (offset) => offset };
  const removed: number[] = [];
  const text = plain.replace(/\r\n?/g, (end, at: number) => {
    if (end.length === 2) removed.push(at - removed.length);
    return '\n';
  });
  return { text, place: (offset) => offset + countBelow(removed, offset) };
}

function countBelow(sorted: readonly number[], offset: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
