import { isHole, type Text } from '../../../ir/text.ts';
import type { JqUse } from './jq-cursor.ts';
import { holeMark, lexJq } from './jq-lexer.ts';
import { parseJq } from './jq-parser.ts';

export type JqVerdict =
  | { readonly kind: 'fine' }
  | { readonly kind: 'open'; readonly hole: string }
  | { readonly kind: 'syntax'; readonly problem: string; readonly near: string }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'module'; readonly name: string };

const maxProgram = 65_536;

/**
 * Judges a filter. A hole is fine inside a string literal, where its value is written with JSON escapes and
 * stays data; anywhere else it would be code.
 */
export function judgeJqProgram(program: Text): JqVerdict {
  const source = program.map((piece) => (isHole(piece) ? holeMark : piece.value)).join('');
  if (source.length > maxProgram) return { kind: 'syntax', problem: `longer than ${maxProgram} characters`, near: '' };
  if (program.some((piece) => !isHole(piece) && piece.value.includes(holeMark))) {
    return { kind: 'syntax', problem: 'a NUL character', near: '' };
  }
  const lexed = lexJq(source);
  if (lexed.kind === 'hole-in-code') return { kind: 'open', hole: holeAt(program, lexed.at) };
  if (lexed.kind === 'error') return { kind: 'syntax', problem: lexed.problem, near: nearby(source, lexed.at) };
  const parsed = parseJq(lexed.tokens, source.length);
  if (parsed.kind === 'error') return { kind: 'syntax', problem: parsed.problem, near: nearby(source, parsed.at) };
  return judgeUses(parsed.uses);
}

function judgeUses(uses: readonly JqUse[]): JqVerdict {
  for (const use of uses) {
    if (use.kind === 'import' || use.kind === 'include' || use.kind === 'module')
      return { kind: 'module', name: use.name };
    if (use.kind === 'function' && moduleReaders.has(use.name)) return { kind: 'module', name: use.name };
    if (use.kind === 'function' && use.name === 'env') return { kind: 'environment', name: 'env' };
    if (use.kind === 'variable' && use.name === 'ENV') return { kind: 'environment', name: '$ENV' };
  }
  return { kind: 'fine' };
}

const moduleReaders = new Set(['modulemeta', 'get_search_list']);

function nearby(source: string, at: number): string {
  return source.slice(at, at + 20).replaceAll(holeMark, '…');
}

function holeAt(program: Text, offset: number): string {
  let at = 0;
  for (const piece of program) {
    const length = isHole(piece) ? 1 : piece.value.length;
    if (isHole(piece) && at >= offset) return piece.name;
    at += length;
  }
  return '';
}
