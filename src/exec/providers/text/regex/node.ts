/** A regular expression without back references, as POSIX tools read it. */
export type RegexNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly ranges: readonly Range[]; readonly negated: boolean }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  /** `\b`, `\B`, `\<`, `\>`. */
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'concat'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'either'; readonly parts: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: RegexNode;
      readonly least: number;
      readonly most: number;
      /** As few as will do. */
      readonly lazy?: true;
    }
  /** Brackets are numbered from 1, as they open. */
  | { readonly kind: 'group'; readonly number: number; readonly part: RegexNode }
  /** `(?=…)` and its kin; behind, so many characters may come before. */
  | { readonly kind: 'look'; readonly part: RegexNode; readonly negated: boolean; readonly widths?: readonly number[] }
  /** `\K`: what was found before counts for nothing. */
  | { readonly kind: 'keep' };

export type Edge = 'any' | 'none' | 'first' | 'last';

/** Code points, both ends included. */
export type Range = readonly [first: number, last: number];

export function charNode(char: string): RegexNode {
  const code = char.codePointAt(0) ?? 0;
  return { kind: 'set', ranges: [[code, code]], negated: false };
}

/** `.`: anything, in awk a line end too. */
export const anyNode: RegexNode = { kind: 'set', ranges: [], negated: true };

/** Letters are those of ASCII, as in the C locale. */
export const classes: ReadonlyMap<string, readonly Range[]> = new Map([
  ['alpha', span('AZaz')],
  ['digit', span('09')],
  ['alnum', span('09AZaz')],
  ['upper', span('AZ')],
  ['lower', span('az')],
  ['space', [[9, 13], ...span('  ')]],
  ['blank', [[9, 9], ...span('  ')]],
  ['punct', span('!/:@[`{~')],
  ['print', span(' ~')],
  ['graph', span('!~')],
  ['xdigit', span('09AFaf')],
  [
    'cntrl',
    [
      [0, 31],
      [127, 127],
    ],
  ],
]);

function span(ends: string): readonly Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at < ends.length; at += 2) ranges.push([ends.charCodeAt(at), ends.charCodeAt(at + 1)]);
  return ranges;
}
