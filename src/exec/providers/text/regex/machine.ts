import type { Edge, Range, RegexNode } from './node.ts';

/** States of a nondeterministic automaton, by their place in the list. */
export interface Machine {
  readonly states: readonly State[];
  readonly first: number;
  readonly ignoreCase: boolean;
}

export type State =
  | { readonly kind: 'set'; readonly ranges: readonly Range[]; readonly negated: boolean; readonly next: number }
  /** The way to try first comes first. */
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  /** Where a bracket begins or ends. */
  | { readonly kind: 'save'; readonly slot: number; readonly next: number }
  | { readonly kind: 'look'; readonly look: Look; readonly next: number }
  | { readonly kind: 'done' };

/** What must be, or must not be, in front or behind. */
export interface Look {
  readonly machine: Machine;
  readonly negated: boolean;
  /** How far back it may begin; ahead where left out. */
  readonly widths?: readonly number[];
}

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
      case 'keep':
        return add({ kind: 'save', slot: 0, next });
      case 'look': {
        const { negated, widths } = part;
        const machine = machineOf(part.part, ignoreCase);
        return add({ kind: 'look', look: { machine, negated, ...(widths === undefined ? {} : { widths }) }, next });
      }
      case 'group': {
        const end = add({ kind: 'save', slot: part.number * 2 + 1, next });
        return add({ kind: 'save', slot: part.number * 2, next: build(part.part, end) });
      }
      case 'concat':
        return part.parts.reduceRight((after, one) => build(one, after), next);
      case 'either':
        return add({ kind: 'fork', next: part.parts.map((one) => build(one, next)) });
      case 'repeat':
        return repeat(part, next);
    }
  };
  const fork = (more: number, next: number, lazy: boolean): readonly number[] => (lazy ? [next, more] : [more, next]);
  const repeat = ({ part, least, most, lazy }: Extract<RegexNode, { kind: 'repeat' }>, next: number): number => {
    let at = next;
    if (most === Number.POSITIVE_INFINITY) {
      const ways: number[] = [];
      at = add({ kind: 'fork', next: ways });
      ways.push(...fork(build(part, at), next, lazy === true));
    } else {
      for (let more = least; more < most; more++)
        at = add({ kind: 'fork', next: fork(build(part, at), next, lazy === true) });
    }
    for (let must = 0; must < least; must++) at = build(part, at);
    return at;
  };
  const first = build(node, 0);
  return { states, first, ignoreCase };
}
