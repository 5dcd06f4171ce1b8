import type { Span } from '../../../ir/span.ts';
import { literalOf, type Text } from '../../../ir/text.ts';
import { literalPrefix } from '../../text-slice.ts';
import { type JqOption, jqOptions } from './jq-options.ts';

type BindingParam = Extract<JqOption['does'], { kind: 'binding' }>['param'];

export interface JqBinding {
  readonly param: BindingParam;
  readonly name: string;
  readonly value: Text;
  readonly span: Span;
}

export interface JqWords {
  readonly flags: ReadonlySet<string>;
  readonly indent?: number;
  readonly fromFile: boolean;
  readonly prints: boolean;
  readonly bindings: readonly JqBinding[];
  /** The filter, or with `-f` the name of its file. */
  readonly program?: { readonly text: Text; readonly span: Span };
  readonly files: readonly Text[];
  readonly positional: readonly { readonly json: boolean; readonly text: Text }[];
}

export type JqRead =
  | { readonly kind: 'read'; readonly words: JqWords }
  | { readonly kind: 'unknown-option' | 'bad'; readonly problem: string; readonly span: Span }
  | { readonly kind: 'refused'; readonly problem: string; readonly span: Span };

interface Reading {
  readonly flags: Set<string>;
  indent?: number;
  fromFile: boolean;
  prints: boolean;
  readonly bindings: JqBinding[];
  program?: { readonly text: Text; readonly span: Span };
  readonly files: Text[];
  readonly positional: { readonly json: boolean; readonly text: Text }[];
  rest: 'files' | 'positional' | 'positional_json';
}

type Problem = Exclude<JqRead, { kind: 'read' }>;

/** jq reads its words in its own way: options anywhere, letters glued, `--arg` takes two words, the first operand is the filter. */
export function readJqWords(words: readonly Text[], spans: readonly Span[], whole: Span): JqRead {
  const reading: Reading = {
    flags: new Set(),
    fromFile: false,
    prints: false,
    bindings: [],
    files: [],
    positional: [],
    rest: 'files',
  };
  let dashes = false;
  for (let at = 0; at < words.length; at++) {
    const text = words[at] ?? [];
    const span = spans[at] ?? whole;
    if (!dashes && literalOf(text) === '--') dashes = true;
    else if (dashes || !looksLikeOption(text)) operand(reading, text, span);
    else {
      const used = option(reading, words.slice(at), span);
      if (typeof used !== 'number') return used;
      at += used;
    }
  }
  const { rest: _, ...read } = reading;
  return { kind: 'read', words: read };
}

/** As jq's `isoptish`: `-5` and `-` are operands. */
function looksLikeOption(text: Text): boolean {
  const prefix = literalPrefix(text);
  return /^-[-A-Za-z0]/.test(prefix) || (prefix === '-' && literalOf(text) === undefined);
}

function operand(reading: Reading, text: Text, span: Span): void {
  if (reading.program === undefined) reading.program = { text, span };
  else if (reading.rest === 'files') reading.files.push(text);
  else reading.positional.push({ json: reading.rest === 'positional_json', text });
}

/** The number of further words it used, or what is wrong. */
function option(reading: Reading, words: readonly Text[], span: Span): number | Problem {
  const written = literalOf(words[0] ?? []);
  const prefix = literalPrefix(words[0] ?? []);
  if (prefix.startsWith('-L')) return library(prefix, span);
  if (written === undefined) {
    return { kind: 'unknown-option', problem: `\`${prefix}\` is an option whose name is not in the text`, span };
  }
  if (written.startsWith('--')) {
    const found = jqOptions.find((candidate) => `--${candidate.long}` === written);
    return found === undefined ? noSuch(written, span) : apply(reading, found, words, span);
  }
  return cluster(reading, written, words, span);
}

function cluster(reading: Reading, written: string, words: readonly Text[], span: Span): number | Problem {
  const letters = [...written.slice(1)];
  // jq counts the letters it knows; one that stands twice is counted once and the word is rejected.
  if (new Set(letters).size !== letters.length) return noSuch(written, span);
  for (const letter of letters) {
    const found = jqOptions.find((candidate) => candidate.letter === letter);
    if (found === undefined || found.does.kind === 'library') return noSuch(`-${letter}`, span);
    const used = apply(reading, found, words, span);
    if (typeof used !== 'number') return used;
  }
  return 0;
}

function apply(reading: Reading, found: JqOption, words: readonly Text[], span: Span): number | Problem {
  switch (found.does.kind) {
    case 'flag':
      reading.flags.add(found.does.param);
      return 0;
    case 'from-file':
      reading.fromFile = true;
      return 0;
    case 'print-and-exit':
      reading.prints = true;
      return 0;
    case 'positional':
      reading.rest = found.does.param;
      return 0;
    case 'indent':
      return indent(reading, words[1], span);
    case 'binding':
      return binding(reading, found.does.param, words, span);
    case 'library':
      return library('--library-path', span);
    case 'internals':
      return noSuch(`--${found.long}`, span);
  }
}

function indent(reading: Reading, value: Text | undefined, span: Span): number | Problem {
  const written = literalOf(value ?? []) ?? '';
  if (!/^[0-7]$/.test(written)) return { kind: 'bad', problem: '`jq --indent` takes a number from 0 to 7', span };
  reading.indent = Number(written);
  return 1;
}

function binding(reading: Reading, param: BindingParam, words: readonly Text[], span: Span): number | Problem {
  const name = literalOf(words[1] ?? []);
  const value = words[2];
  if (name === undefined || value === undefined || words[1] === undefined) {
    return { kind: 'bad', problem: 'an option of `jq` that takes a literal name and a value lacks one', span };
  }
  // jq keeps the first binding of a name.
  if (!reading.bindings.some((earlier) => earlier.name === name)) reading.bindings.push({ param, name, value, span });
  return 2;
}

function library(written: string, span: Span): Problem {
  return { kind: 'refused', problem: `\`jq ${written}\` loads modules from a folder`, span };
}

function noSuch(written: string, span: Span): Problem {
  return { kind: 'unknown-option', problem: `\`jq\` has no option \`${written}\` in its table`, span };
}
