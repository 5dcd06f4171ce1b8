/** What a sed script touches, in order. */
export interface SedUse {
  readonly kind: 'read' | 'write' | 'run';
  /** The file; for `run` the command of the script. */
  readonly name: string;
}

export type SedScanned =
  | { readonly kind: 'script'; readonly uses: readonly SedUse[] }
  | { readonly kind: 'error'; readonly problem: string };

interface State {
  readonly source: string;
  at: number;
  depth: number;
  readonly uses: SedUse[];
  problem?: string;
}

/** Scans a script as GNU sed reads it: addresses, one command letter, its arguments. */
export function scanSed(source: string): SedScanned {
  const state: State = { source, at: 0, depth: 0, uses: [] };
  while (state.problem === undefined && state.at < source.length) command(state);
  if (state.problem === undefined && state.depth !== 0) state.problem = 'a `{` that is not closed';
  return state.problem === undefined ? { kind: 'script', uses: state.uses } : { kind: 'error', problem: state.problem };
}

function command(state: State): undefined {
  skip(state, /[\s;]+/y);
  if (state.at >= state.source.length) return;
  addresses(state);
  skip(state, /[ \t]+/y);
  while (peek(state) === '!') {
    state.at++;
    skip(state, /[ \t]+/y);
  }
  const letter = peek(state);
  state.at++;
  argumentsOf(state, letter);
}

function addresses(state: State): undefined {
  if (!address(state)) return;
  skip(state, /[ \t]+/y);
  if (peek(state) !== ',') return;
  state.at++;
  skip(state, /[ \t]+/y);
  if (!address(state) && skip(state, /[+~][0-9]+/y) === '') state.problem ??= 'an address that is missing after `,`';
}

/** `12`, `$`, `first~step`, `/re/IM`, `\cREc`. */
function address(state: State): boolean {
  if (skip(state, /[0-9]+(?:~[0-9]*)?|\$/y) !== '') return true;
  const char = peek(state);
  if (char !== '/' && char !== '\\') return false;
  state.at += char === '/' ? 0 : 1;
  const delimiter = peek(state);
  state.at++;
  delimited(state, delimiter, true);
  skip(state, /[IM]*/y);
  return true;
}

function argumentsOf(state: State, letter: string): undefined {
  switch (letter) {
    case '{':
      state.depth++;
      return;
    case '}':
      state.depth--;
      if (state.depth < 0) state.problem ??= 'a `}` that nothing opens';
      return ending(state);
    case '#':
      skip(state, /[^\n]*/y);
      return;
    case 'a':
    case 'i':
    case 'c':
      return inserted(state);
    case ':':
    case 'b':
    case 't':
    case 'T':
      // Ending a label early only shows more commands than sed would run, never fewer.
      skip(state, /[ \t]*[^\s;}]*/y);
      return;
    case 'r':
    case 'R':
      return file(state, 'read');
    case 'w':
    case 'W':
      return file(state, 'write');
    case 'e':
      state.uses.push({ kind: 'run', name: 'e' });
      skip(state, /[^\n]*/y);
      return;
    case 's':
      return substitution(state);
    case 'y':
      return twoParts(state, false) ? ending(state) : undefined;
    case 'q':
    case 'Q':
    case 'l':
    case 'L':
      skip(state, /[ \t]*[0-9]*/y);
      return ending(state);
    case 'v':
      skip(state, /[ \t]*[0-9.]*/y);
      return ending(state);
    default:
      if (letter !== '' && '=dDgGhHnNpPxFz'.includes(letter)) return ending(state);
      state.problem ??= letter === '' ? 'a command is missing' : `\`${letter}\` is not a command`;
  }
}

/** After a command: white space, then `;`, a line end, `}` or a comment. */
function ending(state: State): undefined {
  skip(state, /[ \t\r]+/y);
  const char = peek(state);
  if (char === '' || char === ';' || char === '\n' || char === '}' || char === '#') return;
  state.problem ??= `\`${char}\` after a command`;
}

/** Text of `a`, `i`, `c`: to the end of the line; a backslash carries on over it. */
function inserted(state: State): undefined {
  skip(state, /[ \t]*(?:\\[ \t]*\n)?/y);
  skip(state, /(?:\\[\s\S]|[^\\\n])*/y);
  if (peek(state) === '\\') state.at++;
}

function file(state: State, kind: 'read' | 'write'): undefined {
  skip(state, /[ \t]+/y);
  const name = skip(state, /[^\n]*/y);
  if (name === '') state.problem ??= 'a file name is missing';
  state.uses.push({ kind, name });
}

function substitution(state: State): undefined {
  if (!twoParts(state, true)) return;
  for (;;) {
    const flag = peek(state);
    if (flag === 'w') {
      state.at++;
      return file(state, 'write');
    }
    if (flag === 'e') state.uses.push({ kind: 'run', name: 's///e' });
    if (flag === '' || !'gpiImMe0123456789'.includes(flag)) return ending(state);
    state.at++;
  }
}

function twoParts(state: State, isRegex: boolean): boolean {
  const delimiter = peek(state);
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') {
    state.problem ??= 'a delimiter is missing';
    return false;
  }
  state.at++;
  return delimited(state, delimiter, isRegex) && delimited(state, delimiter, false);
}

/** To the next delimiter without a backslash. Versions of sed disagree on one inside `[…]`, so that is an error. */
function delimited(state: State, delimiter: string, isRegex: boolean): boolean {
  let bracket = -1;
  for (; state.at < state.source.length; state.at++) {
    const char = peek(state);
    if (char === '\\') state.at++;
    else if (char === delimiter) {
      if (bracket >= 0) state.problem ??= `a \`${delimiter}\` inside brackets`;
      state.at++;
      return state.problem === undefined;
    } else if (isRegex && char === '[' && bracket < 0) bracket = state.at;
    else if (char === ']' && bracket >= 0 && !/^\[\^?$/.test(state.source.slice(bracket, state.at))) bracket = -1;
  }
  state.problem ??= `a \`${delimiter}\` is missing`;
  return false;
}

function peek(state: State): string {
  return state.source[state.at] ?? '';
}

function skip(state: State, pattern: RegExp): string {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = state.at;
  const found = sticky.exec(state.source)?.[0] ?? '';
  state.at += found.length;
  return found;
}
