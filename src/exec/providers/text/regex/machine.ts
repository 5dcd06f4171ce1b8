import type { Edge, Range, RegexNode } from './node.ts';

/** States of a nondeterministic automaton, by their place in the list. */
export interface Machine {
  readonly states: readonly State[];
  readonly first: number;
  readonly ignoreCase: boolean;
}

type State =
  | { readonly kind: 'set'; readonly ranges: readonly Range[]; readonly negated: boolean; readonly next: number }
  | { readonly kind: 'fork'; readonly next: number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  | { readonly kind: 'done' };

const mostStates = 20_000;

export function machineOf(node: RegexNode, ignoreCase: boolean): Machine {
  const states: State[] = [{ kind: 'done' }];
  const add = (state: State): number => {
    if (states.length >= mostStates) throw new RangeError('the pattern is too large');
    return states.push(state) - 1;
  };
  const build = (part: RegexNode, next: number): number => {
    switch (part.kind) {
      case 'empty':
        return next;
      case 'set':
        return add({ kind: 'set', ranges: part.ranges, negated: part.negated, next });
      case 'start':
      case 'end':
        return add({ kind: part.kind, next });
      case 'edge':
        return add({ kind: 'edge', edge: part.edge, next });
      case 'group':
        return build(part.part, next);
      case 'concat':
        return part.parts.reduceRight((after, one) => build(one, after), next);
      case 'either':
        return add({ kind: 'fork', next: part.parts.map((one) => build(one, next)) });
      case 'repeat':
        return repeat(part, next);
    }
  };
  const repeat = ({ part, least, most }: Extract<RegexNode, { kind: 'repeat' }>, next: number): number => {
    let at = next;
    if (most === Number.POSITIVE_INFINITY) {
      const ways: number[] = [next];
      at = add({ kind: 'fork', next: ways });
      ways.push(build(part, at));
    } else for (let more = least; more < most; more++) at = add({ kind: 'fork', next: [next, build(part, at)] });
    for (let must = 0; must < least; must++) at = build(part, at);
    return at;
  };
  const first = build(node, 0);
  return { states, first, ignoreCase };
}

/** The end of the longest match that starts at `start` and fits. */
export function longestEnd(
  { states, first, ignoreCase }: Machine,
  text: string,
  start: number,
  fits: (end: number) => boolean = () => true,
): number | undefined {
  let longest: number | undefined;
  let current = new Set<number>();
  const enter = (state: number, at: number, into: Set<number>): void => {
    if (into.has(state)) return;
    into.add(state);
    const here = states[state];
    if (here?.kind === 'done') longest = fits(at) ? at : longest;
    else if (here?.kind === 'fork') for (const next of here.next) enter(next, at, into);
    else if ((here?.kind === 'start' && at === 0) || (here?.kind === 'end' && at === text.length)) {
      enter(here.next, at, into);
    } else if (here?.kind === 'edge' && isEdge(here.edge, text, at)) enter(here.next, at, into);
  };
  enter(first, start, current);
  for (let at = start; at < text.length && current.size > 0; ) {
    const code = text.codePointAt(at) ?? 0;
    const after = at + (code > 0xffff ? 2 : 1);
    const next = new Set<number>();
    for (const state of current) {
      const here = states[state];
      if (here?.kind === 'set' && accepts(here, code, ignoreCase)) enter(here.next, after, next);
    }
    current = next;
    at = after;
  }
  return longest;
}

function accepts({ ranges, negated }: Extract<State, { kind: 'set' }>, code: number, ignoreCase: boolean): boolean {
  if (inRanges(ranges, code)) return !negated;
  if (!ignoreCase) return negated;
  const char = String.fromCodePoint(code);
  const other = [char.toLowerCase(), char.toUpperCase()].some((one) => inRanges(ranges, one.codePointAt(0) ?? 0));
  return other !== negated;
}

export function isWordAt(text: string, at: number): boolean {
  return /[A-Za-z0-9_]/.test(text[at] ?? '');
}

function isEdge(edge: Edge, text: string, at: number): boolean {
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
