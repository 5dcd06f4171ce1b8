/** Whose backslashes: `echo -e`, the format of `printf`, or an argument of its `%b`. */
export type EscapeStyle = 'echo' | 'format' | 'argument';

export interface Unescaped {
  readonly bytes: Uint8Array;
  /** `\c`: nothing more is printed. */
  readonly stopped: boolean;
}

const plain: ReadonlyMap<string, number> = new Map(
  Object.entries({ a: 7, b: 8, e: 27, E: 27, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92 }),
);

/** As bash does it in a UTF-8 locale. An escape it does not know stays as written. */
export function decodeEscapes(text: string, style: EscapeStyle): Unescaped {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length; ) {
    const slash = text.indexOf('\\', at);
    const end = slash < 0 ? text.length : slash;
    if (end > at) parts.push(Buffer.from(text.slice(at, end)));
    if (slash < 0) break;
    const rest = text.slice(slash + 1, slash + 11);
    if (rest.startsWith('c') && style !== 'format') return { bytes: joined(parts), stopped: true };
    const { bytes, length } = escapeAt(rest, style);
    parts.push(bytes);
    at = slash + 1 + length;
  }
  return { bytes: joined(parts), stopped: false };
}

function escapeAt(rest: string, style: EscapeStyle): { readonly bytes: Uint8Array; readonly length: number } {
  const single = plain.get(rest[0] ?? '');
  if (single !== undefined) return { bytes: Uint8Array.of(single), length: 1 };
  if (style === 'format' && /^["'?]/.test(rest)) return { bytes: Buffer.from(rest[0] ?? ''), length: 1 };
  const octal = octals[style].exec(rest);
  if (octal !== null) {
    return { bytes: Uint8Array.of(Number.parseInt(octal[1] ?? '', 8) & 0xff), length: octal[0].length };
  }
  const hex = /^x([0-9a-fA-F]{1,2})/.exec(rest);
  if (hex !== null) return { bytes: Uint8Array.of(Number.parseInt(hex[1] ?? '', 16)), length: hex[0].length };
  const point = /^(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(rest);
  const value = point === null ? Number.NaN : Number.parseInt(point[1] ?? point[2] ?? '', 16);
  if (point !== null && value <= 0x10ffff) {
    return { bytes: Buffer.from(String.fromCodePoint(value)), length: point[0].length };
  }
  return { bytes: Buffer.from('\\'), length: 0 };
}

const octals: Readonly<Record<EscapeStyle, RegExp>> = {
  echo: /^(0[0-7]{0,3})/,
  format: /^([0-7]{1,3})/,
  argument: /^(0[0-7]{0,3}|[1-7][0-7]{0,2})/,
};

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
