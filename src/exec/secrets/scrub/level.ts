import { isDigitOf, isDropped, PAD, paddingOf } from './alphabet.ts';
import type { Automaton, Hit } from './automaton.ts';
import type { Regions } from './regions.ts';
import { beginsEscape, readEscape } from './unescape.ts';

/** Forms ask for at most so many characters before their first one. */
export const BEFORE = 3;

const NOWHERE = -1;

interface Run {
  readonly hit: Hit;
  readonly start: number;
  readonly broken: boolean;
  digits: number;
  padding: number;
}

/**
 * The stream after some escapes were taken off, with the place in the stream each character came from:
 *
 *     stream   s \ u 0 0 6 5 c …
 *     level 1  s e           c …      e came from 1 to 7
 */
export class Level {
  state = 0;
  /** Where the last escape ended or the last byte was dropped: behind it the level reads what the stream says. */
  lastOdd = NOWHERE;
  readonly #automaton: Automaton;
  readonly #regions: Regions;
  readonly #next: Level | undefined;
  readonly #unescapes: boolean;
  readonly #size: number;
  readonly #bytes: Uint8Array;
  readonly #starts: Float64Array;
  #count = 0;
  #pending: number[] = [];
  #pendingStarts: number[] = [];
  #pendingEnds: number[] = [];
  #run: Run | undefined;
  #lastDrop = NOWHERE;

  constructor(automaton: Automaton, regions: Regions, unescapes: boolean, next: Level | undefined) {
    this.#automaton = automaton;
    this.#regions = regions;
    this.#unescapes = unescapes;
    this.#next = next;
    this.#size = 2 ** Math.ceil(Math.log2(automaton.deepest + BEFORE + 2));
    this.#bytes = new Uint8Array(this.#size);
    this.#starts = new Float64Array(this.#size);
  }

  /** Starts again in `state`, with the characters that led there. */
  restart(state: number, bytes: readonly number[], starts: readonly number[]): void {
    this.state = state;
    this.#count = 0;
    for (let at = bytes.length - 1; at >= 0; at -= 1) this.#remember(bytes[at] as number, starts[at] as number);
  }

  get settled(): boolean {
    return this.#pending.length === 0 && this.#run === undefined;
  }

  take(byte: number, start: number, end: number): void {
    if (!this.#unescapes) this.#emit(byte, start, end);
    else if (this.#pending.length > 0) this.#takePending(byte, start, end);
    else if (isDropped(byte)) this.#drop(end);
    else if (beginsEscape(byte)) this.#hold(byte, start, end);
    else this.#emit(byte, start, end);
  }

  /** The stream is over: what may have been the begin of an escape was none. */
  finish(): void {
    while (this.#pending.length > 0) this.#giveUp();
    this.#run = undefined;
    this.#next?.finish();
  }

  /** No match that is still to come begins before this offset, and no run that goes on ends before it. */
  frontier(position: number): number {
    const back = Math.min(this.#count, (this.#automaton.depth[this.state] as number) + BEFORE);
    const matched = back === 0 ? position : this.#startOf(back);
    return Math.min(matched, this.#pendingStarts[0] ?? position);
  }

  #hold(byte: number, start: number, end: number): void {
    this.lastOdd = end;
    this.#pending.push(byte);
    this.#pendingStarts.push(start);
    this.#pendingEnds.push(end);
  }

  #takePending(byte: number, start: number, end: number): void {
    this.#hold(byte, start, end);
    const read = readEscape(this.#pending);
    if (read === 'more') return;
    if (read === 'no') {
      this.#giveUp();
      return;
    }
    const from = this.#pendingStarts[0] as number;
    this.#clearPending();
    if (read.length === 0) this.#drop(end);
    for (const decoded of read) this.#emit(decoded, from, end);
  }

  /** The first held byte stands for itself; those behind it are read again. */
  #giveUp(): void {
    const [bytes, starts, ends] = [this.#pending, this.#pendingStarts, this.#pendingEnds];
    this.#clearPending();
    this.#emit(bytes[0] as number, starts[0] as number, ends[0] as number);
    for (let at = 1; at < bytes.length; at += 1)
      this.take(bytes[at] as number, starts[at] as number, ends[at] as number);
  }

  #clearPending(): void {
    this.#pending = [];
    this.#pendingStarts = [];
    this.#pendingEnds = [];
  }

  /** A run ends with its line, unless the secret or the character with its last bits is broken over lines itself. */
  #drop(end: number): void {
    this.lastOdd = end;
    this.#lastDrop = end;
    const run = this.#run;
    if (run !== undefined && !run.broken && (run.digits > 0 || !run.hit.after)) this.#run = undefined;
    if (this.#next !== undefined) this.#next.#drop(end);
  }

  #emit(byte: number, start: number, end: number): void {
    if (this.#run !== undefined) this.#continueRun(this.#run, byte, end);
    this.#remember(byte, start);
    this.state = this.#automaton.step(this.state, byte);
    for (const hit of this.#automaton.hits(this.state)) this.#mask(hit, end);
    this.#next?.take(byte, start, end);
  }

  #mask(hit: Hit, end: number): void {
    let back = hit.length;
    while (back < Math.min(this.#count, hit.length + hit.before) && isPacked(hit, this.#byteAt(back + 1))) back += 1;
    const start = this.#startOf(back);
    this.#regions.add(start, end, hit.name);
    if (hit.packing === undefined) return;
    this.#run = { hit, start, broken: this.#lastDrop > start, digits: 0, padding: 0 };
  }

  /** Behind a packed secret everything up to the end of the packed text depends on its length. */
  #continueRun(run: Run, byte: number, end: number): void {
    const packing = run.hit.packing ?? 'base64';
    if (run.padding === 0 && isDigitOf(packing, byte)) run.digits += 1;
    else if (byte === PAD && run.padding < paddingOf[packing]) run.padding += 1;
    else {
      this.#run = undefined;
      return;
    }
    this.#regions.add(run.start, end, run.hit.name);
  }

  #remember(byte: number, start: number): void {
    const at = this.#count & (this.#size - 1);
    this.#bytes[at] = byte;
    this.#starts[at] = start;
    this.#count += 1;
  }

  #startOf(back: number): number {
    return this.#starts[(this.#count - back) & (this.#size - 1)] as number;
  }

  #byteAt(back: number): number {
    return this.#bytes[(this.#count - back) & (this.#size - 1)] as number;
  }
}

function isPacked(hit: Hit, byte: number): boolean {
  return hit.packing !== undefined && isDigitOf(hit.packing, byte);
}
