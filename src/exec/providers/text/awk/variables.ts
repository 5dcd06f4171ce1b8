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

/** Variables and arrays: a name is one or the other. */
export class Variables {
  readonly #values = new Map<string, Value>(defaults);
  readonly #arrays = new Map<string, Map<string, Value>>();

  get(name: string): Value {
    this.#check(name, this.#arrays.has(name));
    return this.#values.get(name);
  }

  set(name: string, value: Value, text: (value: Value) => string): void {
    this.#check(name, this.#arrays.has(name));
    this.#values.set(name, textNames.has(name) ? checkedText(name, text(value)) : value);
  }

  array(name: string): Map<string, Value> {
    this.#check(name, this.#values.has(name));
    const found = this.#arrays.get(name) ?? new Map<string, Value>();
    this.#arrays.set(name, found);
    return found;
  }

  isArray(name: string): boolean {
    return this.#arrays.has(name);
  }

  #check(name: string, isOther: boolean): void {
    if (refused.has(name)) throw new Unreadable(`\`${name}\``);
    if (isOther) throw new Unreadable(`\`${name}\` as an array and as a variable`);
  }
}

function checkedText(name: string, text: string): string {
  if ((name === 'CONVFMT' || name === 'OFMT') && !/^%(?:\.[0-9]{1,2})?[efg]$/.test(text)) {
    throw new Unreadable(`such a \`${name}\``);
  }
  if (name === 'RS' && [...text].length > 1) throw new Unreadable('a pattern between records');
  return text;
}
