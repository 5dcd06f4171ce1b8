import { deflateSync, gzipSync } from 'node:zlib';

/** What servers do to a value before they give it back. Each is written here without the source under test. */
export interface Echo {
  readonly name: string;
  readonly of: (value: string, random: () => number) => Uint8Array;
  /** What is left of it, `*` for the mask. Only what does not depend on the value: `a` is the begin of base64 of `id:`. */
  readonly left?: string;
}

const text =
  (encode: (value: string, random: () => number) => string) =>
  (value: string, random: () => number): Uint8Array =>
    Buffer.from(encode(value, random), 'latin1');

const bytesOf = (value: string): number[] => [...Buffer.from(value, 'utf8')];
const raw = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');
const hex2 = (byte: number): string => byte.toString(16).padStart(2, '0');
const base64 = (value: string, lead: number, tail: number): string =>
  Buffer.from(`${'id:'.slice(0, lead)}${value}${'@xyz'.slice(0, tail)}`, 'utf8').toString('base64');
const percent = (byte: number): string => `%${hex2(byte)}`;
const mixed = (write: (byte: number) => string) => (value: string, random: () => number) =>
  bytesOf(value)
    .map((byte) => (random() < 0.5 ? write(byte) : String.fromCharCode(byte)))
    .join('');
const units = (value: string, write: (unit: number) => string): string =>
  Array.from({ length: value.length }, (_, at) => write(value.charCodeAt(at))).join('');
const u = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
const rot13 = (value: string): string =>
  value.replace(/[a-z]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + (c.toLowerCase() < 'n' ? 13 : -13)));

function base32(value: string): string {
  const bits = bytesOf(value)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 5) * 5, '0');
  const out = (padded.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('');
  return out.padEnd(Math.ceil(out.length / 8) * 8, '=');
}

export const echoes: readonly Echo[] = [
  { name: 'as it is', of: text(raw) },
  { name: 'upper case', of: text((value) => raw(value.toUpperCase())) },
  { name: 'lower case', of: text((value) => raw(value.toLowerCase())) },
  { name: 'reversed', of: text((value) => raw([...value].reverse().join(''))) },
  { name: 'rot13', of: text((value) => raw(rot13(value))) },
  { name: 'hex', of: text((value) => bytesOf(value).map(hex2).join('')) },
  { name: 'upper hex', of: text((value) => bytesOf(value).map(hex2).join('').toUpperCase()) },
  { name: 'hex with colons', of: text((value) => bytesOf(value).map(hex2).join(':')) },
  { name: 'byte list', left: '[*]', of: text((value) => JSON.stringify(bytesOf(value))) },
  { name: 'base64', of: text((value) => base64(value, 0, 0)) },
  { name: 'base64 without padding', of: text((value) => base64(value, 0, 0).replaceAll('=', '')) },
  { name: 'base64 behind one byte', left: 'a*', of: text((value) => base64(value, 1, 0)) },
  { name: 'base64 behind two bytes', left: 'aW*', of: text((value) => base64(value, 2, 0)) },
  { name: 'base64 between others', left: 'a*', of: text((value) => base64(value, 1, 4)) },
  { name: 'base64url', of: text((value) => Buffer.from(value).toString('base64url')) },
  {
    name: 'base64url behind two bytes',
    left: 'YT*',
    of: text((value) => Buffer.from(`a:${value}b`).toString('base64url')),
  },
  { name: 'base64 of base64', of: text((value) => Buffer.from(base64(value, 0, 0)).toString('base64')) },
  { name: 'base64 of UTF-16', of: text((value) => Buffer.from(value, 'utf16le').toString('base64')) },
  { name: 'base64 in short lines', left: 'a*', of: text((value) => base64(value, 1, 3).replace(/.{5}/g, '$&\r\n')) },
  { name: 'base64, percent-encoded', left: 'a*', of: text((value) => encodeURIComponent(base64(value, 1, 1))) },
  { name: 'base32', of: text(base32) },
  { name: 'percent', of: text((value) => bytesOf(value).map(percent).join('')) },
  {
    name: 'upper percent',
    of: text((value) =>
      bytesOf(value)
        .map((byte) => percent(byte).toUpperCase())
        .join(''),
    ),
  },
  { name: 'encodeURIComponent', of: text((value) => encodeURIComponent(value)) },
  { name: 'some percent', of: text(mixed(percent)) },
  { name: 'form', of: text((value) => new URLSearchParams({ v: value }).toString().slice(2)) },
  {
    name: 'double percent',
    of: text((value) =>
      bytesOf(value)
        .map((byte) => `%25${hex2(byte)}`)
        .join(''),
    ),
  },
  { name: 'JSON', left: '"*"', of: text((value) => raw(JSON.stringify(value))) },
  { name: 'JSON with every unit escaped', of: text((value) => units(value, u)) },
  {
    name: 'JSON with slashes escaped',
    left: '"*"',
    of: text((value) => raw(JSON.stringify(value).replaceAll('/', '\\/'))),
  },
  { name: 'JSON in JSON', left: '"\\"*\\""', of: text((value) => raw(JSON.stringify(JSON.stringify(value)))) },
  { name: 'escaped units in JSON', left: '"*"', of: text((value) => JSON.stringify(units(value, u))) },
  { name: '\\x', of: text(mixed((byte) => `\\x${hex2(byte)}`)) },
  { name: 'octal', of: text(mixed((byte) => `\\${byte.toString(8).padStart(3, '0')}`)) },
  { name: 'decimal entities', of: text((value) => [...value].map((c) => `&#${c.codePointAt(0)};`).join('')) },
  {
    name: 'hex entities',
    of: text((value) => [...value].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join('')),
  },
  {
    name: 'HTML',
    of: text((value) => raw(value.replace(/[&<>"'/]/g, (c) => `&${entity[c as keyof typeof entity]};`))),
  },
  { name: 'UTF-16LE', left: '*\0', of: (value) => Buffer.from(value, 'utf16le') },
  { name: 'UTF-16BE', left: '\0*', of: (value) => Buffer.from(value, 'utf16le').swap16() },
  { name: 'gzip', of: (value) => gzipSync(`you sent ${value}, thank you`) },
  { name: 'zlib in gzip', of: (value) => gzipSync(deflateSync(value)) },
];

const entity = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39', '/': '#x2F' };
