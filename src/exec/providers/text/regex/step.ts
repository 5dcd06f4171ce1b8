import type { State } from './machine.ts';
import type { Edge, Range } from './node.ts';

export function accepts(
  { ranges, negated }: Extract<State, { kind: 'set' }>,
  code: number,
  ignoreCase: boolean,
): boolean {
  if (inRanges(ranges, code)) return !negated;
  if (!ignoreCase) return negated;
  const char = String.fromCodePoint(code);
  const other = [char.toLowerCase(), char.toUpperCase()].some((one) => inRanges(ranges, one.codePointAt(0) ?? 0));
  return other !== negated;
}

export function isWordAt(text: string, at: number): boolean {
  return /[A-Za-z0-9_]/.test(text[at] ?? '');
}

export function isEdge(edge: Edge, text: string, at: number): boolean {
  const [before, after] = [isWordAt(text, at - 1), isWordAt(text, at)];
  switch (edge) {
    case 'any':
      return before !== after;
    case 'none':
      return before === after;
    case 'first':
      return !before && after;
    case 'last':
      return before && !after;
  }
}

function inRanges(ranges: readonly Range[], code: number): boolean {
  return ranges.some(([first, last]) => first <= code && code <= last);
}

/** How many units the character takes that begins here. */
export function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
