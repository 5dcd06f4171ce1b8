import { lets } from './backtracker.ts';
import type { Machine } from './machine.ts';
import { accepts, widthAt } from './step.ts';

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** States that are reached, each with where its way began; those that began first come first. */
class Reached {
  readonly states: number[] = [];
  readonly starts: number[] = [];
  readonly #has: Uint8Array;

  constructor(size: number) {
    this.#has = new Uint8Array(size);
  }

  add(state: number, start: number): boolean {
    if (this.#has[state] === 1) return false;
    this.#has[state] = 1;
    this.states.push(state);
    this.starts.push(start);
    return true;
  }

  clear(): void {
    for (const state of this.states) this.#has[state] = 0;
    this.states.length = 0;
    this.starts.length = 0;
  }
}

/**
 * POSIX: the leftmost match from `from` on, and of those that start there the longest. All ways are followed at once, so the time is that
 * of the pattern times the text.
 */
export function leftmostLongest(machine: Machine, text: string, from: number, any = false): Match | undefined {
  return follow(machine, text, from, { any, everywhere: true });
}

/** The end of the longest match that starts at `start` and fits. */
export function longestEnd(
  machine: Machine,
  text: string,
  start: number,
  fits: (end: number) => boolean,
): number | undefined {
  return follow(machine, text, start, { any: false, everywhere: false, fits })?.end;
}

interface How {
  /** Whether one is all that is wanted. */
  readonly any: boolean;
  readonly everywhere: boolean;
  readonly fits?: (end: number) => boolean;
}

function follow(machine: Machine, text: string, from: number, { any, everywhere, fits }: How): Match | undefined {
  const { states, first, ignoreCase } = machine;
  let best: Match | undefined;
  let [current, next] = [new Reached(states.length), new Reached(states.length)];
  const pending: number[] = [];
  const enter = (entered: number, at: number, start: number, into: Reached): void => {
    pending.push(entered);
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (!into.add(state, start)) continue;
      const here = states[state];
      if (here === undefined || here.kind === 'set') continue;
      if (here.kind === 'done') {
        if (fits === undefined || fits(at))
          best = best === undefined || start <= best.start ? { start, end: at } : best;
      } else if (here.kind === 'fork') pending.push(...here.next);
      else if (lets(here, text, at)) pending.push(here.next);
    }
  };
  for (let at = from; ; ) {
    if (best === undefined && (everywhere || at === from)) enter(first, at, at, current);
    if ((any && best !== undefined) || at >= text.length) return best;
    if (current.states.length === 0 && (best !== undefined || !everywhere)) return best;
    const code = text.codePointAt(at) ?? 0;
    at += widthAt(text, at);
    for (const [place, state] of current.states.entries()) {
      const start = current.starts[place] ?? 0;
      if (best !== undefined && start > best.start) break;
      const here = states[state];
      if (here?.kind === 'set' && accepts(here, code, ignoreCase)) enter(here.next, at, start, next);
    }
    current.clear();
    [current, next] = [next, current];
  }
}
