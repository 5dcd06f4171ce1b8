import { BadPattern } from './bad-pattern.ts';
import { anyNode, charNode, classes, type Edge, type Range, type RegexNode } from './node.ts';
import { widthsOf } from './widths.ts';

/** `awk` has escapes of its own, also in brackets; `basic` and `extended` are those of GNU's grep and sed; `perl` is that of `grep -P`. */
export type Dialect = 'awk' | 'extended' | 'basic' | 'perl';

export interface ParsedRegex {
  readonly node: RegexNode;
  /** Characters that belong to a class of it in some locales and not in others. */
  readonly doubtful: RegExp | undefined;
}

const mostRepeats = 255;

export function parseRegex(pattern: string, dialect: Dialect): ParsedRegex {
  const reader = new PatternReader(pattern, dialect);
  const node = reader.whole();
  return { node, doubtful: reader.doubtful };
}

class PatternReader {
  readonly #chars: readonly string[];
  readonly #dialect: Dialect;
  #at = 0;
  #depth = 0;
  #groups = 0;
  doubtful: RegExp | undefined;

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
    const hasEmpty = parts.length > 1 && parts.some(({ kind }) => kind === 'empty');
    if (hasEmpty && this.#dialect !== 'perl') throw new BadPattern('an empty alternative');
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
    // Real tools lose some of their matches.
    if (this.#dialect !== 'perl' && holdsAnchor(part)) throw new BadPattern('a repeat of an anchor');
    if (part.kind === 'look' || part.kind === 'keep') throw new BadPattern('a repeat of nothing');
    const lazy = this.#dialect === 'perl' && this.#take('?');
    if (this.#repeat() !== undefined) throw new BadPattern('a repeat of a repeat');
    return { kind: 'repeat', part, ...repeat, ...(lazy ? { lazy } : {}) };
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
    if (this.#dialect === 'perl') return { kind };
    if (this.#dialect !== 'basic') throw new BadPattern('an anchor inside');
    return charNode(kind === 'start' ? '^' : '$');
  }

  #endsHere(): boolean {
    return this.#at >= this.#chars.length || this.#isOperator('|') || this.#isOperator(')');
  }

  #group(): RegexNode {
    if (++this.#depth > 50) throw new BadPattern('so many brackets');
    const opening = this.#dialect === 'perl' ? this.#opening() : undefined;
    const number = opening === undefined ? ++this.#groups : 0;
    const part = this.#alternatives();
    if (!this.#takeOperator(')')) throw new BadPattern('a bracket that does not pair');
    if (part.kind === 'empty' && this.#dialect !== 'perl') throw new BadPattern('an empty alternative');
    this.#depth--;
    if (opening === undefined) return { kind: 'group', number, part };
    if (opening === '?:') return part;
    const negated = opening.endsWith('!');
    return { kind: 'look', part, negated, ...(opening.startsWith('?<') ? { widths: widthsOf(part) } : {}) };
  }

  #opening(): string | undefined {
    if (this.#chars[this.#at] !== '?') return undefined;
    const [opening] = /^\?(?:[:=!]|<[=!])/.exec(this.#chars.slice(this.#at, this.#at + 3).join('')) ?? [];
    if (opening === undefined) throw new BadPattern('this bracket');
    this.#at += opening.length;
    return opening;
  }

  #escaped(): RegexNode {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new BadPattern('a backslash at the end');
    const control = this.#dialect === 'awk' || this.#dialect === 'perl' ? controls.get(char) : undefined;
    if (control !== undefined) return charNode(control);
    if (this.#dialect === 'perl' && char === 'K' && this.#depth === 0) return { kind: 'keep' };
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
    const isPerl = this.#dialect === 'perl';
    if (isPerl && /[<>]/.test(char)) return undefined;
    if (edge !== undefined) {
      this.#doubt('w');
      return { kind: 'edge', edge };
    }
    const ranges = classRanges(char, isPerl);
    if (ranges === undefined) return undefined;
    this.#doubt(char);
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
      else if (this.#dialect === 'perl' && char === '\\' && /[dws]/.test(this.#chars[this.#at] ?? '')) {
        const letter = this.#chars[this.#at++] ?? '';
        this.#doubt(letter);
        ranges.push(...(classRanges(letter, true) ?? []));
      } else ranges.push(this.#range(this.#member(char)));
    }
  }

  #class(): readonly Range[] {
    const found = /^:([a-z]+):\]/.exec(this.#chars.slice(this.#at, this.#at + 12).join(''));
    const ranges = classes.get(found?.[1] ?? '');
    if (found === null || ranges === undefined) throw new BadPattern('a collating class');
    this.#at += found[0].length;
    this.#doubt(found[1] ?? '');
    return ranges;
  }

  #doubt(name: string): void {
    if (/^(?:digit|xdigit)$/.test(name)) return;
    if (/^(?:[wWdD]|alpha|alnum|upper|lower)$/.test(name)) this.doubtful ??= wordLetters;
    else this.doubtful = others;
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
    if (this.#dialect !== 'awk' && this.#dialect !== 'perl') {
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

const others = /[^\x00-\x7f]/;
/** Letters, digits and marks outside of ASCII. */
export const wordLetters = /[^\P{L}\x00-\x7f]|[^\P{N}\x00-\x7f]|\p{M}/u;

const edges: ReadonlyMap<string, Edge> = new Map([
  ['b', 'any'],
  ['B', 'none'],
  ['<', 'first'],
  ['>', 'last'],
]);

function holdsAnchor(node: RegexNode): boolean {
  switch (node.kind) {
    case 'start':
    case 'end':
    case 'edge':
      return true;
    case 'group':
    case 'repeat':
      return holdsAnchor(node.part);
    case 'concat':
    case 'either':
      return node.parts.some(holdsAnchor);
    default:
      return false;
  }
}

/** Of `\w`, `\s` and, in Perl, `\d`; the large letter is what is none of them. */
function classRanges(letter: string, isPerl: boolean): readonly Range[] | undefined {
  switch (letter.toLowerCase()) {
    case 'w':
      return wordRanges;
    case 's':
      return classes.get('space');
    case 'd':
      return isPerl ? classes.get('digit') : undefined;
    default:
      return undefined;
  }
}

const wordRanges: readonly Range[] = [...(classes.get('alnum') ?? []), [95, 95]];

const controls: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
]);
