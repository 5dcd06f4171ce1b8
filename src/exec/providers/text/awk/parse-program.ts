import type { Expr, OwnFunction, Program, Rule, Statement } from './ast.ts';
import { ExpressionParser } from './parse-expression.ts';
import { Tokens } from './token.ts';
import { Unreadable } from './unreadable.ts';
import { isSpecial, refuseName } from './variables.ts';

export function parseProgram(source: string): Program {
  return new ProgramParser(new Tokens(source)).program();
}

class ProgramParser {
  readonly #tokens: Tokens;
  readonly #expressions: ExpressionParser;
  #depth = 0;
  #inFunction = false;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#expressions = new ExpressionParser(tokens);
  }

  program(): Program {
    const rules: Rule[] = [];
    const functions = new Map<string, OwnFunction>();
    for (;;) {
      this.#skipEnds();
      if (this.#tokens.peek().kind === 'end') return { rules, functions };
      if (!this.#tokens.eat('function')) {
        rules.push(this.#rule());
        continue;
      }
      const made = this.#function();
      if (functions.has(made.name)) throw new Unreadable(`\`${made.name}\` twice`);
      functions.set(made.name, made);
    }
  }

  #function(): OwnFunction {
    const { kind, text: name } = this.#tokens.take();
    if (kind !== 'call' && kind !== 'name') throw new Unreadable(`\`${name}\` as a function`);
    this.#tokens.expect('(');
    const params: string[] = [];
    while (!this.#tokens.eat(')')) {
      if (params.length > 0) this.#tokens.expect(',');
      this.#tokens.skipNewlines();
      const param = this.#tokens.take();
      refuseName(param.text);
      if (param.kind !== 'name' || isSpecial(param.text) || param.text === name || params.includes(param.text))
        throw new Unreadable(`\`${param.text}\` as a parameter`);
      params.push(param.text);
    }
    this.#tokens.skipNewlines();
    this.#inFunction = true;
    const body = this.#block();
    this.#inFunction = false;
    return { name, params, body };
  }

  #rule(): Rule {
    for (const [word, kind] of [
      ['BEGIN', 'begin'],
      ['END', 'end'],
    ] as const) {
      if (!this.#tokens.eat(word)) continue;
      if (!this.#tokens.is('{')) throw new Unreadable(`\`${word}\` without an action`);
      return { when: { kind }, body: this.#block() };
    }
    if (this.#tokens.is('{')) return { when: { kind: 'always' }, body: this.#block() };
    const test = this.#expressions.expression();
    const when = this.#tokens.eat(',')
      ? ({ kind: 'range', from: test, to: this.#afterNewlines() } as const)
      : ({ kind: 'test', test } as const);
    return this.#tokens.is('{') ? { when, body: this.#block() } : { when };
  }

  #afterNewlines(): Expr {
    this.#tokens.skipNewlines();
    return this.#expressions.expression();
  }

  #block(): Statement {
    this.#tokens.expect('{');
    const body: Statement[] = [];
    for (;;) {
      this.#skipEnds();
      if (this.#tokens.eat('}')) return { kind: 'block', body };
      body.push(this.#statement());
    }
  }

  #skipEnds(): void {
    while (this.#tokens.peek().kind === 'newline' || this.#tokens.is(';')) this.#tokens.take();
  }

  /** Behind a simple statement: `;`, a line end, or the `}` around it. */
  #end(): void {
    const { kind, text } = this.#tokens.peek();
    if (kind === 'newline' || text === ';') this.#tokens.take();
    else if (text !== '}') throw new Unreadable(`\`${text || 'the end'}\` behind a statement`);
  }

  #statement(): Statement {
    if (++this.#depth > 100) throw new Unreadable('so many statements inside each other');
    const statement = this.#compound() ?? this.#simpleWithEnd();
    this.#depth--;
    return statement;
  }

  #compound(): Statement | undefined {
    if (this.#tokens.is('{')) return this.#block();
    if (this.#tokens.eat('if')) return this.#if();
    if (this.#tokens.eat('while')) return { kind: 'while', test: this.#condition(), body: this.#body() };
    if (this.#tokens.eat('for')) return this.#for();
    if (!this.#tokens.eat('do')) return undefined;
    this.#skipEnds();
    const body = this.#statement();
    this.#skipEnds();
    this.#tokens.expect('while');
    const test = this.#condition();
    this.#end();
    return { kind: 'do', body, test };
  }

  #condition(): Expr {
    this.#tokens.expect('(');
    const test = this.#expressions.expression();
    this.#tokens.expect(')');
    return test;
  }

  /** `;` alone is a body that does nothing. */
  #body(): Statement {
    this.#tokens.skipNewlines();
    return this.#tokens.eat(';') ? { kind: 'block', body: [] } : this.#statement();
  }

  #if(): Statement {
    const test = this.#condition();
    const yes = this.#body();
    this.#tokens.skipNewlines();
    if (!this.#tokens.eat('else')) return { kind: 'if', test, yes };
    return { kind: 'if', test, yes, no: this.#body() };
  }

  #for(): Statement {
    this.#tokens.expect('(');
    const start = this.#tokens.is(';') ? undefined : this.#simple();
    if (start?.kind === 'expression' && start.value.kind === 'in' && this.#tokens.eat(')')) {
      const [key] = start.value.keys;
      if (start.value.keys.length !== 1 || key?.kind !== 'name') throw new Unreadable('this `for`');
      return { kind: 'each', name: key.name, array: start.value.array, body: this.#body() };
    }
    this.#tokens.expect(';');
    const test = this.#tokens.is(';') ? undefined : this.#afterNewlines();
    this.#tokens.expect(';');
    const step = this.#tokens.is(')') ? undefined : this.#simple();
    this.#tokens.expect(')');
    const body = this.#body();
    return {
      kind: 'for',
      ...(start === undefined ? {} : { start }),
      ...(test === undefined ? {} : { test }),
      ...(step === undefined ? {} : { step }),
      body,
    };
  }

  #simpleWithEnd(): Statement {
    const statement = this.#simple();
    this.#end();
    return statement;
  }

  #simple(): Statement {
    for (const kind of ['break', 'continue', 'next'] as const) if (this.#tokens.eat(kind)) return { kind };
    if (this.#tokens.eat('exit'))
      return this.#ends() ? { kind: 'exit' } : { kind: 'exit', code: this.#expressions.expression() };
    if (this.#inFunction && this.#tokens.eat('return'))
      return this.#ends() ? { kind: 'return' } : { kind: 'return', value: this.#expressions.expression() };
    if (this.#tokens.eat('delete')) return this.#delete();
    if (this.#tokens.eat('print')) return { kind: 'print', items: this.#printed() };
    if (this.#tokens.eat('printf')) return { kind: 'printf', items: this.#printed() };
    return { kind: 'expression', value: this.#expressions.expression() };
  }

  #ends(): boolean {
    const { kind, text } = this.#tokens.peek();
    return kind === 'newline' || kind === 'end' || text === ';' || text === '}';
  }

  #delete(): Statement {
    const target = this.#expressions.expression();
    if (target.kind === 'name') return { kind: 'delete', array: target.name };
    if (target.kind !== 'element') throw new Unreadable('`delete` of what is no element');
    return { kind: 'delete', array: target.array, keys: target.keys };
  }

  /** `print (a, b)` is a list in brackets. */
  #printed(): readonly Expr[] {
    if (this.#tokens.is('>') || this.#tokens.is('|')) throw new Unreadable('output to a file or a program');
    if (this.#ends()) return [];
    const items = this.#expressions.list({ noGreater: true });
    const [only] = items;
    return items.length === 1 && only?.kind === 'group' ? only.items : items;
  }
}
