import { constants, inflateRawSync } from 'node:zlib';

/** Text that is 64 times smaller when packed is made to be so. */
const LARGEST_TEXT = 64 * 1024 * 1024;

/** What a begin of a compressed member turned out to be. */
export type Inflated =
  /** `length`: of the whole member, or `undefined` when it may go on behind these bytes. */
  | { readonly kind: 'text'; readonly text: Uint8Array; readonly length: number | undefined }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'none' };

const ADLER = 4;
const CRC_AND_SIZE = 8;

/** How many bytes must be there to tell: `1f 8b 08 flags`. */
export const MAGIC = 4;

export function isGzip(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && (bytes[at + 3] ?? 255) < 0x20;
}

/** The header of zlib is two bytes that text may begin with too; it counts only where a stream begins. */
export function isZlib(bytes: Uint8Array): boolean {
  return bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0);
}

export function inflate(bytes: Uint8Array): Inflated {
  const zlib = isZlib(bytes);
  const header = zlib ? 2 : gzipHeader(bytes);
  if (header === undefined || header >= bytes.length)
    return { kind: 'text', text: new Uint8Array(0), length: undefined };
  try {
    const { buffer, engine } = inflateRawSync(bytes.subarray(header), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: LARGEST_TEXT,
      info: true,
    }) as unknown as { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };
    const end = header + engine.bytesWritten + (zlib ? ADLER : CRC_AND_SIZE);
    return { kind: 'text', text: buffer, length: end <= bytes.length ? end : undefined };
  } catch (error) {
    const tooLarge = (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: tooLarge ? 'too-large' : 'none' };
  }
}

/** Length of the gzip header, or `undefined` while it goes on. */
function gzipHeader(bytes: Uint8Array): number | undefined {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return at + ((flags & 2) !== 0 ? 2 : 0);
}
