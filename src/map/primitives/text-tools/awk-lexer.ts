export interface AwkToken {
  readonly kind: 'word' | 'number' | 'string' | 'regex' | 'punct' | 'newline';
  readonly text: string;
}

export type AwkLexed =
  | { readonly kind: 'tokens'; readonly tokens: readonly AwkToken[] }
  | { readonly kind: 'error'; readonly problem: string };

const patterns = [
  ['newline', /\r?\n/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)?/y],
  ['number', /0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y],
  ['string', /"(?:\\[\s\S]|[^"\\\n])*"/y],
  ['punct', /\*\*=|\|&|&&|\|\||\+\+|--|\+=|-=|\*=|%=|\^=|\*\*|==|!=|<=|>=|>>|!~|[-+*%^!<>|?:~$=,;(){}[\]@]/y],
] as const;

const blank = /(?:[ \t\r]|\\\r?\n|#[^\n]*)+/y;
const operatorWords = new Set(['print', 'printf', 'return', 'in', 'do', 'else', 'exit', 'case', 'delete', 'getline']);
const controlWords = new Set(['if', 'while', 'for', 'switch']);

/**
 * Splits an awk program. Whether `/` divides or starts a regular expression depends on what stands before it;
 * where even that leaves it open, the program is not read at all.
 */
export function lexAwk(source: string): AwkLexed {
  const tokens: AwkToken[] = [];
  const parens: boolean[] = [];
  let closedControl = false;
  let at = 0;
  const take = (pattern: RegExp): string => {
    const sticky = new RegExp(pattern);
    sticky.lastIndex = at;
    const found = sticky.exec(source)?.[0] ?? '';
    at += found.length;
    return found;
  };
  while (at < source.length) {
    if (take(blank) !== '') continue;
    if (source[at] === '/') {
      if (closedControl && tokens.at(-1)?.text === ')')
        return { kind: 'error', problem: 'a `/` whose meaning is open' };
      const regex = dividesAfter(tokens.at(-1)) ? '' : regexAt(source, at);
      at += regex.length;
      if (regex === '' && !dividesAfter(tokens.at(-1))) return { kind: 'error', problem: 'a `/` that is not closed' };
      if (regex === '') tokens.push({ kind: 'punct', text: take(/\/=?/y) });
      else tokens.push({ kind: 'regex', text: regex });
      continue;
    }
    const token = takeToken(take);
    if (token === undefined) return { kind: 'error', problem: `\`${source[at]}\` is no part of the language` };
    if (token.text === '(') parens.push(controlWords.has(tokens.at(-1)?.text ?? ''));
    if (token.text === ')') closedControl = parens.pop() ?? false;
    tokens.push(token);
  }
  return { kind: 'tokens', tokens };
}

function takeToken(take: (pattern: RegExp) => string): AwkToken | undefined {
  for (const [kind, pattern] of patterns) {
    const text = take(pattern);
    if (text !== '') return { kind, text };
  }
  return undefined;
}

function dividesAfter(before: AwkToken | undefined): boolean {
  switch (before?.kind) {
    case 'number':
    case 'string':
      return true;
    case 'word':
      return !operatorWords.has(before.text);
    case 'punct':
      return before.text === ')' || before.text === ']' || before.text === '++' || before.text === '--';
    default:
      return false;
  }
}

/** Empty when it does not end on its line, or holds a `/` inside brackets, which versions of awk read differently. */
function regexAt(source: string, start: number): string {
  let bracket = -1;
  for (let at = start + 1; at < source.length; at++) {
    const char = source[at];
    if (char === '\n') return '';
    if (char === '\\') at++;
    else if (char === '/') return bracket < 0 ? source.slice(start, at + 1) : '';
    else if (char === '[' && bracket < 0) bracket = at;
    else if (char === ']' && bracket >= 0 && at > bracket + (source[bracket + 1] === '^' ? 2 : 1)) bracket = -1;
  }
  return '';
}
