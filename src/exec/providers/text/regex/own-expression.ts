import type { Edge, RegexNode } from './node.ts';

const edgeSources: Readonly<Record<Edge, string>> = {
  any: '\\b',
  none: '\\B',
  first: '\\b(?=[A-Za-z0-9_])',
  last: '\\b(?<=[A-Za-z0-9_])',
};

/** The same expression in JavaScript's own words. */
export function ownExpression(node: RegexNode, ignoreCase: boolean): RegExp {
  return new RegExp(sourceOf(node), ignoreCase ? 'gisu' : 'gsu');
}

function sourceOf(node: RegexNode): string {
  switch (node.kind) {
    case 'empty':
    case 'keep':
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
      return `(?:${node.parts.map(sourceOf).join('|')})`;
    case 'group':
      return `(?:${sourceOf(node.part)})`;
    case 'look': {
      const sign = `${node.widths === undefined ? '' : '<'}${node.negated ? '!' : '='}`;
      return `(?${sign}${sourceOf(node.part)})`;
    }
    case 'repeat': {
      const most = node.most === Number.POSITIVE_INFINITY ? '' : String(node.most);
      return `(?:${sourceOf(node.part)}){${node.least},${most}}${node.lazy === true ? '?' : ''}`;
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

/** How many steps that expression takes at most over a text of some length: from each start, every choice with every other. */
export function stepsOf(node: RegexNode): (length: number) => number {
  const { open, closed } = choicesOf(node);
  return (length) => closed * (length + 1) ** (open + 1);
}

/** Whether the first match that it finds is the longest: with one repeat at most, the more that takes the longer is the whole. */
export function isPlain(node: RegexNode): boolean {
  switch (node.kind) {
    case 'either':
    case 'look':
    case 'keep':
      return false;
    case 'group':
      return isPlain(node.part);
    case 'concat':
      return node.parts.every(isPlain) && node.parts.filter(holdsRepeat).length <= 1;
    case 'repeat':
      return node.part.kind === 'set' && node.lazy !== true;
    default:
      return true;
  }
}

function holdsRepeat(node: RegexNode): boolean {
  if (node.kind === 'group') return holdsRepeat(node.part);
  return node.kind === 'repeat' || (node.kind === 'concat' && node.parts.some(holdsRepeat));
}

interface Choices {
  /** Repeats without a bound. */
  readonly open: number;
  /** All other choices, multiplied. */
  readonly closed: number;
}

const none: Choices = { open: 0, closed: 1 };
const endless: Choices = { open: Number.POSITIVE_INFINITY, closed: 1 };

function choicesOf(node: RegexNode): Choices {
  switch (node.kind) {
    case 'concat':
      return node.parts.map(choicesOf).reduce(times, none);
    case 'either':
      return node.parts.map(choicesOf).reduce(times, { open: 0, closed: node.parts.length });
    case 'group':
    case 'look':
      return choicesOf(node.part);
    case 'repeat':
      return repeatChoices(node);
    default:
      return none;
  }
}

/** A repeat of more than one character, more than once, multiplies the ways inside by themselves. */
function repeatChoices({ part, least, most }: Extract<RegexNode, { kind: 'repeat' }>): Choices {
  if (most <= 1) return times(choicesOf(part), { open: 0, closed: 2 });
  if (part.kind !== 'set') return endless;
  return most === Number.POSITIVE_INFINITY ? { open: 1, closed: 1 } : { open: 0, closed: most - least + 1 };
}

function times(a: Choices, b: Choices): Choices {
  return { open: a.open + b.open, closed: a.closed * b.closed };
}
