import type { Expr, Program, Rule, Statement } from './ast.ts';
import { Evaluator } from './evaluator.ts';
import { formatText } from './format.ts';
import { nextRecord } from './next-record.ts';
import { Unreadable } from './unreadable.ts';
import { Given, toNumber, toText, type Value } from './value.ts';

export interface AwkInput {
  readonly program: Program;
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** Name and content of each, in order; standard input has no name. */
  readonly files: readonly { readonly name?: string; readonly text: string }[];
  readonly maxOutput: number;
}

export interface AwkAnswer {
  readonly stdout: string;
  readonly exitCode: number;
}

/** Ends what it stands in. */
class Leave extends Error {
  readonly how: 'break' | 'continue' | 'next' | 'exit' | 'return';
  readonly value: Value;

  constructor(how: Leave['how'], value?: Value) {
    super(how);
    this.how = how;
    this.value = value;
  }
}

/** One run of a program. */
export class Interpreter {
  readonly #input: AwkInput;
  readonly #evaluator: Evaluator;
  /** Ranges whose first line has come and whose last has not. */
  readonly #open = new Set<Rule>();
  readonly #output: string[] = [];
  #size = 0;
  #exitCode = 0;

  constructor(input: AwkInput) {
    this.#input = input;
    this.#evaluator = new Evaluator(input.program.functions, (body) => this.#returned(body));
    for (const [name, value] of input.variables) this.#evaluator.setName(name, new Given(value));
  }

  /** `exit` still runs END; there it ends all. */
  run(): AwkAnswer {
    const { rules } = this.#input.program;
    untilExit(() => {
      for (const rule of rules) if (rule.when.kind === 'begin') this.#action(rule);
      if (rules.some(({ when }) => when.kind !== 'begin')) this.#records();
    });
    untilExit(() => {
      for (const rule of rules) if (rule.when.kind === 'end') this.#action(rule);
    });
    return { stdout: this.#output.join(''), exitCode: this.#exitCode };
  }

  #records(): void {
    for (const { name, text } of this.#input.files) {
      this.#evaluator.setName('FILENAME', name);
      this.#evaluator.setName('FNR', 0);
      for (let at = 0; at < text.length; ) {
        const { record, end, paragraph } = nextRecord(text, at, this.#evaluator.variable('RS'));
        at = end;
        if (record === undefined) break;
        this.#count('NR');
        this.#count('FNR');
        this.#evaluator.record.set(new Given(record), paragraph);
        this.#apply();
      }
    }
  }

  #count(name: 'NR' | 'FNR'): void {
    this.#evaluator.setName(name, toNumber(this.#evaluator.variables.get(name)) + 1);
  }

  #apply(): void {
    try {
      for (const rule of this.#input.program.rules) if (this.#applies(rule)) this.#action(rule);
    } catch (error) {
      if (!(error instanceof Leave) || error.how !== 'next') throw error;
    }
  }

  #applies(rule: Rule): boolean {
    const { when } = rule;
    switch (when.kind) {
      case 'begin':
      case 'end':
        return false;
      case 'always':
        return true;
      case 'test':
        return this.#evaluator.isTrue(when.test);
      case 'range':
        if (!this.#open.has(rule) && !this.#evaluator.isTrue(when.from)) return false;
        if (this.#evaluator.isTrue(when.to)) this.#open.delete(rule);
        else this.#open.add(rule);
        return true;
    }
  }

  #action({ body }: Rule): void {
    if (body === undefined) this.#printItems([]);
    else this.#do(body);
  }

  #do(statement: Statement): void {
    switch (statement.kind) {
      case 'block':
        for (const one of statement.body) this.#do(one);
        return;
      case 'expression':
        this.#evaluator.value(statement.value);
        return;
      case 'print':
        this.#printItems(statement.items);
        return;
      case 'printf':
        this.#print(this.#formatted(statement.items));
        return;
      case 'delete':
        this.#delete(statement);
        return;
      case 'exit':
        if (statement.code !== undefined) this.#exitCode = toNumber(this.#evaluator.value(statement.code)) & 0xff;
        throw new Leave('exit');
      case 'return':
        throw new Leave('return', statement.value === undefined ? undefined : this.#evaluator.value(statement.value));
      case 'break':
      case 'continue':
      case 'next':
        throw new Leave(statement.kind);
      default:
        this.#branch(statement);
    }
  }

  #branch(statement: Extract<Statement, { kind: 'if' | 'while' | 'do' | 'for' | 'each' }>): void {
    switch (statement.kind) {
      case 'if':
        if (this.#evaluator.isTrue(statement.test)) this.#do(statement.yes);
        else if (statement.no !== undefined) this.#do(statement.no);
        return;
      case 'while':
        while (this.#evaluator.isTrue(statement.test) && this.#loop(statement.body)) {}
        return;
      case 'do':
        while (this.#loop(statement.body) && this.#evaluator.isTrue(statement.test)) {}
        return;
      case 'for':
        this.#for(statement);
        return;
      case 'each':
        for (const key of [...this.#evaluator.variables.array(statement.array).keys()]) {
          this.#evaluator.setName(statement.name, key);
          if (!this.#loop(statement.body)) return;
        }
    }
  }

  #for({ start, test, step, body }: Extract<Statement, { kind: 'for' }>): void {
    if (start !== undefined) this.#do(start);
    while ((test === undefined || this.#evaluator.isTrue(test)) && this.#loop(body)) {
      if (step !== undefined) this.#do(step);
    }
  }

  #returned(body: Statement): Value {
    try {
      this.#do(body);
      return undefined;
    } catch (error) {
      if (!(error instanceof Leave) || error.how === 'next' || error.how === 'exit') throw error;
      if (error.how !== 'return') throw new Unreadable(`\`${error.how}\` outside of what it ends`);
      return error.value;
    }
  }

  /** Whether the loop goes on. */
  #loop(body: Statement): boolean {
    try {
      this.#do(body);
      return true;
    } catch (error) {
      if (!(error instanceof Leave) || (error.how !== 'break' && error.how !== 'continue')) throw error;
      return error.how === 'continue';
    }
  }

  #delete({ array, keys }: Extract<Statement, { kind: 'delete' }>): void {
    const elements = this.#evaluator.variables.array(array);
    if (keys === undefined) elements.clear();
    else elements.delete(this.#evaluator.key(keys));
  }

  #printItems(items: readonly Expr[]): void {
    const format = this.#evaluator.variable('OFMT');
    const texts =
      items.length === 0
        ? [this.#evaluator.record.text]
        : items.map((item) => toText(this.#evaluator.value(item), format));
    this.#print(texts.join(this.#evaluator.variable('OFS')) + this.#evaluator.variable('ORS'));
  }

  #formatted([format, ...items]: readonly Expr[]): string {
    if (format === undefined) throw new Unreadable('a format that is missing');
    const text = this.#evaluator.text(this.#evaluator.value(format));
    const values = items.map((item) => this.#evaluator.value(item));
    return formatText(text, values, this.#evaluator.variable('CONVFMT'));
  }

  #print(text: string): void {
    this.#output.push(text);
    this.#size += text.length;
    if (this.#size > this.#input.maxOutput) throw new RangeError('too much output');
  }
}

function untilExit(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof Leave)) throw error;
    if (error.how !== 'exit') throw new Unreadable(`\`${error.how}\` outside of what it ends`);
  }
}
