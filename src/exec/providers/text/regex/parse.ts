import { anyNode, charNode, classes, type Edge, type Range, type RegexNode } from './node.ts';

/** `awk` has escapes of its own, also in brackets; `basic` and `extended` are those of GNU's grep and sed. */
export type Dialect = 'awk' | 'extended' | 'basic';

export interface ParsedRegex {
  readonly node: RegexNode;
  /** Whether it asks for a class of letters, which other than plain ASCII belongs to in some locales. */
  readonly hasClass: boolean;
}

/** A pattern that tools read in different ways, or that is none. */
export class BadPattern extends Error {}

const mostRepeats = 255;

export function parseRegex(pattern: string, dialect: Dialect): ParsedRegex {
  const reader = new PatternReader(pattern, dialect);
  const node = reader.whole();
  return { node, hasClass: reader.hasClass };
}

class PatternReader {
  readonly #chars: readonly string[];
  readonly #dialect: Dialect;
  #at = 0;
  #depth = 0;
  hasClass = false;

  constructor(pattern: string, dialect: Dialect) {
    this.#chars = [...pattern];
    this.#dialect = dialect;
  }

  whole(): RegexNode {
    if (this.#chars.length === 0) return { kind: 'empty' };
    const node = this.#alternatives();
    if (this.#at < this.#chars.length) throw new BadPattern('a bracket that does not pair');
    return node;
  }

  #alternatives(): RegexNode {
    const parts = [this.#sequence()];
    while (this.#takeOperator('|')) parts.push(this.#sequence());
    if (parts.length > 1 && parts.some(({ kind }) => kind === 'empty')) throw new BadPattern('an empty alternative');
    return parts.length === 1 ? (parts[0] as RegexNode) : { kind: 'either', parts };
  }

  #sequence(): RegexNode {
    const parts: RegexNode[] = [];
    while (this.#at < this.#chars.length && !this.#isOperator('|') && !this.#isOperator(')')) {
      parts.push(this.#repeated(this.#atom(parts.length === 0)));
    }
    if (parts.length === 0) return { kind: 'empty' };
    return parts.length === 1 ? (parts[0] as RegexNode) : { kind: 'concat', parts };
  }

  #repeated(part: RegexNode): RegexNode {
    const repeat = this.#repeat();
    if (repeat === undefined) return part;
    if (part.kind === 'start' || part.kind === 'end' || part.kind === 'edge')
      throw new BadPattern('a repeat of nothing');
    if (this.#repeat() !== undefined) throw new BadPattern('a repeat of a repeat');
    return { kind: 'repeat', part, ...repeat };
  }

  #repeat(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#takeOperator('+')) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.#takeOperator('?')) return { least: 0, most: 1 };
    if (!this.#takeOperator('{')) return undefined;
    const end = this.#dialect === 'basic' ? '\\}' : '}';
    const rest = this.#chars.slice(this.#at, this.#at + 10).join('');
    const found = /^([0-9]{1,3})(,([0-9]{0,3}))?/.exec(rest);
    if (found === null || !rest.slice(found[0].length).startsWith(end))
      throw new BadPattern('a brace that is no repeat');
    this.#at += found[0].length + end.length;
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
    if (most < least || Math.max(least, most === Number.POSITIVE_INFINITY ? 0 : most) > mostRepeats) {
      throw new BadPattern('this number of repeats');
    }
    return { least, most };
  }

  #atom(first: boolean): RegexNode {
    if (this.#takeOperator('(')) return this.#group();
    const char = this.#chars[this.#at++] ?? '';
    if (char === '\\') return this.#escaped();
    if (char === '[') return this.#bracket();
    if (char === '.') return anyNode;
    if (char === '^') return this.#anchor('start', first);
    if (char === '$') return this.#anchor('end', this.#endsHere());
    if (char === '*' && this.#dialect === 'basic' && first) return charNode(char);
    if (char === '*' || (this.#dialect !== 'basic' && '+?{'.includes(char)))
      throw new BadPattern('a repeat of nothing');
    if (this.#dialect !== 'basic' && '}'.includes(char)) throw new BadPattern('a brace that is no repeat');
    return charNode(char);
  }

  /** Inside of a basic pattern they are text; elsewhere tools disagree. */
  #anchor(kind: 'start' | 'end', isPlain: boolean): RegexNode {
    if (isPlain) return { kind };
    if (this.#dialect !== 'basic') throw new BadPattern('an anchor inside');
    return charNode(kind === 'start' ? '^' : '$');
  }

  #endsHere(): boolean {
    return this.#at >= this.#chars.length || this.#isOperator('|') || this.#isOperator(')');
  }

  #group(): RegexNode {
    if (++this.#depth > 50) throw new BadPattern('so many brackets');
    const part = this.#alternatives();
    if (!this.#takeOperator(')')) throw new BadPattern('a bracket that does not pair');
    if (part.kind === 'empty') throw new BadPattern('an empty alternative');
    this.#depth--;
    return { kind: 'group', part };
  }

  #escaped(): RegexNode {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new BadPattern('a backslash at the end');
    const control = this.#dialect === 'awk' ? controls.get(char) : undefined;
    if (control !== undefined) return charNode(control);
    if (/[0-9]/.test(char)) throw new BadPattern('a back reference');
    const gnu = this.#dialect === 'awk' ? undefined : this.#ofGnu(char);
    if (gnu !== undefined) return gnu;
    // Letters stand for classes and anchors in some tools and for themselves in others.
    if (/[A-Za-z<>`']/.test(char)) throw new BadPattern(`\`\\${char}\``);
    if (this.#dialect === 'basic' && '+?|{}'.includes(char)) throw new BadPattern('a repeat of nothing');
    return charNode(char);
  }

  #ofGnu(char: string): RegexNode | undefined {
    const edge = edges.get(char);
    if (edge !== undefined) return { kind: 'edge', edge };
    const ranges = /[wW]/.test(char) ? wordRanges : /[sS]/.test(char) ? classes.get('space') : undefined;
    if (ranges === undefined) return undefined;
    this.hasClass = true;
    return { kind: 'set', ranges, negated: char === char.toUpperCase() };
  }

  #bracket(): RegexNode {
    const negated = this.#take('^');
    const ranges: Range[] = [];
    for (let first = true; ; first = false) {
      const char = this.#chars[this.#at++];
      if (char === undefined) throw new BadPattern('a bracket that does not pair');
      if (char === ']' && !first) return { kind: 'set', ranges, negated };
      if (char === '[' && /[.=:]/.test(this.#chars[this.#at] ?? '')) ranges.push(...this.#class());
      else ranges.push(this.#range(this.#member(char)));
    }
  }

  #class(): readonly Range[] {
    const found = /^:([a-z]+):\]/.exec(this.#chars.slice(this.#at, this.#at + 12).join(''));
    const ranges = classes.get(found?.[1] ?? '');
    if (found === null || ranges === undefined) throw new BadPattern('a collating class');
    this.#at += found[0].length;
    if (!/^(?:digit|xdigit|blank|space|cntrl)$/.test(found[1] ?? '')) this.hasClass = true;
    return ranges;
  }

  #range(first: number): Range {
    if (this.#chars[this.#at] !== '-' || this.#chars[this.#at + 1] === ']') return [first, first];
    const next = this.#chars[this.#at + 1];
    if (next === undefined || next === '[') throw new BadPattern('this range');
    this.#at += 2;
    const last = this.#member(next);
    if (last < first) throw new BadPattern('a range that is turned round');
    return [first, last];
  }

  #member(char: string): number {
    if (char !== '\\') return char.codePointAt(0) ?? 0;
    // To grep and sed it is a character like any other, but for those that they read first.
    if (this.#dialect !== 'awk') {
      if (/[ntrfvadoxc\]]/.test(this.#chars[this.#at] ?? '')) throw new BadPattern('a bracket with `\\` in it');
      return 92;
    }
    const next = this.#chars[this.#at++] ?? '';
    const meant = controls.get(next) ?? (/[\\\]/"^.$*+?(){}|[-]/.test(next) ? next : undefined);
    if (meant === undefined) throw new BadPattern(`\`\\${next}\``);
    return meant.codePointAt(0) ?? 0;
  }

  #take(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  /** Written with a backslash in a basic pattern. */
  #isOperator(char: string): boolean {
    if (this.#dialect !== 'basic') return this.#chars[this.#at] === char;
    return this.#chars[this.#at] === '\\' && this.#chars[this.#at + 1] === char;
  }

  #takeOperator(char: string): boolean {
    if (!this.#isOperator(char)) return false;
    this.#at += this.#dialect === 'basic' ? 2 : 1;
    return true;
  }
}

const edges: ReadonlyMap<string, Edge> = new Map([
  ['b', 'any'],
  ['B', 'none'],
  ['<', 'first'],
  ['>', 'last'],
]);

const wordRanges: readonly Range[] = [...(classes.get('alnum') ?? []), [95, 95]];

const controls: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
]);
