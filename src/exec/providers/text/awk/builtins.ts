import type { Expr, Target } from './ast.ts';
import { formatText } from './format.ts';
import { isTarget } from './parse-expression.ts';
import type { Patterns } from './patterns.ts';
import { splitText } from './record.ts';
import { substitute } from './substitute.ts';
import { Unreadable } from './unreadable.ts';
import { Given, toNumber, type Value } from './value.ts';

/** What a builtin sees of the program. */
export interface Surroundings {
  readonly patterns: Patterns;
  readonly value: (expr: Expr) => Value;
  readonly text: (value: Value) => string;
  readonly array: (name: string) => Map<string, Value>;
  readonly isArray: (name: string) => boolean;
  readonly set: (target: Target, value: Value) => void;
  readonly setName: (name: string, value: Value) => void;
  readonly fieldSeparator: () => string;
  readonly record: () => string;
  readonly lookFor: (target: Target) => void;
}

type Builtin = (args: readonly Expr[]) => Value;

export type Builtins = ReadonlyMap<string, Builtin>;

const wholeRecord: Expr = { kind: 'field', index: { kind: 'number', value: 0 } };

export function builtins(around: Surroundings): Builtins {
  const { text, value } = around;
  const texts =
    (count: number, action: (...parts: string[]) => Value): Builtin =>
    (args) => {
      if (args.length !== count) throw new Unreadable('this number of values');
      return action(...args.map((arg) => text(value(arg))));
    };
  const numbers =
    (count: number, action: (...parts: number[]) => number): Builtin =>
    (args) => {
      if (args.length !== count) throw new Unreadable('this number of values');
      return action(...args.map((arg) => toNumber(value(arg))));
    };
  return new Map<string, Builtin>([
    ['length', (args) => lengthOf(args, around)],
    ['substr', (args) => substr(args, around)],
    ['index', texts(2, indexOf)],
    ['tolower', texts(1, (whole = '') => ascii(whole).toLowerCase())],
    ['toupper', texts(1, (whole = '') => ascii(whole).toUpperCase())],
    ['sprintf', ([format = missing(), ...rest]) => formatText(text(value(format)), rest.map(value), '%.6g')],
    ['int', numbers(1, (number = 0) => Math.trunc(number))],
    ['sqrt', numbers(1, Math.sqrt)],
    ['exp', numbers(1, Math.exp)],
    ['log', numbers(1, Math.log)],
    ['sin', numbers(1, Math.sin)],
    ['cos', numbers(1, Math.cos)],
    ['atan2', numbers(2, Math.atan2)],
    ['sub', (args) => replace(args, false, around)],
    ['gsub', (args) => replace(args, true, around)],
    ['match', (args) => match(args, around)],
    ['split', (args) => split(args, around)],
  ]);
}

/** Which letters have a large form depends on the locale. */
function ascii(whole: string): string {
  if (/[^\x00-\x7f]/.test(whole)) throw new Unreadable('a change of case of other than plain ASCII');
  return whole;
}

function replace(args: readonly Expr[], all: boolean, around: Surroundings): number {
  const { patterns, text, value, set, lookFor } = around;
  const [pattern, replacement, into = wholeRecord] = args;
  if (pattern === undefined || replacement === undefined || args.length > 3) return missing();
  if (!isTarget(into)) throw new Unreadable('a substitution in what is no variable');
  const regex = patterns.of(pattern, () => text(value(pattern)));
  const done = substitute(text(value(into)), regex, text(value(replacement)), all);
  if (done.count > 0) set(into, done.text);
  else lookFor(into);
  return done.count;
}

function indexOf(whole = '', part = ''): number {
  const at = whole.indexOf(part);
  return at < 0 ? 0 : [...whole.slice(0, at)].length + 1;
}

function missing(): never {
  throw new Unreadable('a value that is missing');
}

function lengthOf(args: readonly Expr[], { text, value, record, isArray, array }: Surroundings): number {
  const [of] = args;
  if (of === undefined) return [...record()].length;
  if (args.length > 1) return missing();
  if (of.kind === 'name' && isArray(of.name)) return array(of.name).size;
  return [...text(value(of))].length;
}

/** Below the first character versions disagree. */
function substr(args: readonly Expr[], { text, value }: Surroundings): string {
  const [of, from, count] = args;
  if (of === undefined || from === undefined || args.length > 3) return missing();
  const whole = [...text(value(of))];
  const start = toNumber(value(from));
  const size = count === undefined ? whole.length : toNumber(value(count));
  if (!Number.isInteger(start) || !Number.isInteger(size) || start < 1) throw new Unreadable('such a part of a text');
  return whole.slice(start - 1, start - 1 + Math.max(0, size)).join('');
}

function match(args: readonly Expr[], { patterns, text, value, setName }: Surroundings): number {
  const [of, pattern] = args;
  if (of === undefined || pattern === undefined || args.length > 2) return missing();
  const whole = text(value(of));
  const found = patterns.of(pattern, () => text(value(pattern))).find(whole, 0);
  const start = found === undefined ? 0 : [...whole.slice(0, found.start)].length + 1;
  setName('RSTART', start);
  setName('RLENGTH', found === undefined ? -1 : [...whole.slice(found.start, found.end)].length);
  return start;
}

function split(args: readonly Expr[], { patterns, text, value, array, fieldSeparator }: Surroundings): number {
  const [of, into, by] = args;
  if (of === undefined || into?.kind !== 'name' || args.length > 3) return missing();
  const whole = text(value(of));
  const separator =
    by === undefined ? fieldSeparator() : by.kind === 'regex' ? patterns.literal(by.pattern) : text(value(by));
  const parts = splitText(whole, separator);
  const elements = array(into.name);
  elements.clear();
  for (const [at, part] of parts.entries()) elements.set(String(at + 1), new Given(part));
  return parts.length;
}
