import { literalOf, type Text } from '../../ir/text.ts';
import { dropChars, literalPrefix, splitAtFirst } from '../text-slice.ts';

/** One reading step at a word: programs whose options are known only in part need more than a closed table. */
export type OptionStep<R> =
  | { readonly kind: 'operand' }
  | { readonly kind: 'dashes' }
  | { readonly kind: 'options'; readonly items: readonly ReadOption<R>[]; readonly used: number }
  /** An option no row names; `value` if one is glued on by `=`. */
  | { readonly kind: 'unlisted'; readonly written: string; readonly value?: Text }
  | { readonly kind: 'ambiguous'; readonly written: string }
  | { readonly kind: 'missing-value'; readonly written: string }
  /** The option's name holds a hole. */
  | { readonly kind: 'open'; readonly written: string };

export interface ReadOption<R> {
  readonly name: string;
  readonly row: R;
  readonly value?: Text;
}

export interface OptionTable<R> {
  readonly style: 'gnu' | 'single-dash';
  readonly abbreviations: boolean;
  readonly find: (name: string) => R | undefined;
  /** Rows whose name starts so, for abbreviations. */
  readonly starting: (prefix: string) => readonly (readonly [string, R])[];
  readonly takesValue: (row: R) => boolean;
  /** A row that decides the whole command: what follows it in a bundle of letters no longer matters. */
  readonly decides?: (row: R) => boolean;
}

export function readOptionWord<R>(words: readonly Text[], at: number, table: OptionTable<R>): OptionStep<R> {
  const word = words[at] ?? [];
  const prefix = literalPrefix(word);
  const whole = literalOf(word);
  if (!prefix.startsWith('-') || whole === '-') return { kind: 'operand' };
  if (whole === '--') return { kind: 'dashes' };
  if (prefix.startsWith('--') || table.style === 'single-dash') return readLong(word, words[at + 1], table);
  return readCluster(word, words[at + 1], table);
}

function readLong<R>(word: Text, next: Text | undefined, table: OptionTable<R>): OptionStep<R> {
  const parts = splitAtFirst(word, '=');
  const name = literalOf(parts?.before ?? word);
  if (name === undefined) return { kind: 'open', written: literalPrefix(word) };
  const found = findLong(name, table);
  if (found === 'ambiguous') return { kind: 'ambiguous', written: name };
  const glued = parts === undefined ? {} : { value: parts.after };
  if (found === undefined) return { kind: 'unlisted', written: name, ...glued };
  const [full, row] = found;
  if (parts !== undefined || !table.takesValue(row)) {
    return { kind: 'options', items: [{ name: full, row, ...glued }], used: 1 };
  }
  if (next === undefined) return { kind: 'missing-value', written: name };
  return { kind: 'options', items: [{ name: full, row, value: next }], used: 2 };
}

function findLong<R>(name: string, table: OptionTable<R>): readonly [string, R] | 'ambiguous' | undefined {
  // `-name` and `--name` are the same to programs of the single-dash style.
  const bare = table.style === 'single-dash' && name.startsWith('--') ? name.slice(1) : name;
  for (const spelling of [name, bare]) {
    const row = table.find(spelling);
    if (row !== undefined) return [spelling, row];
  }
  if (!table.abbreviations || bare.length < 3) return undefined;
  const matching = table.starting(bare);
  return matching.length > 1 ? 'ambiguous' : matching[0];
}

/** `-abc`, `-ovalue`, `-o value`; also `-name` where a row is spelt so. */
function readCluster<R>(word: Text, next: Text | undefined, table: OptionTable<R>): OptionStep<R> {
  const whole = literalOf(word);
  const exact = whole === undefined || whole.length === 2 ? undefined : table.find(whole);
  if (whole !== undefined && exact !== undefined) return withNext(whole, exact, next, table, []);
  const letters = literalPrefix(word);
  const items: ReadOption<R>[] = [];
  for (let at = 1; at < letters.length; at++) {
    const name = `-${letters[at]}`;
    const row = table.find(name);
    if (row === undefined) return { kind: 'unlisted', written: letters };
    if (table.decides?.(row) === true) return { kind: 'options', items: [...items, { name, row }], used: 1 };
    if (!table.takesValue(row)) {
      items.push({ name, row });
      continue;
    }
    const rest = dropChars(word, at + 1);
    if (rest.length === 0) return withNext(name, row, next, table, items);
    return { kind: 'options', items: [...items, { name, row, value: withoutEquals(rest) }], used: 1 };
  }
  if (whole === undefined) return { kind: 'open', written: letters };
  return { kind: 'options', items, used: 1 };
}

function withNext<R>(
  name: string,
  row: R,
  next: Text | undefined,
  table: OptionTable<R>,
  before: readonly ReadOption<R>[],
): OptionStep<R> {
  if (!table.takesValue(row)) return { kind: 'options', items: [...before, { name, row }], used: 1 };
  if (next === undefined) return { kind: 'missing-value', written: name };
  return { kind: 'options', items: [...before, { name, row, value: next }], used: 2 };
}

/** `-o=file`: some programs strip the sign, some do not; the name without it is what a reviewer must see. */
function withoutEquals(value: Text): Text {
  return literalPrefix(value).startsWith('=') ? dropChars(value, 1) : value;
}
