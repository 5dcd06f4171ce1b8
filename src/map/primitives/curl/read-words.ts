import { hasMark, isMarkAt } from '../../../http/url/marks.ts';
import { nearest } from '../../../ir/did-you-mean.ts';
import type { Span } from '../../../ir/span.ts';
import { handlers } from './handlers.ts';
import { createOperation, nodeWithout, type Operation } from './operation.ts';
import type { CurlOption, Danger, Decision } from './option.ts';
import { type Reading, shown } from './reading.ts';
import { dynamic, isStop, refused, type Stop, unmapped, usage } from './stop.ts';
import { curlOptions, findLong, findShort } from './table.ts';

interface Reader {
  readonly words: readonly string[];
  readonly spans: readonly Span[];
  readonly reading: Reading;
  readonly done: Operation[];
  operation: Operation;
  at: number;
}

/** The words behind `curl` as operations: one, and one more for each `--next`. */
export function readWords(
  words: readonly string[],
  spans: readonly Span[],
  reading: Reading,
): readonly Operation[] | Stop {
  const reader: Reader = { words, spans, reading, done: [], operation: createOperation(), at: 1 };
  let options = true;
  for (; reader.at < words.length; reader.at++) {
    const from = reader.at;
    const word = words[from] ?? '';
    if (options && word === '--') {
      options = false;
      continue;
    }
    const stop = options && word.startsWith('-') ? readOption(reader, word) : readPlain(reader, word);
    if (stop !== undefined) return { span: spans[from] as Span, ...stop };
  }
  return [...reader.done, reader.operation];
}

function readPlain(reader: Reader, word: string): undefined {
  const node = nodeWithout(reader.operation, 'url');
  node.url = word;
  const span = reader.spans[reader.at];
  if (span !== undefined) node.span = span;
}

function readOption(reader: Reader, word: string): Stop | undefined {
  return word.startsWith('--') ? readLong(reader, word.slice(2)) : readShort(reader, word.slice(1));
}

function readLong(reader: Reader, name: string): Stop | undefined {
  if (hasMark(name)) return dynamic('the name of an option is a variable');
  const match = findLong(name);
  switch (match.kind) {
    case 'option':
      return applyLong(reader, match.option, match.on);
    case 'ambiguous':
      return usage(`\`--${name}\` may be ${match.names.map((long) => `\`--${long}\``).join(' or ')}`);
    case 'no-toggle':
      return usage(`\`--${match.option.long}\` cannot be switched off`);
    case 'none':
      return unknownLong(name);
  }
}

const longNames = curlOptions.map((option) => option.long);

function unknownLong(name: string): Stop {
  if (/^expand-/i.test(name)) return unmapped('curl variables are not modelled (`--expand-…`)');
  const equals = name.indexOf('=');
  const near = nearest(equals < 0 ? name : name.slice(0, equals), longNames);
  const help =
    equals >= 0 && near !== undefined
      ? `curl takes the value as the next word: \`--${near} ${name.slice(equals + 1)}\``
      : near === undefined
        ? undefined
        : `did you mean \`--${near}\`?`;
  return unknownOption(`--${name}`, help);
}

function unknownOption(written: string, help?: string): Stop {
  const message = `curl has no option \`${written}\` that we know`;
  return {
    kind: 'stop',
    outcome: 'unknown',
    code: 'map/unknown-option',
    message,
    ...(help === undefined ? {} : { help }),
  };
}

function applyLong(reader: Reader, option: CurlOption, on: boolean): Stop | undefined {
  if (option.takes !== 'value') return apply(reader, option, '', on);
  const value = reader.words[reader.at + 1];
  if (value === undefined) return usage(`\`--${option.long}\` needs a value`);
  reader.at++;
  return apply(reader, option, value, true);
}

/** `-sSLo file`, `-XPOST`: letters until one that takes a value, which is the rest or the next word. */
function readShort(reader: Reader, letters: string): Stop | undefined {
  if (letters === '') return unknownOption('-');
  for (let i = 0; i < letters.length; i++) {
    if (isMarkAt(letters, i)) return dynamic('the name of an option is a variable');
    const letter = letters[i] ?? '';
    const option = findShort(letter);
    if (option === undefined) return unknownOption(`-${letter}`);
    if (option.takes === 'value') return applyShort(reader, option, letters.slice(i + 1));
    // curl forgets the letters behind `-:`.
    if (option.long === 'next') return apply(reader, option, '', true);
    const stop = apply(reader, option, '', true);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

function applyShort(reader: Reader, option: CurlOption, rest: string): Stop | undefined {
  return rest === '' ? applyLong(reader, option, true) : apply(reader, option, rest, true);
}

function apply(reader: Reader, option: CurlOption, value: string, on: boolean): Stop | undefined {
  const { decision, long } = option;
  switch (decision.kind) {
    case 'irrelevant':
      return undefined;
    case 'refused':
      return on ? refusal(option, decision) : undefined;
    case 'unmapped':
      return on ? unmapped(`\`--${long}\`: ${decision.why}`) : undefined;
    case 'mapped':
      return applyMapped(reader, long, value, on);
  }
}

function applyMapped(reader: Reader, long: string, value: string, on: boolean): Stop | undefined {
  if (long === 'url') return readPlain(reader, value);
  if (long === 'next') return next(reader);
  const handler = handlers.get(long);
  if (handler === undefined) throw new Error(`no handler for --${long}`);
  const stop = handler(reader.operation, value, on, reader.reading);
  return isStop(stop) ? { ...stop, message: shown(stop.message, reader.reading.marks) } : undefined;
}

/** A `--next` before any URL changes nothing. */
function next(reader: Reader): undefined {
  if (reader.operation.nodes[0]?.url === undefined) return;
  reader.done.push(reader.operation);
  reader.operation = createOperation();
}

const dangerCodes = {
  transport: 'map/transport-weakened',
  route: 'map/route-changed',
  challenge: 'map/auth-challenge',
  credentials: 'map/credential-spread',
  usage: 'map/curl-usage',
  file: 'map/refused-option',
} as const satisfies Record<Danger, string>;

function refusal(option: CurlOption, decision: Extract<Decision, { kind: 'refused' }>): Stop {
  return refused(dangerCodes[decision.danger], `\`--${option.long}\` ${decision.why}`);
}
