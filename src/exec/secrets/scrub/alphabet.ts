/** Bytes that no secret and no encoding of one depends on: line ends that wrap text, the zero halves of UTF-16. */
export function isDropped(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0;
}

export const PERCENT = 0x25;
export const BACKSLASH = 0x5c;
export const AMPERSAND = 0x26;

/**
 * One spelling for bytes that encodings use for each other: letters of both cases, `-` and `+` and blank, `_` and `/`.
 * Hex of both cases, both base64 alphabets and form encoding then need one pattern each.
 */
export const folded: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x41 && byte <= 0x5a) return byte + 32;
  if (byte === 0x2d || byte === 0x20) return 0x2b;
  if (byte === 0x5f) return 0x2f;
  return byte;
});

export function fold(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => folded[byte] as number);
}

/** Encodings in which neighbours of the secret share characters with it. */
export type Packing = 'base64' | 'base32';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digitsOf = { base64: membership(`${letters}0123456789+/-_`), base32: membership(`${letters}234567`) };
export const paddingOf = { base64: 2, base32: 6 };
export const PAD = 0x3d;

export function isDigitOf(packing: Packing, byte: number): boolean {
  return digitsOf[packing][byte] === 1;
}

function membership(characters: string): Uint8Array {
  const out = new Uint8Array(256);
  for (const character of characters) out[character.charCodeAt(0)] = 1;
  return out;
}
