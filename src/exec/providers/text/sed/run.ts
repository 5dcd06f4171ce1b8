import { BadPattern } from '../regex/bad-pattern.ts';
import { replace } from './replace.ts';
import type { Action, Address, Command, RangeEnd } from './script.ts';

/** So many commands for one line of input: a script may turn round for ever. */
const mostSteps = 1_000_000;
const longestSpace = 16 * 1024 * 1024;

export interface SedAnswer {
  readonly stdout: string;
  readonly exitCode: number;
}

/** What ends a cycle, and how. */
type Turn = 'end' | 'delete' | 'restart' | 'quit' | 'quit-silently';

interface Range {
  active: boolean;
  /** The last line, where a number says it. */
  until: number | undefined;
}

export class SedRun {
  readonly #commands: readonly Command[];
  readonly #quiet: boolean;
  readonly #lines: readonly string[];
  readonly #isEnded: boolean;
  readonly #ranges = new Map<Command, Range>();
  readonly #out: string[] = [];
  #queue: string[] = [];
  #line = 0;
  #space = '';
  #hold = '';
  #replaced = false;
  #lacksEnd = false;
  #exitCode = 0;
  #steps = 0;

  constructor(commands: readonly Command[], quiet: boolean, text: string) {
    this.#commands = commands;
    this.#quiet = quiet;
    const lines = text.split('\n');
    this.#isEnded = text.endsWith('\n');
    if (text === '' || this.#isEnded) lines.pop();
    this.#lines = lines;
  }

  run(): SedAnswer {
    let restart = false;
    for (;;) {
      if (!restart && !this.#read()) break;
      const turn = this.#cycle();
      restart = turn === 'restart';
      if (turn !== 'delete' && turn !== 'restart' && turn !== 'quit-silently' && !this.#quiet) this.#print(this.#space);
      this.#flush();
      if (turn === 'quit' || turn === 'quit-silently') break;
    }
    return { stdout: this.#out.join(''), exitCode: this.#exitCode };
  }

  /** Whether there was a line. */
  #read(): boolean {
    if (this.#line >= this.#lines.length) return false;
    this.#space = this.#lines[this.#line++] ?? '';
    this.#replaced = false;
    return true;
  }

  get #isLast(): boolean {
    return this.#line >= this.#lines.length;
  }

  #cycle(): Turn {
    for (let at = 0; at < this.#commands.length; ) {
      if (++this.#steps > mostSteps + this.#lines.length * 100) throw new RangeError('a script without end');
      const command = this.#commands[at] as Command;
      if (!this.#selects(command)) at = command.action.kind === '{' ? this.#behindBlock(at) : at + 1;
      else {
        const next = this.#do(command.action, command, at);
        if (typeof next !== 'number') return next;
        at = next;
      }
    }
    return 'end';
  }

  #behindBlock(at: number): number {
    let depth = 0;
    for (let place = at; place < this.#commands.length; place++) {
      const kind = this.#commands[place]?.action.kind;
      if (kind === '{') depth++;
      if (kind === '}' && --depth === 0) return place + 1;
    }
    return this.#commands.length;
  }

  #do(action: Action, command: Command, at: number): number | Turn {
    switch (action.kind) {
      case 'd':
        return 'delete';
      case 'D':
        return this.#deleteLine();
      case 'n':
      case 'N':
        // Without a next line GNU's sed prints what it has and ends.
        return this.#nextLine(action.kind) ? at + 1 : 'quit';
      case 'q':
      case 'Q':
        this.#exitCode = action.code;
        return action.kind === 'q' ? 'quit' : 'quit-silently';
      case 'c':
        if (command.to === undefined || command.not || this.#ranges.get(command)?.active !== true)
          this.#emit(action.text, true);
        return 'delete';
      case 'b':
        return this.#jump(action.label);
      case 't':
      case 'T': {
        const jumps = this.#replaced === (action.kind === 't');
        this.#replaced = false;
        return jumps ? this.#jump(action.label) : at + 1;
      }
      default:
        this.#simple(action);
        return at + 1;
    }
  }

  #simple(action: Action): void {
    switch (action.kind) {
      case 'p':
        this.#print(this.#space);
        break;
      case 'P':
        this.#emit(this.#space.split('\n')[0] ?? '', true);
        break;
      case '=':
        this.#emit(String(this.#line), true);
        break;
      case 'a':
        this.#queue.push(action.text);
        break;
      case 'i':
        this.#emit(action.text, true);
        break;
      case 'h':
        this.#hold = this.#space;
        break;
      case 'H':
        this.#hold = bounded(`${this.#hold}\n${this.#space}`);
        break;
      case 'g':
        this.#space = this.#hold;
        break;
      case 'G':
        this.#space = bounded(`${this.#space}\n${this.#hold}`);
        break;
      case 'x':
        [this.#space, this.#hold] = [this.#hold, this.#space];
        break;
      case 'y':
        this.#space = [...this.#space].map((letter) => action.letters.get(letter) ?? letter).join('');
        break;
      case 's': {
        const after = replace(this.#space, action.substitution);
        if (after === undefined) break;
        this.#space = after;
        this.#replaced = true;
        if (action.substitution.print) this.#print(after);
        break;
      }
      default:
        break;
    }
  }

  #deleteLine(): Turn {
    const end = this.#space.indexOf('\n');
    if (end < 0) return 'delete';
    this.#space = this.#space.slice(end + 1);
    return 'restart';
  }

  #nextLine(kind: 'n' | 'N'): boolean {
    if (this.#isLast) return false;
    if (kind === 'n' && !this.#quiet) this.#print(this.#space);
    this.#flush();
    const before = this.#space;
    const replaced = this.#replaced;
    this.#read();
    this.#replaced = replaced;
    if (kind === 'N') this.#space = bounded(`${before}\n${this.#space}`);
    return true;
  }

  #jump(label: string): number {
    if (label === '') return this.#commands.length;
    return this.#commands.findIndex(({ action }) => action.kind === ':' && action.label === label) + 1;
  }

  #selects(command: Command): boolean {
    return this.#fits(command) !== command.not;
  }

  #fits(command: Command): boolean {
    const { from, to } = command;
    if (from === undefined) return true;
    if (to === undefined) return this.#isAt(from);
    const range = this.#ranges.get(command) ?? { active: from.kind === 'line' && from.line === 0, until: undefined };
    this.#ranges.set(command, range);
    return range.active ? this.#goesOn(range, to) : this.#begins(range, from, to);
  }

  #begins(range: Range, from: Address, to: RangeEnd): boolean {
    if (!this.#isAt(from)) return false;
    range.until = to.kind === 'line' ? to.line : to.kind === 'more' ? this.#line + to.lines : undefined;
    // A number that has passed makes a range of one line.
    range.active = range.until === undefined ? !(to.kind === 'last' && this.#isLast) : range.until > this.#line;
    return true;
  }

  #goesOn(range: Range, to: RangeEnd): boolean {
    if (range.until !== undefined) {
      range.active = range.until > this.#line;
      // A jump may have gone past its end.
      if (this.#line > range.until) throw new BadPattern('a range that was jumped over');
      return true;
    }
    if (to.kind !== 'more' && this.#isAt(to)) range.active = false;
    return true;
  }

  #isAt(address: Address): boolean {
    switch (address.kind) {
      case 'line':
        return this.#line === address.line;
      case 'last':
        return this.#isLast;
      case 'regex':
        return address.regex.test(this.#space);
      case 'step':
        if (address.step === 0) return this.#line === address.first;
        return this.#line >= address.first && (this.#line - address.first) % address.step === 0;
    }
  }

  #flush(): void {
    for (const text of this.#queue) this.#emit(text, true);
    this.#queue = [];
  }

  /** The last line of input may lack its end, and then so does what is printed of it. */
  #print(text: string): void {
    this.#emit(text, this.#isEnded || !this.#isLast);
  }

  #emit(text: string, isEnded: boolean): void {
    if (this.#lacksEnd) this.#out.push('\n');
    this.#out.push(isEnded ? `${text}\n` : text);
    this.#lacksEnd = !isEnded;
  }
}

function bounded(text: string): string {
  if (text.length > longestSpace) throw new RangeError('too long a text');
  return text;
}
