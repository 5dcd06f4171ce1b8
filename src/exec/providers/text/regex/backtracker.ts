import type { Look, Machine, State } from './machine.ts';
import { accepts, isEdge, widthAt } from './step.ts';

/** So many places in so long a text are remembered. */
const mostMarks = 64 * 1024 * 1024;

/** A place to try; or, with a slot, what that slot was before. */
interface Job {
  readonly state: number;
  readonly at: number;
  readonly slot?: number;
}

/**
 * The match from `start` on that is found first when ways are tried in their order, as Perl does; with `end` only one that ends there.
 * Gives where it begins and ends, and each bracket, by slot. No state is tried twice at the same place, from whichever start, so the
 * time is that of the pattern times the text.
 */
export class Backtracker {
  readonly #machine: Machine;
  readonly #text: string;
  readonly #end: number | undefined;
  readonly #seen: Uint8Array;

  constructor(machine: Machine, text: string, end?: number) {
    this.#machine = machine;
    this.#text = text;
    this.#end = end;
    const marks = machine.states.length * (text.length + 1);
    if (marks > mostMarks) throw new RangeError('so long a text for this pattern');
    this.#seen = new Uint8Array((marks >> 3) + 1);
  }

  search(from: number): readonly number[] | undefined {
    for (let at = from; at <= this.#text.length; at += widthAt(this.#text, at)) {
      const found = this.at(at);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  at(start: number): readonly number[] | undefined {
    const { states, first, ignoreCase } = this.#machine;
    const slots: number[] = [start];
    const stack: Job[] = [{ state: first, at: start }];
    for (let job = stack.pop(); job !== undefined; job = stack.pop()) {
      const { state, at, slot } = job;
      if (slot !== undefined) slots[slot] = at;
      if (slot !== undefined || !this.#isNew(state, at)) continue;
      const here = states[state];
      switch (here?.kind) {
        case 'done':
          if (this.#end !== undefined && at !== this.#end) break;
          slots[1] = at;
          return slots;
        case 'fork':
          for (const next of here.next.toReversed()) stack.push({ state: next, at });
          break;
        case 'set': {
          const code = this.#text.codePointAt(at);
          if (code !== undefined && accepts(here, code, ignoreCase))
            stack.push({ state: here.next, at: at + (code > 0xffff ? 2 : 1) });
          break;
        }
        case 'save':
          stack.push({ state, at: slots[here.slot] ?? -1, slot: here.slot }, { state: here.next, at });
          slots[here.slot] = at;
          break;
        default:
          if (here !== undefined && lets(here, this.#text, at)) stack.push({ state: here.next, at });
      }
    }
    return undefined;
  }

  #isNew(state: number, at: number): boolean {
    const mark = state * (this.#text.length + 1) + at;
    const [place, bit] = [mark >> 3, 1 << (mark & 7)];
    const before = this.#seen[place] ?? 0;
    this.#seen[place] = before | bit;
    return (before & bit) === 0;
  }
}

/** Whether a state that takes no character lets one through here. */
export function lets(state: Exclude<State, { kind: 'set' | 'fork' | 'done' }>, text: string, at: number): boolean {
  switch (state.kind) {
    case 'start':
      return at === 0;
    case 'end':
      return at === text.length;
    case 'edge':
      return isEdge(state.edge, text, at);
    case 'look':
      return sees(state.look, text, at);
    case 'save':
      return true;
  }
}

function sees({ machine, negated, widths }: Look, text: string, at: number): boolean {
  const found =
    widths === undefined
      ? new Backtracker(machine, text).at(at) !== undefined
      : widths.some((width) => width <= at && new Backtracker(machine, text, at).at(at - width) !== undefined);
  return found !== negated;
}
