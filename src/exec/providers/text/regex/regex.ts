import { longestEnd, type Machine, machineOf } from './machine.ts';
import type { Edge, RegexNode } from './node.ts';
import { BadPattern, type Dialect, parseRegex } from './parse.ts';

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** POSIX: the leftmost match, and of those that start there the longest. */
export interface Regex {
  readonly node: RegexNode;
  readonly ignoreCase: boolean;
  readonly test: (text: string) => boolean;
  readonly find: (text: string, from: number, fits?: (start: number, end: number) => boolean) => Match | undefined;
  readonly canBeEmpty: boolean;
}

const letters = /[^\x00-\x7f]/;
/** Letters outside of ASCII that are the same as one of it but for their size. */
const oddLetters = /[\u017f\u212a]/;

/**
 * Where a match starts, and whether there is one, does not depend on which alternative is tried first: JavaScript's own expressions
 * answer that. Where it ends does, so that is found by following all ways at once.
 */
export function compileRegex(pattern: string, dialect: Dialect, ignoreCase = false): Regex {
  const { node, hasClass } = parseRegex(pattern, dialect);
  if (ignoreCase && letters.test(pattern)) throw new BadPattern('a pattern of other than plain ASCII without case');
  const flags = ignoreCase ? 'isu' : 'su';
  const source = sourceOf(node);
  const test = new RegExp(source, flags);
  const search = new RegExp(source, `g${flags}`);
  let machine: Machine | undefined;
  const check = (text: string): void => {
    if (hasClass && letters.test(text)) throw new BadPattern('a class over other than plain ASCII');
    if (ignoreCase && oddLetters.test(text)) throw new BadPattern('such letters without case');
  };
  return {
    node,
    ignoreCase,
    test: (text) => {
      check(text);
      return test.test(text);
    },
    find: (text, from, fits = () => true) => {
      check(text);
      machine ??= machineOf(node, ignoreCase);
      for (let at = from; at <= text.length; ) {
        search.lastIndex = at;
        const start = search.exec(text)?.index;
        if (start === undefined) return undefined;
        const end = longestEnd(machine, text, start, (last) => fits(start, last));
        if (end !== undefined) return { start, end };
        at = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
      }
      return undefined;
    },
    canBeEmpty: new RegExp(`^(?:${source})$`, flags).test(''),
  };
}

const edgeSources: Readonly<Record<Edge, string>> = {
  any: '\\b',
  none: '\\B',
  first: '\\b(?=[A-Za-z0-9_])',
  last: '\\b(?<=[A-Za-z0-9_])',
};

/** The same expression in JavaScript's own words; what brackets hold is kept. */
export function sourceOf(node: RegexNode): string {
  switch (node.kind) {
    case 'empty':
      return '(?:)';
    case 'start':
      return '^';
    case 'end':
      return '$';
    case 'edge':
      return edgeSources[node.edge];
    case 'set':
      return setSource(node);
    case 'concat':
      return node.parts.map(sourceOf).join('');
    case 'either':
      return node.parts.map(sourceOf).join('|');
    case 'group':
      return `(${sourceOf(node.part)})`;
    case 'repeat': {
      const most = node.most === Number.POSITIVE_INFINITY ? '' : String(node.most);
      return `(?:${sourceOf(node.part)}){${node.least},${most}}`;
    }
  }
}

function setSource({ ranges, negated }: Extract<RegexNode, { kind: 'set' }>): string {
  if (ranges.length === 0) return negated ? '[^]' : '[]';
  const parts = ranges.map(([first, last]) => (first === last ? point(first) : `${point(first)}-${point(last)}`));
  return `[${negated ? '^' : ''}${parts.join('')}]`;
}

function point(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
