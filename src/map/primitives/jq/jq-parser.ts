import {
  accept,
  acceptWord,
  descend,
  expect,
  fail,
  here,
  type JqUse,
  ok,
  type State,
  text,
  word,
} from './jq-cursor.ts';
import type { JqToken } from './jq-lexer.ts';
import { type Operator, operators } from './jq-operators.ts';

export type JqParsed =
  | { readonly kind: 'program'; readonly uses: readonly JqUse[] }
  | { readonly kind: 'error'; readonly problem: string; readonly at: number };

/** Checks the program's grammar and lists the names it looks up. The union of jq 1.6 to 1.8 is accepted. */
export function parseJq(tokens: readonly JqToken[], end: number): JqParsed {
  const state: State = { tokens, uses: [], end, at: 0, depth: 0 };
  program(state);
  if (state.problem === undefined && state.at < tokens.length) fail(state);
  if (state.problem !== undefined) return { kind: 'error', problem: state.problem.text, at: state.problem.at };
  return { kind: 'program', uses: state.uses };
}

function program(state: State): undefined {
  if (word(state) === 'module') directive(state, 'module');
  for (let name = word(state); name === 'import' || name === 'include'; name = word(state)) directive(state, name);
  while (word(state) === 'def' && ok(state)) definition(state);
  if (state.at < state.tokens.length) pipe(state);
}

/** `import "a" as b;`: what follows the word does not matter, the whole is never allowed to run. */
function directive(state: State, kind: 'module' | 'import' | 'include'): undefined {
  state.uses.push({ kind, name: kind, at: here(state) });
  while (state.at < state.tokens.length && text(state) !== ';') state.at++;
  expect(state, ';');
}

function definition(state: State): undefined {
  descend(state, () => {
    expect(state, 'def');
    name(state);
    if (accept(state, '(')) {
      do {
        accept(state, '$');
        name(state);
      } while (accept(state, ';') && ok(state));
      expect(state, ')');
    }
    expect(state, ':');
    while (word(state) === 'def' && ok(state)) definition(state);
    pipe(state);
    expect(state, ';');
  });
}

function pipe(state: State): undefined {
  binary(state, 1);
}

function binary(state: State, lowest: number): undefined {
  descend(state, () => {
    operand(state);
    let unchainable = 0;
    for (let found = operator(state); found !== undefined && ok(state); found = operator(state)) {
      if (found.level < lowest) return;
      if (found.side === 'none' && found.level === unchainable) return fail(state);
      unchainable = found.side === 'none' ? found.level : 0;
      state.at++;
      binary(state, found.side === 'right' ? found.level : found.level + 1);
    }
  });
}

function operator(state: State): Operator | undefined {
  const spelled = text(state) ?? word(state);
  return spelled === undefined ? undefined : operators.get(spelled);
}

function operand(state: State): undefined {
  switch (word(state)) {
    case 'def':
      definition(state);
      return pipe(state);
    case 'label':
      state.at++;
      variable(state, false);
      expect(state, '|');
      return pipe(state);
    case 'try':
      state.at++;
      tryBody(state);
      if (acceptWord(state, 'catch')) tryBody(state);
      return;
  }
  if (accept(state, '-')) return binary(state, 9);
  term(state);
  if (acceptWord(state, 'as')) {
    patterns(state);
    expect(state, '|');
    pipe(state);
  }
}

function tryBody(state: State): undefined {
  descend(state, () => {
    if (accept(state, '-') || word(state) === 'try') return operand(state);
    term(state);
  });
}

function term(state: State): undefined {
  descend(state, () => {
    atom(state);
    while (ok(state) && suffix(state));
  });
}

function suffix(state: State): boolean {
  const token = state.tokens[state.at];
  if (token?.kind === 'field') {
    state.at++;
    return true;
  }
  if (accept(state, '?')) return true;
  if (accept(state, '[')) {
    index(state);
    return true;
  }
  if (text(state) !== '.') return false;
  const after = state.tokens[state.at + 1];
  const more =
    after?.kind === 'quote-open' || after?.kind === 'format' || (after?.kind === 'punct' && after.text === '[');
  if (!more) return false;
  state.at++;
  if (after.kind !== 'punct') string(state);
  return true;
}

/** After `[`: nothing, an index, or a slice. */
function index(state: State): undefined {
  if (accept(state, ']')) return;
  if (accept(state, ':')) {
    pipe(state);
    return expect(state, ']');
  }
  pipe(state);
  if (accept(state, ':') && text(state) !== ']') pipe(state);
  expect(state, ']');
}

function atom(state: State): undefined {
  const token = state.tokens[state.at];
  switch (token?.kind) {
    case 'number':
    case 'field':
      state.at++;
      return;
    case 'quote-open':
      return string(state);
    case 'format':
      state.at++;
      if (state.tokens[state.at]?.kind === 'quote-open') string(state);
      return;
    case 'ident':
      return word(state) === undefined ? call(state) : keywordTerm(state);
    case 'punct':
      return punctTerm(state, token.text);
    default:
      return fail(state);
  }
}

function punctTerm(state: State, first: string): undefined {
  switch (first) {
    case '.':
      state.at++;
      if (state.tokens[state.at]?.kind === 'quote-open' || state.tokens[state.at]?.kind === 'format') string(state);
      return;
    case '..':
      state.at++;
      return;
    case '$':
      return variable(state, true);
    case '(':
      state.at++;
      pipe(state);
      return expect(state, ')');
    case '[':
      state.at++;
      if (accept(state, ']')) return;
      pipe(state);
      return expect(state, ']');
    case '{':
      return object(state);
    default:
      return fail(state);
  }
}

function call(state: State): undefined {
  const token = state.tokens[state.at];
  if (token?.kind !== 'ident') return fail(state);
  state.uses.push({ kind: 'function', name: token.text, at: token.at });
  state.at++;
  if (token.text === 'break' && text(state) === '$') return variable(state, false);
  if (!accept(state, '(')) return;
  do pipe(state);
  while (accept(state, ';') && ok(state));
  expect(state, ')');
}

function keywordTerm(state: State): undefined {
  switch (word(state)) {
    case 'if':
      return condition(state);
    case 'reduce':
    case 'foreach':
      return fold(state);
    default:
      return fail(state);
  }
}

function condition(state: State): undefined {
  do {
    state.at++;
    pipe(state);
    if (!acceptWord(state, 'then')) return fail(state);
    pipe(state);
  } while (word(state) === 'elif' && ok(state));
  if (acceptWord(state, 'else')) pipe(state);
  if (!acceptWord(state, 'end')) fail(state);
}

/** `reduce TERM as PATTERNS (init; update)`, `foreach` with an optional third part. */
function fold(state: State): undefined {
  const most = word(state) === 'reduce' ? 2 : 3;
  state.at++;
  term(state);
  if (!acceptWord(state, 'as')) return fail(state);
  patterns(state);
  expect(state, '(');
  let parts = 0;
  do {
    pipe(state);
    parts++;
  } while (accept(state, ';') && ok(state));
  if (parts < 2 || parts > most) return fail(state);
  expect(state, ')');
}

function patterns(state: State): undefined {
  do pattern(state);
  while (accept(state, '?//') && ok(state));
}

function pattern(state: State): undefined {
  descend(state, () => {
    if (text(state) === '$') return variable(state, false);
    if (accept(state, '[')) {
      do pattern(state);
      while (accept(state, ',') && ok(state));
      return expect(state, ']');
    }
    expect(state, '{');
    do patternMember(state);
    while (accept(state, ',') && ok(state));
    expect(state, '}');
  });
}

function patternMember(state: State): undefined {
  const bound = text(state) === '$';
  if (bound) variable(state, false);
  else objectKey(state);
  if (accept(state, ':')) pattern(state);
  else if (!bound) fail(state);
}

function object(state: State): undefined {
  expect(state, '{');
  if (accept(state, '}')) return;
  do {
    if (text(state) === '}') break;
    member(state);
  } while (accept(state, ',') && ok(state));
  expect(state, '}');
}

/** `a`, `a: 1`, `"a": 1`, `(e): 1`, `$x`, `$x: 1`, `@base64 "x"`. */
function member(state: State): undefined {
  const parenthesised = text(state) === '(';
  if (text(state) === '$') variable(state, true);
  else objectKey(state);
  if (accept(state, ':')) return memberValue(state);
  if (parenthesised) fail(state);
}

function objectKey(state: State): undefined {
  const token = state.tokens[state.at];
  if (token?.kind === 'ident' || token?.kind === 'number') state.at++;
  else if (token?.kind === 'quote-open' || token?.kind === 'format') string(state);
  else {
    expect(state, '(');
    pipe(state);
    expect(state, ')');
  }
}

/** Everything but a comma, which ends the member. */
function memberValue(state: State): undefined {
  do binary(state, 3);
  while (accept(state, '|') && ok(state));
}

function string(state: State): undefined {
  if (state.tokens[state.at]?.kind === 'format') state.at++;
  if (state.tokens[state.at]?.kind !== 'quote-open') return fail(state);
  state.at++;
  while (ok(state) && state.tokens[state.at]?.kind === 'interpolation-open') {
    state.at++;
    pipe(state);
    if (state.tokens[state.at]?.kind !== 'interpolation-close') return fail(state);
    state.at++;
  }
  if (state.tokens[state.at]?.kind !== 'quote-close') return fail(state);
  state.at++;
}

function variable(state: State, used: boolean): undefined {
  expect(state, '$');
  const token = state.tokens[state.at];
  if (token?.kind !== 'ident') return fail(state);
  if (used) state.uses.push({ kind: 'variable', name: token.text, at: token.at });
  state.at++;
}

function name(state: State): undefined {
  if (state.tokens[state.at]?.kind !== 'ident') return fail(state);
  state.at++;
}
