import { fold, type Packing } from './alphabet.ts';
import { unescapeAll, unitsAsBytes } from './unescape.ts';

/** One spelling of a secret, folded. Escapes are not among them: they are taken off the text before it is compared. */
export interface Form {
  readonly bytes: Uint8Array;
  /** Base64 and base32 go on behind the secret in characters that depend on its last bits and on its length. */
  readonly packing?: Packing;
  /** How many characters before the first one may hold bits of the secret. */
  readonly before: number;
  /** Whether the character behind the last one holds bits of the secret. */
  readonly after: boolean;
}

/** Shorter encodings occur everywhere by chance; the value itself is always looked for. */
const SHORTEST_ENCODING = 4;

/** How many levels of escapes are taken off. */
export const LEVELS = 3;

export function formsOf(value: string): readonly Form[] {
  const found = new Map<string, Form>();
  const add = (form: Form, shortest: number): void => {
    const bytes = fold(form.bytes);
    const key = `${form.packing ?? ''} ${Buffer.from(bytes).toString('latin1')}`;
    if (bytes.length >= shortest && !found.has(key)) found.set(key, { ...form, bytes });
  };
  for (const reading of readings(value)) {
    const utf8 = Buffer.from(reading, 'utf8');
    for (const bytes of plainForms(reading, utf8)) add(plain(bytes), 1);
    for (const bytes of respelled(reading, utf8)) add(plain(bytes), SHORTEST_ENCODING);
    for (const form of packedForms(reading, utf8)) add(form, SHORTEST_ENCODING);
  }
  return [...found.values()];
}

/** The value, and what a server takes it for that reads it in a query: a blank for `+`, a character for `%41`. */
function readings(value: string): ReadonlySet<string> {
  const spaced = value.replaceAll('+', ' ');
  return new Set([
    value,
    spaced,
    ...[value, spaced].map((text) => Buffer.from(unescapeAll(Buffer.from(text))).toString()),
  ]);
}

function plain(bytes: Uint8Array): Form {
  return { bytes, before: 0, after: false };
}

/** The value; and, should it hold escapes itself, what is left of it when they are taken off with those of the text. */
function plainForms(value: string, utf8: Uint8Array): readonly Uint8Array[] {
  const out = [utf8, unitsAsBytes(value)];
  let rest = utf8;
  for (let level = 0; level < LEVELS; level += 1) {
    rest = Buffer.from(unescapeAll(rest));
    if (rest.length > 0) out.push(rest);
  }
  return out;
}

function respelled(value: string, utf8: Buffer): readonly Uint8Array[] {
  const hex = [...utf8].map((byte) => byte.toString(16).padStart(2, '0'));
  const numbers = [...utf8].map(String);
  return [
    ...[value.toUpperCase(), value.toLowerCase(), rot13(value)].map((text) => Buffer.from(text)),
    Buffer.from([...value].reverse().join('')),
    Buffer.from(utf8).reverse(),
    ...['', ':', ' ', ', '].map((between) => Buffer.from(hex.join(between))),
    ...[',', ', ', ' '].map((between) => Buffer.from(numbers.join(between))),
    Buffer.from(hex.map((pair) => `0x${pair}`).join(',')),
    Buffer.from(hex.map((pair) => `0x${pair}`).join(', ')),
    ...otherCharsets(value, utf8),
  ];
}

/** UTF-16 without its zero bytes (they are dropped from the text too), Latin-1, and UTF-8 taken for Latin-1. */
function otherCharsets(value: string, utf8: Buffer): readonly Uint8Array[] {
  if (utf8.length === value.length) return [];
  const little = Buffer.from(value, 'utf16le');
  const big = Buffer.from(little).swap16();
  const latin = [...value].every((character) => character.charCodeAt(0) < 256) ? [Buffer.from(value, 'latin1')] : [];
  return [...[little, big].map(withoutZeros), ...latin, Buffer.from(utf8.toString('latin1'), 'utf8')];
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte) => byte !== 0);
}

function packedForms(value: string, utf8: Buffer): readonly Form[] {
  const escaped = Buffer.from(JSON.stringify(value).slice(1, -1));
  const encoded = Buffer.from(encodeURIComponent(value));
  const inner = [utf8, escaped, encoded, Buffer.from(value, 'utf16le'), Buffer.from(value, 'utf16le').swap16()];
  const once = inner.flatMap((bytes) => packed(bytes, 'base64'));
  const alphabets = packed(utf8, 'base64').flatMap((form) => [form.bytes, urlSafe(form.bytes)]);
  // A character of the inner base64 that holds bits of the secret is spread over two of the outer one.
  const twice = alphabets.flatMap((bytes) =>
    packed(bytes, 'base64').map((form) => ({ ...form, before: 3, after: true })),
  );
  return [...once, ...packed(utf8, 'base32'), ...twice];
}

/**
 * The characters that `bytes` alone decide, for each place in a group where they may begin:
 *
 *     |......ss|ssssss|ss....|      s: bits of the secret, .: bits of its neighbours
 *      before   decided after
 */
function packed(bytes: Uint8Array, packing: Packing): readonly Form[] {
  const group = packing === 'base64' ? { bytes: 3, bits: 6 } : { bytes: 5, bits: 5 };
  const encode = packing === 'base64' ? encodeBase64 : encodeBase32;
  return Array.from({ length: group.bytes }, (_, lead) => {
    const first = Math.ceil((lead * 8) / group.bits);
    const end = Math.floor(((lead + bytes.length) * 8) / group.bits);
    const text = encode(Buffer.concat([Buffer.alloc(lead), bytes]));
    return {
      bytes: Buffer.from(text.slice(first, end)),
      packing,
      before: (lead * 8) % group.bits === 0 ? 0 : 1,
      after: ((lead + bytes.length) * 8) % group.bits !== 0,
    };
  });
}

function encodeBase64(bytes: Buffer): string {
  return bytes.toString('base64');
}

function encodeBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  let out = '';
  for (let at = 0; at + 5 <= bits.length; at += 5)
    out += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(bits.slice(at, at + 5), 2)];
  return out;
}

function urlSafe(base64: Uint8Array): Uint8Array {
  return base64.map((byte) => (byte === 0x2b ? 0x2d : byte === 0x2f ? 0x5f : byte));
}

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
