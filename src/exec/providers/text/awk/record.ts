import { compileRegex, type Regex } from '../regex/regex.ts';
import { Unreadable } from './unreadable.ts';
import { Given, type Value } from './value.ts';

const mostFields = 100_000;

export interface RecordHost {
  readonly separator: () => string;
  readonly joiner: () => string;
  readonly text: (value: Value) => string;
}

/** A record and its fields; each is made from the other when it is asked for. What is assigned keeps its kind. */
export class Record {
  readonly #host: RecordHost;
  #whole: Value = '';
  #fields: Value[] = [];
  #isSplit = true;
  #isWhole = true;
  /** The separator as it was when the record came. */
  #splitBy = ' ';
  #paragraph = false;
  #isDoubtful = false;

  constructor(host: RecordHost) {
    this.#host = host;
  }

  set(whole: Value, paragraph = false): void {
    this.#whole = whole;
    this.#isWhole = true;
    this.#isSplit = false;
    this.#isDoubtful = false;
    this.#splitBy = this.#host.separator();
    this.#paragraph = paragraph;
  }

  get text(): string {
    return this.#host.text(this.whole);
  }

  get whole(): Value {
    if (!this.#isWhole) {
      this.#whole = this.#fields.map(this.#host.text).join(this.#host.joiner());
      this.#isWhole = true;
    }
    return this.#whole;
  }

  get count(): number {
    if (this.#isDoubtful) throw new Unreadable('the number of fields after a substitution in none');
    return this.#split().length;
  }

  set count(count: number) {
    if (!Number.isInteger(count) || count < 0 || count > mostFields) throw new Unreadable('this number of fields');
    const fields = this.#split();
    while (fields.length < count) fields.push('');
    fields.length = count;
    this.#isWhole = false;
    this.#isDoubtful = false;
  }

  /** A field that is not there is empty text. */
  field(index: number): Value {
    if (index === 0) return this.whole;
    const fields = this.#split();
    return index > fields.length ? new Given('') : fields[index - 1];
  }

  setField(index: number, value: Value): void {
    if (index === 0) {
      this.set(value);
      return;
    }
    const fields = this.#split();
    if (index > fields.length) this.count = index;
    this.#fields[index - 1] = value;
    this.#isWhole = false;
  }

  /** To look for a place to change makes the field in some versions and not in others. */
  lookedFor(index: number): void {
    if (index > this.#split().length) this.#isDoubtful = true;
  }

  #split(): Value[] {
    if (!this.#isSplit) {
      const parts = splitText(this.text, this.#splitBy, this.#paragraph);
      if (parts.length > mostFields) throw new Unreadable('so many fields');
      this.#fields = parts.map((part) => new Given(part));
      this.#isSplit = true;
    }
    return this.#fields;
  }
}

const known = new Map<string, Regex>();

function separatorRegex(separator: string): Regex {
  const found = known.get(separator) ?? compileRegex(separator, 'awk');
  if (known.size > 100) known.clear();
  known.set(separator, found);
  return found;
}

/** A blank stands for any run of blanks; any other single character for itself; more for a pattern. */
export function splitText(text: string, separator: string | Regex, paragraph = false): string[] {
  if (text === '') return [];
  if (separator === ' ') return text.split(/[ \t\n]+/).filter((part) => part !== '');
  if (separator === '') return [...text];
  if (typeof separator === 'string' && [...separator].length === 1) {
    if (separator === '\\') throw new Unreadable('`\\` between fields');
    return paragraph ? text.split('\n').flatMap((line) => line.split(separator)) : text.split(separator);
  }
  if (paragraph) throw new Unreadable('a pattern between fields of a paragraph');
  return splitByRegex(text, typeof separator === 'string' ? separatorRegex(separator) : separator);
}

function splitByRegex(text: string, regex: Regex): string[] {
  if (regex.canBeEmpty) throw new Unreadable('a separator that may match nothing');
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const found = regex.find(text, at);
    if (found === undefined) return [...parts, text.slice(at)];
    parts.push(text.slice(at, found.start));
    at = found.end;
  }
}
