import { compileRegex, type Regex } from '../regex/regex.ts';
import type { Expr } from './ast.ts';

const most = 500;

/** Patterns by their text: one that a program computes is compiled once. */
export class Patterns {
  readonly #known = new Map<string, Regex>();

  literal(pattern: string): Regex {
    const found = this.#known.get(pattern) ?? compileRegex(pattern, 'awk');
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(pattern, found);
    return found;
  }

  /** Of `/…/`, or of the text that an expression gives. */
  of(expr: Expr, text: () => string): Regex {
    return this.literal(expr.kind === 'regex' ? expr.pattern : text());
  }
}
