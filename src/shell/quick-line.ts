import type { ShellCommand, ShellNode, ShellPart, ShellStatement, ShellWord } from '../ir/shell-program.ts';
import { type Origin, spanBetween } from './origin.ts';

// Most lines that skills show are one command, or a few joined by `|`, of plain and quoted words. Reading those without
// the whole grammar saves most of the time of mapping a command. Whatever is not written below is left to the parser;
// `test/properties/quick-line.test.ts` holds the two to the same tree.

const PLAIN = 1;
const NAME = 2;
const DIGIT = 4;

/** What stands for itself outside quotes. */
const classes = new Uint8Array(128);
for (const c of '@%+=:,./-') classes[c.charCodeAt(0)] = PLAIN;
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_') classes[c.charCodeAt(0)] = PLAIN | NAME;
for (const c of '0123456789') classes[c.charCodeAt(0)] = PLAIN | DIGIT;

/** Words that begin something other than a simple command, or whose arguments are assignments. */
const special = new Set(
  'if then elif else fi for while until do done case esac select function time coproc in export declare local readonly typeset let eval alias'.split(
    ' ',
  ),
);
/** An assignment, or braces that may group. */
const notProgram = /^[A-Za-z_]\w*\+?=|\{/;

const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const DOUBLE = 34;
const DOLLAR = 36;
const SINGLE = 39;
const ASTERISK = 42;
const QUESTION = 63;
const BACKSLASH = 92;
const BACKTICK = 96;
const OPEN = 123;
const PIPE = 124;
const CLOSE = 125;

/** The one statement of a line that needs no grammar; undefined leaves the line to the parser. */
export function quickLine(origin: Origin): ShellStatement | undefined {
  return new Line(origin).read();
}

class Line {
  private at = 0;
  private readonly text: string;
  private readonly origin: Origin;

  constructor(origin: Origin) {
    this.origin = origin;
    this.text = origin.text;
  }

  read(): ShellStatement | undefined {
    const commands: ShellCommand[] = [];
    for (;;) {
      const command = this.command();
      if (command === undefined) return undefined;
      commands.push(command);
      if (this.at >= this.text.length) break;
      this.at++;
      if (this.text.charCodeAt(this.at) === PIPE) return undefined;
    }
    const [first] = commands;
    const last = commands.at(-1);
    if (first === undefined || last === undefined) return undefined;
    if (commands.length === 1) return { kind: 'statement', node: first, background: false, span: first.span };
    const span = { source: first.span.source, start: first.span.start, end: last.span.end };
    const node: ShellNode = { kind: 'pipeline', commands, negated: false, span };
    return { kind: 'statement', node, background: false, span };
  }

  /** Words up to the end of the text or a `|`, which is left unread. */
  private command(): ShellCommand | undefined {
    const words: ShellWord[] = [];
    let start = -1;
    let end = -1;
    for (;;) {
      if (!this.blanks()) return undefined;
      if (this.at >= this.text.length || this.text.charCodeAt(this.at) === PIPE) break;
      if (start === -1) start = this.at;
      const word = this.word(words.length === 0);
      if (word === undefined) return undefined;
      words.push(word);
      end = this.at;
    }
    if (words.length === 0) return undefined;
    return { kind: 'command', assignments: [], words, redirects: [], span: spanBetween(start, end, this.origin) };
  }

  /** Blanks and continued lines; a line's end only when nothing follows it. */
  private blanks(): boolean {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const c = text.charCodeAt(this.at);
      if (c === SPACE || c === TAB) continue;
      if (c === BACKSLASH && text.charCodeAt(this.at + 1) === NEWLINE) this.at++;
      else if (c === NEWLINE) return this.onlyBlanksFollow();
      else return true;
    }
    return true;
  }

  private onlyBlanksFollow(): boolean {
    for (; this.at < this.text.length; this.at++) {
      const c = this.text.charCodeAt(this.at);
      if (c !== SPACE && c !== TAB && c !== NEWLINE) return false;
    }
    return true;
  }

  private word(isProgram: boolean): ShellWord | undefined {
    const { text, origin } = this;
    const start = this.at;
    const first = this.plainRun();
    if (this.ends()) {
      if (first === undefined) return undefined;
      if (isProgram && (special.has(first) || notProgram.test(first))) return undefined;
      const span = spanBetween(start, this.at, origin);
      return { parts: [{ kind: 'literal', value: first, quoted: false, span }], text: first, span };
    }
    if (isProgram) return undefined;
    const parts: ShellPart[] = [];
    if (first !== undefined) parts.push(this.literal(first, false, start, this.at));
    while (!this.ends()) if (!this.part(parts)) return undefined;
    return { parts, text: text.slice(start, this.at), span: spanBetween(start, this.at, origin) };
  }

  private ends(): boolean {
    if (this.at >= this.text.length) return true;
    const c = this.text.charCodeAt(this.at);
    return c === SPACE || c === TAB || c === NEWLINE || c === PIPE;
  }

  private plainRun(): string | undefined {
    const { text } = this;
    const start = this.at;
    let at = start;
    while (at < text.length) {
      const c = text.charCodeAt(at);
      const end = c === OPEN ? bracedWordEnd(text, at) : at + 1;
      if (c !== OPEN && ((classes[c] ?? 0) & PLAIN) === 0) break;
      if (end === -1) break;
      at = end;
    }
    this.at = at;
    return at === start ? undefined : text.slice(start, at);
  }

  private part(parts: ShellPart[]): boolean {
    const start = this.at;
    switch (this.text.charCodeAt(start)) {
      case SINGLE: {
        const end = this.text.indexOf("'", start + 1);
        if (end === -1) return false;
        this.at = end + 1;
        parts.push(this.literal(this.text.slice(start + 1, end), true, start, end + 1));
        return true;
      }
      case DOUBLE:
        return this.doubleQuoted(parts);
      case DOLLAR: {
        const part = this.variable(false);
        if (part === undefined) return false;
        parts.push(part);
        return true;
      }
      case QUESTION:
      case ASTERISK: {
        // `**` and `?(…)` are patterns of their own.
        if ('*?('.includes(this.text.charAt(start + 1)) && start + 1 < this.text.length) return false;
        this.at++;
        parts.push({ kind: 'glob', value: this.text.charAt(start), span: spanBetween(start, start + 1, this.origin) });
        return true;
      }
      default: {
        const run = this.plainRun();
        if (run === undefined) return false;
        parts.push(this.literal(run, false, start, this.at));
        return true;
      }
    }
  }

  private doubleQuoted(parts: ShellPart[]): boolean {
    const { text } = this;
    const before = parts.length;
    let start = ++this.at;
    let copied = start;
    let value = '';
    const flush = () => {
      value += text.slice(copied, this.at);
      if (this.at > start) parts.push(this.literal(value, true, start, this.at));
      value = '';
    };
    for (; this.at < text.length; this.at++) {
      const c = text.charCodeAt(this.at);
      if (c === DOUBLE) {
        flush();
        if (parts.length === before) parts.push(this.literal('', true, this.at, this.at + 1));
        this.at++;
        return true;
      }
      if (c === BACKTICK) return false;
      if (c === BACKSLASH) {
        const next = text.charCodeAt(this.at + 1);
        if (next === DOUBLE || next === BACKSLASH || next === DOLLAR || next === BACKTICK) {
          value += text.slice(copied, this.at);
          copied = this.at + 1;
        } else if (next === NEWLINE) {
          value += text.slice(copied, this.at);
          copied = this.at + 2;
        }
        this.at++;
      } else if (c === DOLLAR) {
        flush();
        const part = this.variable(true);
        if (part === undefined) return false;
        parts.push(part);
        start = copied = this.at;
        this.at--;
      }
    }
    return false;
  }

  /** `$NAME`, `$1` or `${NAME}`; `$` before anything else is left to the parser. */
  private variable(quoted: boolean): ShellPart | undefined {
    const { text } = this;
    const start = this.at;
    let at = start + 1;
    const braced = text.charCodeAt(at) === OPEN;
    if (braced) at++;
    const from = at;
    if (((classes[text.charCodeAt(at)] ?? 0) & NAME) === 0) return undefined;
    while (at < text.length && ((classes[text.charCodeAt(at)] ?? 0) & (NAME | DIGIT)) !== 0) at++;
    const name = text.slice(from, at);
    if (braced && text.charCodeAt(at++) !== CLOSE) return undefined;
    this.at = at;
    return { kind: 'variable', name, quoted, span: spanBetween(start, at, this.origin) };
  }

  private literal(value: string, quoted: boolean, start: number, end: number): ShellPart {
    return { kind: 'literal', value, quoted, span: spanBetween(start, end, this.origin) };
  }
}

/** Behind the `}` of `{word}`, which the shell leaves as it is; -1 for braces of any other kind. */
function bracedWordEnd(text: string, start: number): number {
  let at = start + 1;
  while (((classes[text.charCodeAt(at)] ?? 0) & (NAME | DIGIT)) !== 0) at++;
  return at > start + 1 && text.charCodeAt(at) === CLOSE ? at + 1 : -1;
}
