import type { Expr, OwnFunction, Target } from './ast.ts';
import { type Builtins, builtins } from './builtins.ts';
import { Patterns } from './patterns.ts';
import { Record } from './record.ts';
import { Unreadable } from './unreadable.ts';
import { arithmetic, compare, isTrue, longestText, toNumber, toText, type Value } from './value.ts';
import { type Cell, Variables } from './variables.ts';

const comparisons = new Set(['<', '<=', '==', '!=', '>', '>=']);

/** What expressions give, over one record and the variables of a program. */
export class Evaluator {
  readonly variables = new Variables();
  readonly record: Record;
  readonly #patterns = new Patterns();
  readonly #builtins: Builtins;

  readonly #functions: ReadonlyMap<string, OwnFunction>;
  readonly #runBody: (body: OwnFunction['body']) => Value;

  constructor(functions: ReadonlyMap<string, OwnFunction>, runBody: (body: OwnFunction['body']) => Value) {
    const { variables } = this;
    this.#functions = functions;
    this.#runBody = runBody;
    this.record = new Record({
      separator: () => this.variable('FS'),
      joiner: () => this.variable('OFS'),
      text: (value) => this.text(value),
    });
    this.#builtins = builtins({
      patterns: this.#patterns,
      text: (value) => this.text(value),
      array: (name) => variables.array(name),
      isArray: (name) => variables.isArray(name),
      setName: (name, value) => this.setName(name, value),
      fieldSeparator: () => this.variable('FS'),
      value: (expr) => this.value(expr),
      set: (target, value) => this.#set(target, value),
      record: () => this.record.text,
      lookFor: (target) => this.#lookFor(target),
    });
  }

  /** One of the names whose value is text. */
  variable(name: 'FS' | 'OFS' | 'ORS' | 'RS' | 'SUBSEP' | 'OFMT' | 'CONVFMT'): string {
    const value = this.variables.get(name);
    return typeof value === 'string' ? value : '';
  }

  text(value: Value): string {
    return typeof value === 'string' ? value : toText(value, this.variable('CONVFMT'));
  }

  isTrue(test: Expr): boolean {
    return isTrue(this.value(test));
  }

  key(keys: readonly Expr[]): string {
    const texts = keys.map((key) => this.text(this.value(key)));
    return texts.length === 1 ? (texts[0] ?? '') : texts.join(this.variable('SUBSEP'));
  }

  value(expr: Expr): Value {
    switch (expr.kind) {
      case 'number':
      case 'string':
        return expr.value;
      case 'regex':
        return this.#patterns.literal(expr.pattern).test(this.record.text) ? 1 : 0;
      case 'group':
        return this.#group(expr.items);
      case 'name':
        return this.#name(expr.name);
      case 'field':
        return this.record.field(this.#index(expr.index));
      case 'element':
        return this.#element(expr.array, this.key(expr.keys));
      case 'assign':
        return this.#assign(expr);
      case 'step':
        return this.#step(expr);
      case 'unary':
        return this.#unary(expr);
      case 'binary':
        return this.#binary(expr);
      case 'choice':
        return this.value(this.isTrue(expr.test) ? expr.yes : expr.no);
      case 'in':
        return this.variables.array(expr.array).has(this.key(expr.keys)) ? 1 : 0;
      case 'call':
        return this.#call(expr.name, expr.args);
      case 'own':
        return this.#own(expr.name, expr.args);
    }
  }

  setName(name: string, value: Value): void {
    if (name === 'NF') this.record.count = toNumber(value);
    else this.variables.set(name, value, (one) => this.text(one));
  }

  #group(items: readonly Expr[]): Value {
    const [only] = items;
    if (only === undefined || items.length > 1) throw new Unreadable('a list where one value should stand');
    return this.value(only);
  }

  #name(name: string): Value {
    if (name === 'NF') return this.record.count;
    // What it is for standard input is told in two ways.
    if (name === 'FILENAME' && this.variables.get(name) === undefined)
      throw new Unreadable('`FILENAME` without a file');
    return this.variables.get(name);
  }

  #index(index: Expr): number {
    const at = Math.trunc(toNumber(this.value(index)));
    if (at < 0 || at > 100_000) throw new Unreadable('a field of this number');
    return at;
  }

  #lookFor(target: Target): void {
    if (target.kind === 'field') this.record.lookedFor(this.#index(target.index));
  }

  /** To ask for an element makes it. */
  #element(array: string, key: string): Value {
    const elements = this.variables.array(array);
    if (!elements.has(key)) elements.set(key, undefined);
    return elements.get(key);
  }

  #set(target: Target, value: Value): void {
    if (target.kind === 'name') this.setName(target.name, value);
    else if (target.kind === 'field') this.record.setField(this.#index(target.index), value);
    else this.variables.array(target.array).set(this.key(target.keys), value);
  }

  #assign({ operator, target, value }: Extract<Expr, { kind: 'assign' }>): Value {
    const right = this.value(value);
    const result =
      operator === '=' ? right : arithmetic(operator.slice(0, -1), toNumber(this.value(target)), toNumber(right));
    this.#set(target, result);
    return result;
  }

  #step({ by, first, target }: Extract<Expr, { kind: 'step' }>): Value {
    const before = toNumber(this.value(target));
    this.#set(target, before + by);
    return first ? before + by : before;
  }

  #unary({ operator, value }: Extract<Expr, { kind: 'unary' }>): Value {
    if (operator === '!') return this.isTrue(value) ? 0 : 1;
    const number = toNumber(this.value(value));
    return operator === '-' ? -number : number;
  }

  #binary({ operator, left, right }: Extract<Expr, { kind: 'binary' }>): Value {
    if (operator === '&&') return this.isTrue(left) && this.isTrue(right) ? 1 : 0;
    if (operator === '||') return this.isTrue(left) || this.isTrue(right) ? 1 : 0;
    const a = this.value(left);
    if (operator === '~' || operator === '!~') {
      const text = this.text(a);
      const regex = this.#patterns.of(right, () => this.text(this.value(right)));
      return regex.test(text) === (operator === '~') ? 1 : 0;
    }
    const b = this.value(right);
    if (operator === ' ') return joined(this.text(a), this.text(b));
    if (comparisons.has(operator)) return compare(operator, a, b, this.variable('CONVFMT')) ? 1 : 0;
    return arithmetic(operator, toNumber(a), toNumber(b));
  }

  #call(name: string, args: readonly Expr[]): Value {
    const builtin = this.#builtins.get(name);
    if (builtin === undefined) throw new Unreadable(`\`${name}\``);
    return builtin(args);
  }

  #own(name: string, args: readonly Expr[]): Value {
    const found = this.#functions.get(name);
    if (found === undefined) throw new Unreadable(`\`${name}\`, which is no function,`);
    if (args.length > found.params.length) throw new Unreadable('a call with too many values');
    const cells = args.map((arg): Cell => this.#handed(arg));
    const frame = new Map(found.params.map((param, at): [string, Cell] => [param, cells[at] ?? {}]));
    return this.variables.within(frame, () => this.#runBody(found.body));
  }

  #handed(arg: Expr): Cell {
    if (arg.kind === 'name' && arg.name !== 'NF' && arg.name !== 'FILENAME') return this.variables.handed(arg.name);
    return { value: this.value(arg), isValue: true };
  }
}

function joined(a: string, b: string): string {
  if (a.length + b.length > longestText) throw new RangeError('too long a text');
  return a + b;
}
