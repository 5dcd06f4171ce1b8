import { Unreadable } from './unreadable.ts';
import type { Value } from './value.ts';

/** Names through which a program would reach beyond its input, or that only one version knows. */
const refused = new Set(
  'ENVIRON ARGV ARGC ARGIND PROCINFO SYMTAB FUNCTAB FPAT FIELDWIDTHS IGNORECASE RT ERRNO BINMODE LINT TEXTDOMAIN'.split(
    ' ',
  ),
);

const defaults: readonly (readonly [string, Value])[] = [
  ['FS', ' '],
  ['OFS', ' '],
  ['ORS', '\n'],
  ['RS', '\n'],
  ['SUBSEP', '\x1c'],
  ['CONVFMT', '%.6g'],
  ['OFMT', '%.6g'],
  ['NR', 0],
  ['FNR', 0],
  ['RSTART', 0],
  ['RLENGTH', -1],
];

/** Those whose value is always text. */
const textNames = new Set(['FS', 'OFS', 'ORS', 'RS', 'SUBSEP', 'CONVFMT', 'OFMT']);

/** What a name stands for: nothing yet, a value, or an array. */
export interface Cell {
  value?: Value;
  array?: Map<string, Value>;
  isValue?: boolean;
  /** What was handed to a function before it was known to be an array. */
  readonly from?: Cell;
}

/** Variables and arrays: a name is one or the other. In a function its parameters come first. */
export class Variables {
  readonly #globals = new Map<string, Cell>(defaults.map(([name, value]) => [name, { value, isValue: true }]));
  readonly #frames: ReadonlyMap<string, Cell>[] = [];

  get(name: string): Value {
    const cell = this.#cell(name);
    if (cell.array !== undefined) throw asBoth(name);
    return cell.value;
  }

  set(name: string, value: Value, text: (value: Value) => string): void {
    const cell = this.#cell(name);
    if (cell.array !== undefined) throw asBoth(name);
    cell.isValue = true;
    cell.value = textNames.has(name) ? checkedText(name, text(value)) : value;
  }

  array(name: string): Map<string, Value> {
    const cell = this.#cell(name);
    if (cell.isValue === true) throw asBoth(name);
    return arrayOf(cell);
  }

  isArray(name: string): boolean {
    return this.#cell(name).array !== undefined;
  }

  /** What a function gets for a bare name. */
  handed(name: string): Cell {
    const cell = this.#cell(name);
    return cell.isValue === true ? { value: cell.value, isValue: true } : { from: cell };
  }

  /** Runs with parameters of their own. */
  within<T>(frame: ReadonlyMap<string, Cell>, action: () => T): T {
    if (this.#frames.length >= mostCalls) throw new Unreadable('so many calls inside each other');
    this.#frames.push(frame);
    try {
      return action();
    } finally {
      this.#frames.pop();
    }
  }

  #cell(name: string): Cell {
    refuseName(name);
    const found = this.#frames.at(-1)?.get(name) ?? this.#globals.get(name);
    if (found !== undefined) {
      if (found.from !== undefined && found.array === undefined && found.isValue !== true) adopt(found);
      return found;
    }
    const cell: Cell = {};
    this.#globals.set(name, cell);
    return cell;
  }
}

const mostCalls = 500;

export function refuseName(name: string): void {
  if (refused.has(name)) throw new Unreadable(`\`${name}\``);
}

function asBoth(name: string): Unreadable {
  return new Unreadable(`\`${name}\` as an array and as a variable`);
}

/** An array that was made meanwhile by whoever handed it on. */
function adopt(cell: Cell): void {
  const { from } = cell;
  if (from === undefined) return;
  adopt(from);
  if (from.array !== undefined) cell.array = from.array;
}

function arrayOf(cell: Cell): Map<string, Value> {
  if (cell.array !== undefined) return cell.array;
  if (cell.isValue === true) throw new Unreadable('an array that is a variable elsewhere');
  const array = cell.from === undefined ? new Map<string, Value>() : arrayOf(cell.from);
  cell.array = array;
  return array;
}

export function isSpecial(name: string): boolean {
  return name === 'NF' || name === 'FILENAME' || defaults.some(([known]) => known === name);
}

function checkedText(name: string, text: string): string {
  if ((name === 'CONVFMT' || name === 'OFMT') && !/^%(?:\.[0-9]{1,2})?[efg]$/.test(text)) {
    throw new Unreadable(`such a \`${name}\``);
  }
  if (name === 'RS' && [...text].length > 1) throw new Unreadable('a pattern between records');
  return text;
}
