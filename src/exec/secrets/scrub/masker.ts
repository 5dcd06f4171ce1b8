import { isDropped } from './alphabet.ts';
import { ATTENTION, type Automaton } from './automaton.ts';
import { LEVELS } from './forms.ts';
import { BEFORE, Level } from './level.ts';
import { type MaskOf, Regions } from './regions.ts';

/** Dropped bytes that may stand before each of the characters that are looked back at. */
const GAPS = 2;
/** How far back from the begin of a match the stream is looked at. */
const LOOK_BACK = BEFORE * (GAPS + 1);

/**
 * Masks secrets in a stream. While no escape is near, all levels read the same and one table look-up a byte is enough;
 * from an escape or a possible match on, each level runs on its own until they agree again. What comes out depends on
 * the bytes alone, never on where the chunks end.
 */
export class Masker {
  readonly #automaton: Automaton;
  readonly #regions: Regions;
  readonly #levels: readonly Level[];
  /** The last bytes of the stream, from offset `#base` on, that are not written yet. */
  #held: Uint8Array = new Uint8Array(0);
  #base = 0;
  /** The state that all levels share, or `undefined` while they differ. */
  #shared: number | undefined = 0;

  constructor(automaton: Automaton, mask: MaskOf) {
    this.#automaton = automaton;
    this.#regions = new Regions(mask);
    const levels: Level[] = [];
    for (let level = LEVELS; level >= 1; level -= 1)
      levels.unshift(new Level(automaton, this.#regions, true, levels[0]));
    this.#levels = [new Level(automaton, this.#regions, false, levels[0]), ...levels];
  }

  /** The secret that was found first, if any. */
  get firstFound(): string | undefined {
    return this.#regions.first;
  }

  push(chunk: Uint8Array): Uint8Array {
    if (chunk.length === 0) return chunk;
    const from = this.#held.length;
    this.#held = from === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    for (let at = from; at < this.#held.length; ) {
      at = this.#shared === undefined ? this.#apart(at) : this.#together(at, this.#shared);
    }
    return this.#write(this.#frontier());
  }

  end(): Uint8Array {
    if (this.#shared === undefined) this.#levels[0]?.finish();
    const position = this.#base + this.#held.length;
    const out = this.#write(position);
    this.#shared = 0;
    return out;
  }

  #together(from: number, state: number): number {
    const { scan, classOf, classes } = this.#automaton;
    const held = this.#held;
    let row = state * classes;
    for (let at = from; at < held.length; at += 1) {
      const next = scan[row + (classOf[held[at] as number] as number)] as number;
      if (next === ATTENTION) {
        this.#part(at, row / classes);
        return at;
      }
      row = next;
    }
    this.#shared = row / classes;
    return held.length;
  }

  /** Gives every level the characters that led to `state`, as they are in the stream. */
  #part(at: number, state: number): void {
    const bytes: number[] = [];
    const starts: number[] = [];
    const matched = this.#automaton.depth[state] as number;
    let gaps = 0;
    for (let back = at - 1; back >= 0 && bytes.length < matched + BEFORE && gaps <= GAPS; back -= 1) {
      const byte = this.#held[back] as number;
      if (isDropped(byte)) {
        gaps += 1;
        continue;
      }
      gaps = 0;
      bytes.push(byte);
      starts.push(this.#base + back);
    }
    for (const level of this.#levels) level.restart(state, bytes, starts);
    this.#shared = undefined;
  }

  #apart(from: number): number {
    const first = this.#levels[0] as Level;
    for (let at = from; at < this.#held.length; at += 1) {
      const offset = this.#base + at;
      first.take(this.#held[at] as number, offset, offset + 1);
      if (this.#agree(first.state, offset + 1)) {
        this.#shared = first.state;
        return at + 1;
      }
    }
    return this.#held.length;
  }

  #agree(state: number, position: number): boolean {
    if (state >= this.#automaton.denseStates) return false;
    const needed = (this.#automaton.depth[state] as number) + BEFORE;
    for (const level of this.#levels)
      if (level.state !== state || !level.settled || position - level.lastOdd < needed) return false;
    return true;
  }

  #frontier(): number {
    const position = this.#base + this.#held.length;
    const state = this.#shared ?? (this.#levels[0] as Level).state;
    const plain = position - (this.#automaton.depth[state] as number) - LOOK_BACK;
    if (this.#shared !== undefined) return plain;
    return this.#levels.reduce((least, level) => Math.min(least, level.frontier(position)), plain);
  }

  #write(frontier: number): Uint8Array {
    if (frontier <= this.#base) return new Uint8Array(0);
    const out = this.#regions.write(this.#held, this.#base, frontier);
    this.#held = this.#held.slice(frontier - this.#base);
    this.#base = frontier;
    return out;
  }
}
