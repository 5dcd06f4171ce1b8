import type { JqToken } from './jq-lexer.ts';

/** A name the program uses in a place where it is looked up: not an object key, not a field. */
export interface JqUse {
  readonly kind: 'function' | 'variable' | 'import' | 'include' | 'module';
  readonly name: string;
  readonly at: number;
}

/** Where the parser stands. One state lives for one program. */
export interface State {
  readonly tokens: readonly JqToken[];
  readonly uses: JqUse[];
  readonly end: number;
  at: number;
  depth: number;
  problem?: { readonly text: string; readonly at: number };
}

const maxDepth = 256;

const keywords = new Set(
  'as import include module def if then else elif end and or reduce foreach try catch label __loc__'.split(' '),
);

export function text(state: State): string | undefined {
  const token = state.tokens[state.at];
  return token?.kind === 'punct' ? token.text : undefined;
}

export function word(state: State): string | undefined {
  const token = state.tokens[state.at];
  return token?.kind === 'ident' && keywords.has(token.text) ? token.text : undefined;
}

export function accept(state: State, wanted: string): boolean {
  if (!ok(state) || text(state) !== wanted) return false;
  state.at++;
  return true;
}

export function acceptWord(state: State, wanted: string): boolean {
  if (!ok(state) || word(state) !== wanted) return false;
  state.at++;
  return true;
}

export function expect(state: State, wanted: string): undefined {
  const found = text(state) ?? word(state);
  if (found === wanted) state.at++;
  else fail(state);
}

export function ok(state: State): boolean {
  return state.problem === undefined;
}

export function here(state: State): number {
  return state.tokens[state.at]?.at ?? state.end;
}

export function fail(state: State): undefined {
  const at = here(state);
  state.problem ??= { text: at === state.end ? 'the program ends too early' : 'a syntax error', at };
  state.at = state.tokens.length;
}

export function descend(state: State, step: () => void): undefined {
  if (!ok(state)) return;
  if (state.depth >= maxDepth) {
    state.problem = { text: `nested deeper than ${maxDepth}`, at: here(state) };
    state.at = state.tokens.length;
    return;
  }
  state.depth++;
  step();
  state.depth--;
}
