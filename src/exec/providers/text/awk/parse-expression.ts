import type { Expr, Target } from './ast.ts';
import type { Token, Tokens } from './token.ts';
import { Unreadable } from './unreadable.ts';
import { refuseName } from './variables.ts';

interface Place {
  /** `>` would write to a file: behind `print`. */
  readonly noGreater?: true;
}

const comparisons = new Set(['<', '<=', '==', '!=', '>', '>=']);
const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);
const mostDepth = 200;
/** What reaches beyond the input, or is different every time. */
const outside = new Set(['system', 'close', 'fflush', 'rand', 'srand']);

/** From the loosest binding to the tightest, as POSIX has them. */
export class ExpressionParser {
  readonly tokens: Tokens;
  #depth = 0;

  constructor(tokens: Tokens) {
    this.tokens = tokens;
  }

  expression(place: Place = {}): Expr {
    if (++this.#depth > mostDepth) throw new Unreadable('so many brackets');
    const left = this.#choice(place);
    const { kind, text } = this.tokens.peek();
    if (kind === 'punct' && text === '|') throw new Unreadable('a pipe from or to a program');
    if (kind === 'punct' && assignments.has(text)) {
      if (!isTarget(left)) throw new Unreadable(`\`${text}\` to what is no variable`);
      this.tokens.take();
      this.tokens.skipNewlines();
      const value = this.expression(place);
      this.#depth--;
      return { kind: 'assign', operator: text, target: left, value };
    }
    this.#depth--;
    return left;
  }

  list(place: Place = {}): readonly Expr[] {
    const items = [this.expression(place)];
    while (this.tokens.eat(',')) {
      this.tokens.skipNewlines();
      items.push(this.expression(place));
    }
    return items;
  }

  #choice(place: Place): Expr {
    const test = this.#either(place);
    if (!this.tokens.eat('?')) return test;
    this.tokens.skipNewlines();
    const yes = this.expression(place);
    this.tokens.skipNewlines();
    this.tokens.expect(':');
    this.tokens.skipNewlines();
    return { kind: 'choice', test, yes, no: this.expression(place) };
  }

  #either(place: Place): Expr {
    let left = this.#both(place);
    while (this.tokens.eat('||')) {
      this.tokens.skipNewlines();
      left = { kind: 'binary', operator: '||', left, right: this.#both(place) };
    }
    return left;
  }

  #both(place: Place): Expr {
    let left = this.#membership(place);
    while (this.tokens.eat('&&')) {
      this.tokens.skipNewlines();
      left = { kind: 'binary', operator: '&&', left, right: this.#membership(place) };
    }
    return left;
  }

  #membership(place: Place): Expr {
    let left = this.#matching(place);
    while (this.tokens.eat('in')) {
      left = { kind: 'in', keys: left.kind === 'group' ? left.items : [left], array: this.#arrayName() };
    }
    return left;
  }

  #arrayName(): string {
    const { kind, text } = this.tokens.take();
    if (kind !== 'name') throw new Unreadable('`in` what is no array');
    return text;
  }

  #matching(place: Place): Expr {
    const left = this.#comparison(place);
    const operator = ['~', '!~'].find((sign) => this.tokens.is(sign));
    if (operator === undefined) return left;
    refuseNot(left, operator);
    this.tokens.take();
    const right = this.#comparison(place);
    if (this.tokens.is('~') || this.tokens.is('!~')) throw new Unreadable('two matches in a row');
    return { kind: 'binary', operator, left, right };
  }

  #comparison(place: Place): Expr {
    const left = this.#concatenation(place);
    const operator = this.#comparisonSign(place);
    if (operator === undefined) return left;
    refuseNot(left, operator);
    this.tokens.take();
    const right = this.#concatenation(place);
    if (this.#comparisonSign(place) !== undefined) throw new Unreadable('two comparisons in a row');
    return { kind: 'binary', operator, left, right };
  }

  #comparisonSign(place: Place): string | undefined {
    const { kind, text } = this.tokens.peek();
    if (kind !== 'punct' || !comparisons.has(text)) return undefined;
    if (text === '>' && place.noGreater === true) throw new Unreadable('a `>` after `print`');
    return text;
  }

  #concatenation(place: Place): Expr {
    let left = this.#sum(place);
    while (startsOperand(this.tokens.peek())) {
      left = { kind: 'binary', operator: ' ', left, right: this.#sum(place) };
    }
    return left;
  }

  #sum(place: Place): Expr {
    let left = this.#product(place);
    for (;;) {
      const sign = ['+', '-'].find((one) => this.tokens.is(one));
      if (sign === undefined) return left;
      this.tokens.take();
      left = { kind: 'binary', operator: sign, left, right: this.#product(place) };
    }
  }

  #product(place: Place): Expr {
    let left = this.#unary(place);
    for (;;) {
      const sign = ['*', '/', '%'].find((one) => this.tokens.is(one));
      if (sign === undefined) return left;
      this.tokens.take();
      left = { kind: 'binary', operator: sign, left, right: this.#unary(place) };
    }
  }

  #unary(place: Place): Expr {
    for (const operator of ['!', '-', '+'] as const) {
      if (!this.tokens.eat(operator)) continue;
      if (++this.#depth > mostDepth) throw new Unreadable('so many signs');
      const value = this.#unary(place);
      this.#depth--;
      return { kind: 'unary', operator, value };
    }
    return this.#power(place);
  }

  #power(place: Place): Expr {
    const left = this.#stepped(place);
    if (!this.tokens.eat('^')) return left;
    // Right to left, and `2^-1` is fine.
    const right =
      this.tokens.is('-') || this.tokens.is('+') || this.tokens.is('!') ? this.#unary(place) : this.#power(place);
    return { kind: 'binary', operator: '^', left, right };
  }

  #stepped(place: Place): Expr {
    for (const [sign, by] of signs) {
      if (!this.tokens.eat(sign)) continue;
      const target = this.#primary(place);
      if (!isTarget(target)) throw new Unreadable(`\`${sign}\` before what is no variable`);
      return { kind: 'step', by, first: true, target };
    }
    const value = this.#primary(place);
    for (const [sign, by] of signs) {
      if (isTarget(value) && this.tokens.eat(sign)) return { kind: 'step', by, first: false, target: value };
    }
    return value;
  }

  #primary(place: Place): Expr {
    const token = this.tokens.peek();
    if (token.kind === 'punct') return this.#signed(token, place);
    this.tokens.take();
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) };
      case 'string':
        return { kind: 'string', value: token.text };
      case 'name':
        refuseName(token.text);
        if (!this.tokens.eat('[')) return { kind: 'name', name: token.text };
        return { kind: 'element', array: token.text, keys: this.#listUntil(']') };
      case 'builtin':
        return this.#builtin(token.text);
      case 'call':
        this.tokens.expect('(');
        return { kind: 'own', name: token.text, args: this.tokens.eat(')') ? [] : this.#listUntil(')') };
      default:
        throw new Unreadable(`\`${token.text.trim() || 'the end'}\` here`);
    }
  }

  #signed(token: Token, place: Place): Expr {
    if (token.text === '/' || token.text === '/=') return { kind: 'regex', pattern: this.tokens.regex() };
    this.tokens.take();
    if (token.text === '(') {
      const items = this.#listUntil(')');
      return { kind: 'group', items };
    }
    if (token.text !== '$') throw new Unreadable(`\`${token.text}\` here`);
    for (const [sign, by] of signs) {
      if (!this.tokens.eat(sign)) continue;
      const target = this.#primary(place);
      if (!isTarget(target)) throw new Unreadable(`\`${sign}\` before what is no variable`);
      return { kind: 'field', index: { kind: 'step', by, first: true, target } };
    }
    if (this.tokens.eat('-'))
      return { kind: 'field', index: { kind: 'unary', operator: '-', value: this.#primary(place) } };
    return { kind: 'field', index: this.#primary(place) };
  }

  #builtin(name: string): Expr {
    if (outside.has(name)) throw new Unreadable(`\`${name}\``);
    if (!this.tokens.eat('(')) {
      if (name === 'length') return { kind: 'call', name, args: [] };
      throw new Unreadable(`\`${name}\` without brackets`);
    }
    const args = this.tokens.eat(')') ? [] : this.#listUntil(')');
    return { kind: 'call', name, args };
  }

  #listUntil(end: string): readonly Expr[] {
    this.tokens.skipNewlines();
    const items = this.list();
    this.tokens.skipNewlines();
    this.tokens.expect(end);
    return items;
  }
}

const signs = [
  ['++', 1],
  ['--', -1],
] as const;

/** `!x ~ y` is read in two ways. */
function refuseNot(left: Expr, operator: string): void {
  if (left.kind === 'unary' && left.operator === '!')
    throw new Unreadable(`\`!\` before \`${operator}\` without brackets`);
}

export function isTarget(expr: Expr): expr is Target {
  return expr.kind === 'name' || expr.kind === 'field' || expr.kind === 'element';
}

/** What may follow an operand to be put behind it. A sign there is one of addition. */
function startsOperand({ kind, text }: Token): boolean {
  if (kind === 'punct') return text === '$' || text === '(';
  return kind === 'number' || kind === 'string' || kind === 'name' || kind === 'builtin' || kind === 'call';
}
