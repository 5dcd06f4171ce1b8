import { Buffer } from 'node:buffer';
import type { Format } from './formats.ts';
import type { Random } from './random.ts';

const maxBytes = 48 * 1024;

/** What readers of text have stumbled over, whatever the format. */
const strange: readonly string[] = [
  '\0',
  '\uFEFF',
  '\u202E',
  '\u200B',
  '\u2066',
  '\u{E0041}\u{E0042}\u{E007F}',
  '\u00A0',
  '\u2028',
  '\r',
  '\r\n',
  '\t',
  '\x1b[31m',
  '\uDFFF',
  'e\u0301',
  '😀',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '-0',
  '1e999',
  '9007199254740993',
  '%00',
  '%2e%2e%2f',
  '..\\..\\',
  '${',
  '$(',
  '`',
  '{{',
  '}}',
];

const invalidUtf8: readonly (readonly number[])[] = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x28],
  [0x80],
];

type Mutation = (input: Buffer, format: Format, random: Random) => Buffer;

const mutations: readonly Mutation[] = [
  insertToken,
  insertToken,
  insertToken,
  replaceToken,
  replaceToken,
  removeRange,
  repeatRange,
  moveRange,
  splice,
  truncate,
  nest,
  insertStrange,
  insertInvalid,
  changeByte,
  repeatLine,
  carriageReturns,
];

/** One input: a seed document of the format, changed a few times. The same `random` gives the same bytes. */
export function makeInput(format: Format, random: Random): Uint8Array {
  let input: Buffer = Buffer.from(random.pick(format.seeds));
  const changes = random.below(7);
  for (let i = 0; i < changes; i++) input = random.pick(mutations)(input, format, random).subarray(0, maxBytes);
  return input;
}

function cut(input: Buffer, from: number, to: number, put: Uint8Array): Buffer {
  return Buffer.concat([input.subarray(0, from), put, input.subarray(to)]);
}

function range(input: Buffer, random: Random): readonly [number, number] {
  const from = random.below(input.length + 1);
  return [from, Math.min(input.length, from + random.below(random.chance(0.2) ? 400 : 24))];
}

function insertToken(input: Buffer, { tokens }: Format, random: Random): Buffer {
  const at = random.below(input.length + 1);
  return cut(input, at, at, Buffer.from(random.pick(tokens)));
}

/** A token takes the place of a word, so that the structure around it stays. */
function replaceToken(input: Buffer, { tokens }: Format, random: Random): Buffer {
  const words = [...input.toString('latin1').matchAll(/[\w.$/:-]+/g)];
  if (words.length === 0) return input;
  const word = random.pick(words);
  return cut(input, word.index, word.index + word[0].length, Buffer.from(random.pick(tokens)));
}

function removeRange(input: Buffer, _format: Format, random: Random): Buffer {
  const [from, to] = range(input, random);
  return cut(input, from, to, Buffer.alloc(0));
}

function repeatRange(input: Buffer, _format: Format, random: Random): Buffer {
  const [from, to] = range(input, random);
  const times = 1 + random.below(random.chance(0.1) ? 200 : 6);
  return cut(input, to, to, Buffer.concat(Array.from({ length: times }, () => input.subarray(from, to))));
}

function moveRange(input: Buffer, _format: Format, random: Random): Buffer {
  const [from, to] = range(input, random);
  const moved = Buffer.from(input.subarray(from, to));
  const rest = cut(input, from, to, Buffer.alloc(0));
  const at = random.below(rest.length + 1);
  return cut(rest, at, at, moved);
}

function splice(input: Buffer, { seeds }: Format, random: Random): Buffer {
  const other = Buffer.from(random.pick(seeds));
  const [from, to] = range(other, random);
  const at = random.below(input.length + 1);
  return cut(
    input,
    at,
    random.chance(0.5) ? at : input.length,
    other.subarray(from, random.chance(0.5) ? to : other.length),
  );
}

function truncate(input: Buffer, _format: Format, random: Random): Buffer {
  return input.subarray(0, random.below(input.length + 1));
}

function nest(input: Buffer, { nesting }: Format, random: Random): Buffer {
  const [open, close] = random.pick(nesting);
  const depth = random.chance(0.1) ? 2000 : 1 + random.below(80);
  const [from, to] = range(input, random);
  const inside = input.subarray(from, to);
  const wrapped = Buffer.concat([
    Buffer.from(open.repeat(depth)),
    inside,
    Buffer.from(random.chance(0.8) ? close.repeat(depth) : ''),
  ]);
  return cut(input, from, to, wrapped);
}

function insertStrange(input: Buffer, _format: Format, random: Random): Buffer {
  const at = random.below(input.length + 1);
  return cut(input, at, at, Buffer.from(random.pick(strange)));
}

function insertInvalid(input: Buffer, _format: Format, random: Random): Buffer {
  const at = random.below(input.length + 1);
  return cut(input, at, at, Buffer.from(random.pick(invalidUtf8)));
}

function changeByte(input: Buffer, _format: Format, random: Random): Buffer {
  if (input.length === 0) return input;
  const at = random.below(input.length);
  return cut(input, at, at + 1, Buffer.from([random.below(128)]));
}

function repeatLine(input: Buffer, _format: Format, random: Random): Buffer {
  const lines = input.toString('latin1').split('\n');
  const at = random.below(lines.length);
  const line = lines[at] ?? '';
  const times = 1 + random.below(random.chance(0.1) ? 300 : 5);
  return Buffer.from(
    [...lines.slice(0, at), ...Array<string>(times).fill(line), ...lines.slice(at)].join('\n'),
    'latin1',
  );
}

function carriageReturns(input: Buffer): Buffer {
  return Buffer.from(input.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}
