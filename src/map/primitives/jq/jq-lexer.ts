/** Stands for a hole in the text that is read; real programs cannot hold it, since an argument ends at NUL. */
export const holeMark = '\0';

export type JqToken =
  | { readonly kind: 'ident'; readonly text: string; readonly at: number }
  | { readonly kind: 'field'; readonly text: string; readonly at: number }
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'format'; readonly text: string; readonly at: number }
  | { readonly kind: 'punct'; readonly text: string; readonly at: number }
  /** A string opens, its text and interpolations follow, and it closes: `"a\(.b)c"`. */
  | { readonly kind: 'quote-open' | 'quote-close' | 'interpolation-open' | 'interpolation-close'; readonly at: number };

export type JqLexed =
  | { readonly kind: 'tokens'; readonly tokens: readonly JqToken[] }
  | { readonly kind: 'hole-in-code'; readonly at: number }
  | { readonly kind: 'error'; readonly problem: string; readonly at: number };

const space = /[ \t\r\n]+/y;
const comment = /#[^\n]*/y;
const number = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const field = /\.[A-Za-z_][A-Za-z0-9_]*/y;
const ident = /[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)*/y;
const format = /@[A-Za-z0-9_]+/y;
const punct = /\?\/\/|\?|\/\/=|\/\/|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\.\.|[.[\](){}|,:;=<>+\-*/%$]/y;
const plainText = /[^"\\]+/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Bracket = '(' | '[' | '{' | '\\(' | '"';

interface LexState {
  readonly source: string;
  at: number;
  readonly open: Bracket[];
  readonly tokens: JqToken[];
}

/** Splits a jq program as jq's own scanner does; strings become tokens too, since interpolations are code. */
export function lexJq(source: string): JqLexed {
  const state: LexState = { source, at: 0, open: [], tokens: [] };
  while (state.at < source.length) {
    const failure = state.open.at(-1) === '"' ? lexInString(state) : lexCode(state);
    if (failure !== undefined) return failure;
  }
  const last = state.open.at(-1);
  if (last === undefined) return { kind: 'tokens', tokens: state.tokens };
  const what = last === '"' ? 'a string that is not closed' : `a \`${last}\` that is not closed`;
  return { kind: 'error', problem: what, at: source.length };
}

type Failure = Exclude<JqLexed, { kind: 'tokens' }> | undefined;

function lexInString(state: LexState): Failure {
  const start = state.at;
  if (take(state, plainText) !== undefined || take(state, escaped) !== undefined) return undefined;
  if (state.source.startsWith('\\(', start)) {
    state.at += 2;
    state.open.push('\\(');
    state.tokens.push({ kind: 'interpolation-open', at: start });
    return undefined;
  }
  if (state.source[start] !== '"') return { kind: 'error', problem: 'an escape that strings do not have', at: start };
  state.at++;
  state.open.pop();
  state.tokens.push({ kind: 'quote-close', at: start });
  return undefined;
}

function lexCode(state: LexState): Failure {
  const start = state.at;
  if (take(state, space) !== undefined) return undefined;
  const remark = take(state, comment);
  if (remark !== undefined) return checkComment(remark, start);
  if (state.source[start] === holeMark) return { kind: 'hole-in-code', at: start };
  if (state.source[start] === '"') {
    state.at++;
    state.open.push('"');
    state.tokens.push({ kind: 'quote-open', at: start });
    return undefined;
  }
  const token = takeToken(state);
  if (token === undefined) {
    return { kind: 'error', problem: `\`${state.source[start]}\` is no part of the language`, at: start };
  }
  return token.kind === 'punct' ? pushPunct(state, token.text, start) : void state.tokens.push(token);
}

/** A value in a comment could hold a line end; and versions disagree on a backslash before the line end. */
function checkComment(remark: string, at: number): Failure {
  if (remark.includes(holeMark)) return { kind: 'hole-in-code', at };
  if (/\\\r?$/.test(remark) || /\r./.test(remark)) {
    return { kind: 'error', problem: 'a comment that versions of jq end at different places', at };
  }
  return undefined;
}

function takeToken(state: LexState): JqToken | undefined {
  const at = state.at;
  for (const [kind, pattern] of tokenPatterns) {
    const text = take(state, pattern);
    if (text !== undefined) return { kind, text, at };
  }
  return undefined;
}

function pushPunct(state: LexState, text: string, at: number): Failure {
  if (text === '(' || text === '[' || text === '{') state.open.push(text);
  const opener = closers.get(text);
  if (opener === undefined) return void state.tokens.push({ kind: 'punct', text, at });
  const top = state.open.at(-1);
  if (text === ')' && top === '\\(') {
    state.open.pop();
    return void state.tokens.push({ kind: 'interpolation-close', at });
  }
  if (top !== opener) return { kind: 'error', problem: `a \`${text}\` that nothing opens`, at };
  state.open.pop();
  return void state.tokens.push({ kind: 'punct', text, at });
}

function take(state: LexState, pattern: RegExp): string | undefined {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = state.at;
  const found = sticky.exec(state.source)?.[0];
  if (found !== undefined) state.at += found.length;
  return found;
}

const tokenPatterns = [
  ['number', number],
  ['field', field],
  ['ident', ident],
  ['format', format],
  ['punct', punct],
] as const;

const closers: ReadonlyMap<string, Bracket> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
