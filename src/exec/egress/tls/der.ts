/** The few forms of DER that a certificate is made of. Lengths below 64 KiB only, which no certificate of ours passes. */
export function tagged(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length > 0xffff) throw new Error('a certificate longer than 64 KiB');
  const head =
    length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from(head), content]);
}

export function sequence(...contents: readonly Uint8Array[]): Uint8Array {
  return tagged(0x30, ...contents);
}

export function set(...contents: readonly Uint8Array[]): Uint8Array {
  return tagged(0x31, ...contents);
}

export function octets(content: Uint8Array): Uint8Array {
  return tagged(0x04, content);
}

export function bits(content: Uint8Array, unused = 0): Uint8Array {
  return tagged(0x03, Uint8Array.of(unused), content);
}

export function truth(value: boolean): Uint8Array {
  return tagged(0x01, Uint8Array.of(value ? 0xff : 0));
}

export function utf8String(text: string): Uint8Array {
  return tagged(0x0c, Buffer.from(text));
}

/** Not negative: a byte of zero in front where the first bit would be taken for a sign. */
export function integer(bytes: Uint8Array): Uint8Array {
  const from = bytes.findIndex((byte) => byte !== 0);
  const short = from < 0 ? Uint8Array.of(0) : bytes.subarray(from);
  return (short[0] ?? 0) < 0x80 ? tagged(0x02, short) : tagged(0x02, Uint8Array.of(0), short);
}

/** `1.2.840.10045.4.3.2` */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const out = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) out.unshift((left & 0x7f) | 0x80);
  return out;
}

/** Years up to 2049 are written with two digits, as RFC 5280 wants it. */
export function time(milliseconds: number): Uint8Array {
  const written = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '');
  return written < '2050' ? tagged(0x17, Buffer.from(written.slice(2))) : tagged(0x18, Buffer.from(written));
}
