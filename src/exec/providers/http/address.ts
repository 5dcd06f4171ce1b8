import { isIPv4, isIPv6 } from 'node:net';

/** What kind of place an address is. Everything that is not plainly public has a name of its own. */
export type AddressClass =
  | 'public'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'broadcast'
  | 'documentation'
  | 'reserved'
  | 'unreadable';

type Range = readonly [bits: readonly number[], prefix: number, kind: AddressClass];

/** The first that matches counts, so the narrower come first. */
const v4Ranges: readonly Range[] = [
  [[169, 254, 169, 254], 32, 'metadata'],
  [[169, 254, 170, 2], 32, 'metadata'],
  [[169, 254, 170, 23], 32, 'metadata'],
  [[100, 100, 100, 200], 32, 'metadata'],
  [[168, 63, 129, 16], 32, 'metadata'],
  [[192, 0, 0, 192], 32, 'metadata'],
  [[0, 0, 0, 0], 8, 'unspecified'],
  [[10, 0, 0, 0], 8, 'private'],
  [[100, 64, 0, 0], 10, 'shared'],
  [[127, 0, 0, 0], 8, 'loopback'],
  [[169, 254, 0, 0], 16, 'link-local'],
  [[172, 16, 0, 0], 12, 'private'],
  [[192, 0, 0, 0], 24, 'reserved'],
  [[192, 0, 2, 0], 24, 'documentation'],
  [[192, 88, 99, 0], 24, 'reserved'],
  [[192, 168, 0, 0], 16, 'private'],
  [[198, 18, 0, 0], 15, 'reserved'],
  [[198, 51, 100, 0], 24, 'documentation'],
  [[203, 0, 113, 0], 24, 'documentation'],
  [[224, 0, 0, 0], 4, 'multicast'],
  [[255, 255, 255, 255], 32, 'broadcast'],
  [[240, 0, 0, 0], 4, 'reserved'],
];

const v6Ranges: readonly Range[] = [
  [[0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, 'metadata'],
  [[0xfd, 0x20, 0x00, 0xce, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, 'metadata'],
  [[0xfe, 0x80], 10, 'link-local'],
  [[0xfe, 0xc0], 10, 'private'],
  [[0xfc], 7, 'private'],
  [[0xff], 8, 'multicast'],
  [[0x20, 0x01, 0x0d, 0xb8], 32, 'documentation'],
  [[0x3f, 0xff], 20, 'documentation'],
  [[0x20, 0x01, 0x00], 23, 'reserved'],
];

/** Undefined for what is no address: with a zone, in another spelling, or not an address at all. */
export function addressBytes(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split('.'), Number);
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const plain = isIPv4(tail) ? text.slice(0, -tail.length) + asGroups(tail) : text;
  const [left = '', right] = plain.split('::');
  const head = groups(left);
  const rest = right === undefined ? [] : groups(right);
  const all = [...head, ...new Array<number>(8 - head.length - rest.length).fill(0), ...rest];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

/** `unreadable` for what is no address. */
export function classOf(text: string): AddressClass {
  const bytes = addressBytes(text);
  return bytes === undefined ? 'unreadable' : classifyAddress(bytes);
}

function classifyAddress(bytes: Uint8Array): AddressClass {
  if (bytes.length === 4) return inRanges(bytes, v4Ranges) ?? 'public';
  if (startsWith(bytes, [], 120)) {
    if (bytes[15] === 0) return 'unspecified';
    if (bytes[15] === 1) return 'loopback';
  }
  const direct = carriedV4(bytes);
  if (direct !== undefined) return classifyAddress(direct);
  const tunnelled = tunnelledV4(bytes);
  // Which gateway would carry it is not known, so a tunnel to a public address is not public itself.
  if (tunnelled !== undefined) {
    const inner = classifyAddress(tunnelled);
    return inner === 'public' ? 'reserved' : inner;
  }
  const named = inRanges(bytes, v6Ranges);
  if (named !== undefined) return named;
  // Only 2000::/3 is given out as global unicast.
  return ((bytes[0] ?? 0) & 0xe0) === 0x20 ? 'public' : 'reserved';
}

/** The IPv4 address that the machine (mapped) or its network (the well-known NAT64 prefix) connects to instead. */
function carriedV4(bytes: Uint8Array): Uint8Array | undefined {
  if (startsWith(bytes, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96)) return bytes.subarray(12);
  if (startsWith(bytes, [0x00, 0x64, 0xff, 0x9b], 96)) return bytes.subarray(12);
  return undefined;
}

/** Compatible, translated, local NAT64, 6to4, Teredo, ISATAP. */
function tunnelledV4(bytes: Uint8Array): Uint8Array | undefined {
  const last = bytes.subarray(12);
  if (startsWith(bytes, [], 96)) return last;
  if (startsWith(bytes, [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], 96)) return last;
  if (startsWith(bytes, [0x00, 0x64, 0xff, 0x9b], 32)) return last;
  if (startsWith(bytes, [0x20, 0x02], 16)) return bytes.subarray(2, 6);
  if (startsWith(bytes, [0x20, 0x01, 0, 0], 32)) return last.map((byte) => byte ^ 0xff);
  const isatap = bytes.subarray(8, 12);
  if (startsWith(isatap, [0, 0, 0x5e, 0xfe], 32) || startsWith(isatap, [2, 0, 0x5e, 0xfe], 32)) return last;
  return undefined;
}

function inRanges(bytes: Uint8Array, ranges: readonly Range[]): AddressClass | undefined {
  return ranges.find(([start, prefix]) => startsWith(bytes, start, prefix))?.[2];
}

function startsWith(bytes: Uint8Array, start: readonly number[], prefix: number): boolean {
  for (let bit = 0; bit < prefix; bit += 8) {
    const mask = prefix - bit >= 8 ? 0xff : (0xff << (8 - (prefix - bit))) & 0xff;
    if ((((bytes[bit / 8] ?? 0) ^ (start[bit / 8] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function asGroups(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
