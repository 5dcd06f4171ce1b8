import { Unreadable } from './unreadable.ts';

export interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'call' | 'word' | 'builtin' | 'punct' | 'newline' | 'end';
  /** The value of a string, its escapes read; the text of anything else. */
  readonly text: string;
  readonly start: number;
}

const words = new Set(
  'BEGIN END if else while for do break continue next exit delete in print printf function func return getline nextfile switch case default'.split(
    ' ',
  ),
);
const builtins = new Set(
  'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int tolower toupper rand srand system close fflush'.split(
    ' ',
  ),
);
const punct = /&&|\|\||\+\+|--|\+=|-=|\*=|\/=|%=|\^=|==|!=|<=|>=|!~|[-+*/%^!<>|?:~$=,;(){}[\]]/y;
const blank = /(?:[ \t\r]|\\\r?\n)+|#[^\n]*/y;
const number = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;

/** Reads one token at a time: only the parser knows whether a `/` divides or begins a pattern. */
export class Tokens {
  readonly #source: string;
  #at = 0;
  #next: Token | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  peek(): Token {
    this.#next ??= this.#read();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = undefined;
    return token;
  }

  is(text: string): boolean {
    const { kind, text: found } = this.peek();
    return (kind === 'punct' || kind === 'word') && found === text;
  }

  eat(text: string): boolean {
    if (!this.is(text)) return false;
    this.take();
    return true;
  }

  expect(text: string): void {
    if (!this.eat(text)) throw new Unreadable(`\`${this.peek().text || 'the end'}\` where \`${text}\` should stand`);
  }

  skipNewlines(): void {
    while (this.peek().kind === 'newline') this.take();
  }

  /** The pattern whose first `/` is the next token. */
  regex(): string {
    let at = this.peek().start + 1;
    const first = at;
    for (let bracket = -1; ; at++) {
      const char = this.#source[at];
      if (char === undefined || char === '\n') throw new Unreadable('a `/` that is not closed');
      if (char === '\\') at++;
      else if (char === '[' && bracket < 0) bracket = at;
      else if (char === ']' && bracket >= 0 && at > bracket + (this.#source[bracket + 1] === '^' ? 2 : 1)) bracket = -1;
      else if (char === '/') {
        // Some end the pattern here, others at the next.
        if (bracket >= 0) throw new Unreadable('a `/` in brackets');
        break;
      }
    }
    this.#at = at + 1;
    this.#next = undefined;
    return this.#source.slice(first, at).replaceAll('\\/', '/');
  }

  #read(): Token {
    while (this.#match(blank) !== undefined) {}
    const start = this.#at;
    const char = this.#source[start];
    if (char === undefined) return { kind: 'end', text: '', start };
    if (char === '\n') {
      this.#at++;
      return { kind: 'newline', text: '\n', start };
    }
    if (char === '"') return { kind: 'string', text: this.#string(), start };
    const digits = this.#match(number);
    if (digits !== undefined) return { kind: 'number', text: plainNumber(digits), start };
    const word = this.#match(name);
    if (word !== undefined) return { kind: this.#kindOf(word), text: word, start };
    const sign = this.#match(punct);
    if (sign === undefined) throw new Unreadable(`\`${char}\` in a program`);
    return { kind: 'punct', text: sign, start };
  }

  #kindOf(word: string): Token['kind'] {
    if (words.has(word)) return 'word';
    if (builtins.has(word)) return 'builtin';
    return this.#source[this.#at] === '(' ? 'call' : 'name';
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #string(): string {
    const end = /"(?:[^"\\\n]|\\[\s\S])*"/y;
    const text = this.#match(end);
    if (text === undefined) throw new Unreadable('a text that is not closed');
    return readEscapes(text.slice(1, -1));
  }
}

/** In some a leading zero makes a number octal, and `1.` or `0x` more than it is. */
function plainNumber(digits: string): string {
  if (/^0[0-9]/.test(digits)) throw new Unreadable('a number that begins with 0');
  return digits;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
  ['b', '\b'],
  ['\\', '\\'],
  ['"', '"'],
]);

/** What is no escape stands for itself where it is kept. */
export function readEscapes(text: string, others: 'kept' | 'refused' = 'refused'): string {
  return text.replace(/\\([0-7]{1,3}|[\s\S]|$)/g, (all, after: string) => {
    const known = escapes.get(after);
    if (known !== undefined) return known;
    if (others === 'kept' && /^[|.*+?^$()[\]{}]$/.test(after)) return all;
    const code = /^[0-7]+$/.test(after) ? Number.parseInt(after, 8) : 0;
    if (code < 1 || code > 127) throw new Unreadable(`\`${all}\` in a text`);
    return String.fromCharCode(code);
  });
}
