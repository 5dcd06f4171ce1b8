import type { Span } from '../ir/span.ts';
import { literalOf, type Text } from '../ir/text.ts';
import { dropChars, literalPrefix, splitAtFirst } from './text-slice.ts';

/** One option of a program, as `getopt_long` knows it. */
export interface OptionRow {
  /** `-o`, `--output`; the first is the name in results. */
  readonly names: readonly string[];
  readonly value: 'none' | 'required' | 'optional';
}

export interface ReadingRules {
  /** `first-stops`: everything after the first operand is an operand (wrappers, POSIX). */
  readonly operands: 'anywhere' | 'first-stops';
  /** GNU programs take a unique prefix of a long option. */
  readonly abbreviations: boolean;
  /** `head -5`: a word of digits is this option's value; its row must be in the table. */
  readonly digits?: string;
}

export const gnuRules: ReadingRules = { operands: 'anywhere', abbreviations: true };

export interface OptionItem<R extends OptionRow> {
  readonly kind: 'option';
  readonly row: R;
  /** As written, abbreviations included. */
  readonly written: string;
  readonly value?: Text;
  readonly span: Span;
}

export interface OperandItem {
  readonly kind: 'operand';
  readonly text: Text;
  readonly span: Span;
  /** Position among the words that were read. */
  readonly index: number;
}

export type WordItem<R extends OptionRow> = OptionItem<R> | OperandItem;

export type OptionProblem = 'unknown' | 'ambiguous' | 'missing-value' | 'unwanted-value' | 'open';

export type ReadWords<R extends OptionRow> =
  | { readonly kind: 'read'; readonly items: readonly WordItem<R>[]; readonly dashes: boolean }
  | { readonly kind: 'bad'; readonly problem: OptionProblem; readonly written: string; readonly span: Span };

interface Word {
  readonly text: Text;
  readonly span: Span;
}

type Step<R extends OptionRow> =
  | { readonly kind: 'items'; readonly items: readonly WordItem<R>[]; readonly used: number }
  | Extract<ReadWords<R>, { kind: 'bad' }>;

/**
 * Reads the words after the command word by a table. A word that starts with a hole is an operand: whoever
 * puts a value there must keep it from being read as an option (`argument` encoding, or `--` in front).
 */
export function readOptions<R extends OptionRow>(
  words: readonly Text[],
  spans: readonly Span[],
  rows: readonly R[],
  rules: ReadingRules,
): ReadWords<R> {
  const items: WordItem<R>[] = [];
  const all = words.flatMap((text, i) => (spans[i] === undefined ? [] : [{ text, span: spans[i] }]));
  let at = 0;
  while (at < all.length) {
    const word = all[at];
    if (word === undefined) break;
    if (literalOf(word.text) === '--')
      return { kind: 'read', items: [...items, ...operands(all, at + 1)], dashes: true };
    if (!looksLikeOption(word.text)) {
      if (rules.operands === 'first-stops')
        return { kind: 'read', items: [...items, ...operands(all, at)], dashes: false };
      items.push({ kind: 'operand', ...word, index: at });
      at++;
      continue;
    }
    const step = readWord(word, all[at + 1], rows, rules);
    if (step.kind === 'bad') return step;
    items.push(...step.items);
    at += step.used;
  }
  return { kind: 'read', items, dashes: false };
}

/** Options as one sees them: only those, in order. */
export function optionsOf<R extends OptionRow>(items: readonly WordItem<R>[]): readonly OptionItem<R>[] {
  return items.filter((item) => item.kind === 'option');
}

export function operandsOf<R extends OptionRow>(items: readonly WordItem<R>[]): readonly OperandItem[] {
  return items.filter((item) => item.kind === 'operand');
}

export function hasOption<R extends OptionRow>(items: readonly WordItem<R>[], name: string): boolean {
  return items.some((item) => item.kind === 'option' && item.row.names.includes(name));
}

/** The value of the last such option: programs let the last one win. */
export function lastValue<R extends OptionRow>(items: readonly WordItem<R>[], name: string): Text | undefined {
  return optionsOf(items).findLast((item) => item.row.names.includes(name))?.value;
}

/** A sentence for a diagnostic. */
export function describeProblem(program: string, problem: OptionProblem, written: string): string {
  switch (problem) {
    case 'unknown':
      return `\`${program}\` has no option \`${written}\` in its table`;
    case 'ambiguous':
      return `\`${written}\` could be more than one option of \`${program}\``;
    case 'missing-value':
      return `\`${program} ${written}\` needs a value`;
    case 'unwanted-value':
      return `\`${program} ${written}\` takes no value`;
    case 'open':
      return `\`${written}\` of \`${program}\` is an option whose name is not in the text`;
  }
}

function operands(all: readonly Word[], from: number): readonly OperandItem[] {
  return all.slice(from).map((word, i) => ({ kind: 'operand', ...word, index: from + i }));
}

function looksLikeOption(text: Text): boolean {
  return literalPrefix(text).startsWith('-') && literalOf(text) !== '-';
}

function readWord<R extends OptionRow>(
  word: Word,
  next: Word | undefined,
  rows: readonly R[],
  rules: ReadingRules,
): Step<R> {
  const prefix = literalPrefix(word.text);
  if (prefix.startsWith('--')) return readLong(word, next, rows, rules);
  const digits = literalOf(word.text);
  const row = rules.digits === undefined ? undefined : rows.find((r) => r.names.includes(rules.digits ?? ''));
  if (row !== undefined && digits !== undefined && /^-[0-9]+$/.test(digits)) {
    const value: Text = [{ kind: 'literal', value: digits.slice(1) }];
    return { kind: 'items', items: [{ kind: 'option', row, written: digits, value, span: word.span }], used: 1 };
  }
  return readCluster(word, next, rows);
}

/** `--name`, `--name=value`, `--name value`. */
function readLong<R extends OptionRow>(
  word: Word,
  next: Word | undefined,
  rows: readonly R[],
  rules: ReadingRules,
): Step<R> {
  const parts = splitAtFirst(word.text, '=');
  const named = literalOf(parts?.before ?? word.text);
  const bad = (problem: OptionProblem): Step<R> => ({
    kind: 'bad',
    problem,
    written: named ?? literalPrefix(word.text),
    span: word.span,
  });
  if (named === undefined) return bad('open');
  const found = findLong(named, rows, rules);
  if (typeof found === 'string') return bad(found);
  const option = { kind: 'option', row: found, written: named, span: word.span } as const;
  if (parts !== undefined) {
    if (found.value === 'none') return bad('unwanted-value');
    return { kind: 'items', items: [{ ...option, value: parts.after }], used: 1 };
  }
  if (found.value !== 'required') return { kind: 'items', items: [option], used: 1 };
  if (next === undefined) return bad('missing-value');
  return { kind: 'items', items: [{ ...option, value: next.text }], used: 2 };
}

function findLong<R extends OptionRow>(
  name: string,
  rows: readonly R[],
  rules: ReadingRules,
): R | 'unknown' | 'ambiguous' {
  const exact = rows.find((row) => row.names.includes(name));
  if (exact !== undefined) return exact;
  if (!rules.abbreviations || name === '--') return 'unknown';
  const matching = rows.filter((row) => row.names.some((long) => long.startsWith('--') && long.startsWith(name)));
  if (matching.length > 1) return 'ambiguous';
  return matching[0] ?? 'unknown';
}

/** `-abc`, `-ovalue`, `-o value`: each letter is an option until one takes the rest. */
function readCluster<R extends OptionRow>(word: Word, next: Word | undefined, rows: readonly R[]): Step<R> {
  const letters = literalPrefix(word.text);
  const items: OptionItem<R>[] = [];
  for (let at = 1; at < letters.length; at++) {
    const written = `-${letters[at]}`;
    const row = rows.find((candidate) => candidate.names.includes(written));
    if (row === undefined) return { kind: 'bad', problem: 'unknown', written, span: word.span };
    const option = { kind: 'option', row, written, span: word.span } as const;
    if (row.value === 'none') {
      items.push(option);
      continue;
    }
    const rest = dropChars(word.text, at + 1);
    if (rest.length > 0) return { kind: 'items', items: [...items, { ...option, value: rest }], used: 1 };
    if (row.value === 'optional') return { kind: 'items', items: [...items, option], used: 1 };
    if (next === undefined) return { kind: 'bad', problem: 'missing-value', written, span: word.span };
    return { kind: 'items', items: [...items, { ...option, value: next.text }], used: 2 };
  }
  if (literalOf(word.text) === undefined) return { kind: 'bad', problem: 'open', written: letters, span: word.span };
  return { kind: 'items', items, used: 1 };
}
