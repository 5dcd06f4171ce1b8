import { BadPattern } from '../regex/bad-pattern.ts';
import { compileRegex, type Regex } from '../regex/regex.ts';
import { countGroups } from './groups.ts';
import type { Action, Address, Command, Piece, RangeEnd, Substitution } from './script.ts';

/** A script of GNU's sed, without all that reaches a file or a program. */
export function parseScript(source: string, extended: boolean): readonly Command[] {
  if (source.startsWith('#n\n') || source === '#n') throw new BadPattern('`#n` at the start');
  return new ScriptReader(source, extended).commands();
}

const plainActions = 'pPdD=nNhHgGx';

class ScriptReader {
  readonly #source: string;
  readonly #extended: boolean;
  #at = 0;

  constructor(source: string, extended: boolean) {
    this.#source = source;
    this.#extended = extended;
  }

  commands(): readonly Command[] {
    const commands: Command[] = [];
    const labels = new Set<string>();
    let open = 0;
    for (;;) {
      this.#skip(/(?:[\s;]|#[^\n]*)*/y);
      if (this.#at >= this.#source.length) break;
      const command = this.#command();
      const { action } = command;
      if (action.kind === '{') open++;
      if (action.kind === '}' && --open < 0) throw new BadPattern('a `}` that nothing opens');
      if (action.kind === ':') labels.add(action.label);
      commands.push(command);
    }
    if (open > 0) throw new BadPattern('a `{` that is not closed');
    for (const { action } of commands) {
      const jumps = action.kind === 'b' || action.kind === 't' || action.kind === 'T';
      if (jumps && action.label !== '' && !labels.has(action.label)) throw new BadPattern('a label that is nowhere');
    }
    return commands;
  }

  #command(): Command {
    const from = this.#address();
    this.#skip(/[ \t]*/y);
    const to = from !== undefined && this.#take(',') ? this.#rangeEnd() : undefined;
    this.#skip(/[ \t]*/y);
    const not = this.#take('!');
    this.#skip(/[ \t!]*/y);
    if (from?.kind === 'line' && from.line === 0 && to?.kind !== 'regex') throw new BadPattern('line 0');
    const action = this.#action();
    if ((action.kind === ':' || action.kind === '}') && from !== undefined) throw new BadPattern('an address here');
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), not, action };
  }

  #address(): Address | undefined {
    if (this.#take('$')) return { kind: 'last' };
    const step = this.#skip(/[0-9]+~[0-9]+/y);
    if (step !== '') {
      const [first = 0, every = 0] = step.split('~').map(Number);
      return { kind: 'step', first, step: every };
    }
    const line = this.#skip(/[0-9]{1,9}/y);
    if (line !== '') return { kind: 'line', line: Number(line) };
    const custom = this.#take('\\');
    if (!custom && this.#source[this.#at] !== '/') return undefined;
    const pattern = this.#delimited(this.#source[this.#at++] ?? '');
    return { kind: 'regex', regex: this.#regex(pattern, this.#take('I')) };
  }

  #rangeEnd(): RangeEnd {
    this.#skip(/[ \t]*/y);
    const more = this.#skip(/\+[0-9]{1,9}/y);
    if (more !== '') return { kind: 'more', lines: Number(more.slice(1)) };
    const end = this.#address();
    if (end === undefined || end.kind === 'step') throw new BadPattern('this end of a range');
    return end;
  }

  #action(): Action {
    const name = this.#source[this.#at++] ?? '';
    if (plainActions.includes(name)) return this.#ended({ kind: name } as Action);
    switch (name) {
      case '{':
        return { kind: '{' };
      case '}':
        return this.#ended({ kind: '}' });
      case 'q':
      case 'Q':
        return this.#ended({ kind: name, code: Number(this.#skip(/[ \t]*[0-9]{0,3}/y).trim() || '0') });
      case 'a':
      case 'i':
      case 'c':
        return { kind: name, text: this.#text() };
      case ':':
        return { kind: ':', label: this.#label() };
      case 'b':
      case 't':
      case 'T':
        return { kind: name, label: this.#label() };
      case 'y':
        return this.#ended({ kind: 'y', letters: this.#letters() });
      case 's':
        return this.#ended({ kind: 's', substitution: this.#substitution() });
      default:
        throw new BadPattern(`the command \`${name}\``);
    }
  }

  /** Behind a command: `;`, a line end, `}`, a comment, or nothing. */
  #ended(action: Action): Action {
    this.#skip(/[ \t]*/y);
    const next = this.#source[this.#at];
    if (next !== undefined && !';\n}#'.includes(next)) throw new BadPattern(`\`${next}\` behind a command`);
    return action;
  }

  /** On the same line, also behind a backslash, which keeps blanks; or on the next ones. What else a backslash does differs. */
  #text(): string {
    const onNext = this.#skip(/[ \t]*\\\n/y) !== '';
    if (!onNext && this.#skip(/[ \t]*\\(?=[^\\\n]*(?:\n|$))/y) === '') this.#skip(/[ \t]+/y);
    const text = this.#skip(/(?:[^\n\\]|\\\n)*/y).replaceAll('\\\n', '\n');
    const isEnded = this.#at >= this.#source.length || this.#source[this.#at] === '\n';
    if (text === '' || !isEnded || (onNext && /^[ \t]/.test(text))) throw new BadPattern('this text');
    return text;
  }

  #label(): string {
    this.#skip(/[ \t]*/y);
    const label = this.#skip(/[^\n;}]*/y).trimEnd();
    if (/[ \t#]/.test(label)) throw new BadPattern('this label');
    return label;
  }

  /** Up to the delimiter; before it a backslash takes its meaning away. */
  #delimited(delimiter: string): string {
    if (delimiter === '' || delimiter === '\n' || delimiter === '\\') throw new BadPattern('this delimiter');
    let text = '';
    for (;;) {
      const char = this.#source[this.#at++];
      if (char === undefined) throw new BadPattern('a pattern that is not closed');
      if (char === delimiter) return text;
      if (char === '\n') throw new BadPattern('a line end in a pattern');
      if (char !== '\\') text += char;
      else if (this.#source[this.#at] === delimiter) {
        if (/[.*+?^$()[\]{}|]/.test(delimiter)) throw new BadPattern('this delimiter');
        text += delimiter;
        this.#at++;
      } else text += `\\${this.#source[this.#at++] ?? ''}`;
    }
  }

  #regex(pattern: string, ignoreCase: boolean): Regex {
    if (pattern === '') throw new BadPattern('the last pattern once more');
    return compileRegex(withControls(pattern), this.#extended ? 'extended' : 'basic', ignoreCase);
  }

  #letters(): ReadonlyMap<string, string> {
    const delimiter = this.#source[this.#at++] ?? '';
    const [from, to] = [this.#delimited(delimiter), this.#delimited(delimiter)].map((text) => {
      if (/\\[^n\\]/.test(text)) throw new BadPattern('this escape');
      return [...text.replace(/\\n/g, '\n').replaceAll('\\\\', '\\')];
    });
    if (from === undefined || to === undefined || from.length !== to.length)
      throw new BadPattern('letters that do not pair');
    const letters = new Map<string, string>();
    for (const [at, letter] of from.entries()) if (!letters.has(letter)) letters.set(letter, to[at] ?? '');
    return letters;
  }

  #substitution(): Substitution {
    const delimiter = this.#source[this.#at++] ?? '';
    const pattern = this.#delimited(delimiter);
    const replacement = this.#replacement(delimiter);
    const flags = this.#skip(/[gpiI0-9]*/y);
    const numbers = flags.match(/[0-9]+/g) ?? [];
    const nth = Number(numbers[0] ?? '1');
    const letters = flags.replace(/[0-9]+/g, '');
    if (numbers.length > 1 || nth === 0 || /(.).*\1/.test(letters)) throw new BadPattern('these flags');
    const regex = this.#regex(pattern, /i/i.test(letters));
    const groups = countGroups(regex.node);
    if (replacement.some((piece) => piece.kind === 'group' && piece.group > groups)) {
      throw new BadPattern('a reference to no group');
    }
    return { regex, replacement, all: letters.includes('g'), nth, print: letters.includes('p') };
  }

  #replacement(delimiter: string): readonly Piece[] {
    const pieces: Piece[] = [];
    const text = (value: string): void => void pieces.push({ kind: 'text', text: value });
    for (;;) {
      const char = this.#source[this.#at++];
      if (char === undefined || char === '\n') throw new BadPattern('a replacement that is not closed');
      if (char === delimiter) return pieces;
      if (char === '&') pieces.push({ kind: 'group', group: 0 });
      else if (char === '\\') pieces.push(this.#escaped(delimiter));
      else text(char);
    }
  }

  #escaped(delimiter: string): Piece {
    const char = this.#source[this.#at++] ?? '';
    if (/[0-9]/.test(char)) return { kind: 'group', group: Number(char) };
    if (/[ULulE]/.test(char)) return { kind: 'case', to: char as 'U' };
    if (char === 'n') return { kind: 'text', text: '\n' };
    if (char === 't') return { kind: 'text', text: '\t' };
    if (/[A-Za-z]/.test(char) || (char === delimiter && char === '&'))
      throw new BadPattern(`\`\\${char}\` in a replacement`);
    return { kind: 'text', text: char };
  }

  #take(char: string): boolean {
    if (this.#source[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}

/** Escapes that sed reads before the pattern is one; those in brackets stay, and are refused there. */
function withControls(pattern: string): string {
  let out = '';
  for (let at = 0, bracket = -1; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    const next = pattern[at + 1] ?? '';
    if (bracket >= 0) {
      if (char === ']' && at > bracket + (pattern[bracket + 1] === '^' ? 2 : 1)) bracket = -1;
      out += char;
    } else if (char === '\\') {
      out += next === 'n' ? '\n' : next === 't' ? '\t' : char + next;
      at++;
    } else {
      if (char === '[') bracket = at;
      out += char;
    }
  }
  return out;
}
