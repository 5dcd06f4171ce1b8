import { AMPERSAND, BACKSLASH, isDropped, PERCENT } from './alphabet.ts';

/** What an escape stands for so far. `more`: it may go on; `no`: it is none, its first byte stands for itself. */
export type Escape = readonly number[] | 'more' | 'no';

export function beginsEscape(byte: number): boolean {
  return byte === PERCENT || byte === BACKSLASH || byte === AMPERSAND;
}

/** Reads `%41`, `%u0041`, `\u0041`, `\u{41}`, `\x41`, `\101`, `\/`, `&#65;`, `&#x41;` and `&amp;` from its first byte. */
export function readEscape(bytes: readonly number[]): Escape {
  if (bytes.length === 1) return 'more';
  if (bytes[0] === PERCENT) return readPercent(bytes);
  return bytes[0] === BACKSLASH ? readBackslash(bytes) : readEntity(bytes);
}

/** One level of escapes taken off a whole text. */
export function unescapeAll(text: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < text.length; ) {
    const byte = text[at] as number;
    if (!beginsEscape(byte)) {
      if (!isDropped(byte)) out.push(byte);
      at += 1;
      continue;
    }
    const seen: number[] = [byte];
    let read: Escape = 'more';
    while (read === 'more' && at + seen.length < text.length) {
      seen.push(text[at + seen.length] as number);
      read = readEscape(seen);
    }
    out.push(...(typeof read === 'string' ? [byte] : read));
    at += typeof read === 'string' ? 1 : seen.length;
  }
  return Uint8Array.from(out);
}

function readPercent(bytes: readonly number[]): Escape {
  if (bytes[1] === 0x75) return fixedHex(bytes, 2, 4);
  return fixedHex(bytes, 1, 2);
}

/** Control characters by letter; line ends vanish as they do when written out. */
const controls = new Map<number, readonly number[]>([
  [0x6e, []],
  [0x72, []],
  [0x74, [9]],
  [0x62, [8]],
  [0x66, [12]],
  [0x76, [11]],
]);

function readBackslash(bytes: readonly number[]): Escape {
  const kind = bytes[1] as number;
  if (kind === 0x75) return bytes[2] === 0x7b ? bracedHex(bytes) : fixedHex(bytes, 2, 4);
  if (kind === 0x78) return fixedHex(bytes, 2, 2);
  if (kind >= 0x30 && kind <= 0x33) return octal(bytes);
  const control = controls.get(kind);
  if (control !== undefined) return control;
  return isWordByte(kind) || kind >= 0x80 || isDropped(kind) ? 'no' : [kind];
}

function fixedHex(bytes: readonly number[], from: number, digits: number): Escape {
  for (let at = from; at < bytes.length; at += 1) if (hexOf(bytes[at] as number) < 0) return 'no';
  if (bytes.length < from + digits) return 'more';
  let value = 0;
  for (let at = from; at < from + digits; at += 1) value = value * 16 + hexOf(bytes[at] as number);
  return digits === 2 ? single(value) : utf8Of(value);
}

function bracedHex(bytes: readonly number[]): Escape {
  const last = bytes.at(-1) as number;
  if (bytes.length === 3) return 'more';
  if (last === 0x7d) return bytes.length === 4 ? 'no' : utf8Of(Number.parseInt(asciiOf(bytes.slice(3, -1)), 16));
  return hexOf(last) < 0 || bytes.length > 9 ? 'no' : 'more';
}

function octal(bytes: readonly number[]): Escape {
  const last = bytes.at(-1) as number;
  if (last < 0x30 || last > 0x37) return 'no';
  return bytes.length < 4 ? 'more' : single(Number.parseInt(asciiOf(bytes.slice(1)), 8));
}

const LONGEST_ENTITY = 12;

function readEntity(bytes: readonly number[]): Escape {
  const last = bytes.at(-1) as number;
  if (last !== 0x3b)
    return (isWordByte(last) || (last === 0x23 && bytes.length === 2)) && bytes.length < LONGEST_ENTITY ? 'more' : 'no';
  const name = asciiOf(bytes.slice(1, -1));
  const number = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(name);
  if (number !== null)
    return utf8Of(number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1] as string, 16));
  const character = entities.get(name) ?? entities.get(name.toLowerCase());
  return character === undefined ? 'no' : [character.charCodeAt(0)];
}

/** The named entities of ASCII characters. */
const entities = new Map<string, string>(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', plus: '+', equals: '=', colon: ':' },
    ...{ semi: ';', comma: ',', period: '.', excl: '!', quest: '?', num: '#', dollar: '$', percnt: '%', ast: '*' },
    ...{ lpar: '(', rpar: ')', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', lcub: '{', lbrace: '{', rcub: '}' },
    ...{ rbrace: '}', vert: '|', verbar: '|', hat: '^', lowbar: '_', grave: '`', commat: '@', tab: '\t', nbsp: ' ' },
    ...{ hyphen: '-', dash: '-', tilde: '~' },
  }),
);

/** The value as a byte of UTF-8 that someone wrote as an escape; line ends and NUL vanish. */
function single(value: number): Escape {
  return isDropped(value) ? [] : [value & 0xff];
}

/** Halves of a surrogate pair are written as three bytes each; the automaton knows values in that form too. */
function utf8Of(code: number): Escape {
  if (code > 0x10ffff) return 'no';
  if (code < 0x80) return single(code);
  if (code < 0x800) return [0xc0 | (code >> 6), tail(code)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(code >> 6), tail(code)];
  return [0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code)];
}

/** Each UTF-16 unit as bytes of its own: what `\ud83d\ude00` is read as. */
export function unitsAsBytes(text: string): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < text.length; at += 1) out.push(...(utf8Of(text.charCodeAt(at)) as readonly number[]));
  return Uint8Array.from(out);
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}

function hexOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function isWordByte(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x7a) || byte === 0x5f;
}

function asciiOf(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}
