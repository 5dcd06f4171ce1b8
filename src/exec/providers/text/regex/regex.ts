import { Backtracker } from './backtracker.ts';
import { BadPattern } from './bad-pattern.ts';
import { leftmostLongest, longestEnd, type Match } from './longest.ts';
import { type Machine, machineOf } from './machine.ts';
import type { RegexNode } from './node.ts';
import { isPlain, ownExpression, stepsOf } from './own-expression.ts';
import { type Dialect, parseRegex } from './parse.ts';
import { widthAt } from './step.ts';

export type { Match } from './longest.ts';

/** POSIX: the leftmost match, and of those that start there the longest. */
export interface Regex {
  readonly node: RegexNode;
  readonly test: (text: string) => boolean;
  readonly find: (text: string, from: number, fits?: (start: number, end: number) => boolean) => Match | undefined;
  /** Where each bracket begins and ends in a match, two numbers each; nothing where other ways to try would match otherwise. */
  readonly brackets: (text: string, match: Match) => readonly number[] | undefined;
  readonly canBeEmpty: boolean;
}

const letters = /[^\x00-\x7f]/;
/** Letters outside of ASCII that are the same as one of it but for their size. */
const oddLetters = /[\u017f\u212a]/;
/** What JavaScript's own expressions may take at most: they try one way after the other. */
const mostSteps = 10_000_000;

/**
 * Where a match starts, and whether there is one, does not depend on which alternative is tried first: JavaScript's own expressions
 * answer that where they cannot take long. Else, and for where it ends, all ways are followed at once.
 */
export function compileRegex(pattern: string, dialect: Exclude<Dialect, 'perl'>, ignoreCase = false): Regex {
  const { node, doubtful } = parseRegex(pattern, dialect);
  if (ignoreCase && letters.test(pattern)) throw new BadPattern('a pattern of other than plain ASCII without case');
  const own = ownExpression(node, ignoreCase);
  const steps = stepsOf(node);
  const plain = isPlain(node);
  let built: Machine | undefined;
  const machine = (): Machine => {
    built ??= machineOf(node, ignoreCase);
    return built;
  };
  const isQuick = (text: string): boolean => steps(text.length) <= mostSteps;
  const check = (text: string): void => {
    if (doubtful?.test(text) === true) throw new BadPattern('a class over other than plain ASCII');
    if (ignoreCase && oddLetters.test(text)) throw new BadPattern('such letters without case');
  };
  const ownMatch = (text: string, from: number): Match | undefined => {
    own.lastIndex = from;
    const found = own.exec(text);
    return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
  };
  return {
    node,
    test: (text) => {
      check(text);
      return isQuick(text) ? ownMatch(text, 0) !== undefined : leftmostLongest(machine(), text, 0, true) !== undefined;
    },
    find: (text, from, fits) => {
      check(text);
      if (fits === undefined && !isQuick(text)) return leftmostLongest(machine(), text, from);
      if (fits === undefined && plain) return ownMatch(text, from);
      for (let at = from; at <= text.length; ) {
        const start = (isQuick(text) ? ownMatch(text, at) : leftmostLongest(machine(), text, at))?.start;
        if (start === undefined) return undefined;
        const end = longestEnd(machine(), text, start, (last) => fits?.(start, last) !== false);
        if (end !== undefined) return { start, end };
        at = start + widthAt(text, start);
      }
      return undefined;
    },
    brackets: (text, { start, end }) => {
      const slots = new Backtracker(machine(), text).at(start);
      return slots?.[1] === end ? slots : undefined;
    },
    canBeEmpty: leftmostLongest(machine(), '', 0) !== undefined,
  };
}
