import { Backtracker } from '../regex/backtracker.ts';
import { BadPattern } from '../regex/bad-pattern.ts';
import { machineOf } from '../regex/machine.ts';
import { parseRegex } from '../regex/parse.ts';
import type { Matcher } from './grep-lines.ts';

const letters = /[^\x00-\x7f]/;

/** `grep -P`: the first way that fits, in the order in which Perl tries them. */
export function perlMatcher(pattern: string, ignoreCase: boolean, whole: boolean): Matcher {
  const { node, doubtful } = parseRegex(pattern, 'perl');
  if (letters.test(pattern)) throw new BadPattern('a Perl pattern of other than plain ASCII');
  const machine = machineOf(
    whole ? { kind: 'concat', parts: [{ kind: 'start' }, node, { kind: 'end' }] } : node,
    ignoreCase,
  );
  const search = (line: string, from: number): readonly number[] | undefined => {
    if (doubtful?.test(line) === true || (ignoreCase && letters.test(line)))
      throw new BadPattern('a class over other than plain ASCII');
    return new Backtracker(machine, line).search(from);
  };
  return {
    test: (line) => search(line, 0) !== undefined,
    next: (line, from) => {
      for (let at = from; at <= line.length; ) {
        const [start, end] = search(line, at) ?? [];
        if (start === undefined || end === undefined) return undefined;
        if (end > start) return { start, end };
        at = Math.max(end, at) + 1;
      }
      return undefined;
    },
  };
}
