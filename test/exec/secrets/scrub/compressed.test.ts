import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { scrubOf } from '../../../../src/exec/secrets/scrub/scrubber.ts';

const scrub = scrubOf([['KEY', 'sk_live_9aB3xQ7Lm2Zt']]);
const echo = 'you sent sk_live_9aB3xQ7Lm2Zt, thank you';

function through(chunks: readonly Uint8Array[]): Buffer {
  const scrubber = scrub.scrubber();
  return Buffer.concat([...chunks.map((chunk) => scrubber.push(chunk)), scrubber.end()]);
}

describe('compressed text', () => {
  const named = Buffer.from(gzipSync(echo));
  named[3] = 8;
  const withName = Buffer.concat([named.subarray(0, 10), Buffer.from('body.txt\0'), named.subarray(10)]);
  const big = randomBytes(1_500_000);

  test.each([
    ['a member', [gzipSync(echo)], '${secret:KEY}'],
    ['a member with a file name', [withName], '${secret:KEY}'],
    ['members and text around them', ['a', gzipSync(echo), 'b', gzipSync(echo), 'c'], 'a${secret:KEY}b${secret:KEY}c'],
    ['zlib at the begin', [deflateSync(echo)], '${secret:KEY}'],
    ['a member inside a member', [gzipSync(gzipSync(echo))], '${secret:KEY}'],
    ['a member that is cut off', [gzipSync(echo).subarray(0, -9)], '${secret:KEY}'],
    ['the secret itself behind bytes that only look like gzip', ['\x1f\x8b\x08\x00', echo], undefined],
    ['a long member with the secret in front', [gzipSync(Buffer.concat([Buffer.from(echo), big]))], '${secret:KEY}'],
    ['a bomb', [gzipSync(Buffer.alloc(70_000_000))], '${unread:compressed}'],
  ] as const)('%s', (_, parts, expected) => {
    const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
    const whole = through([bytes]).toString('latin1');
    expect(whole).toBe(expected ?? '\x1f\x8b\x08\x00you sent ${secret:KEY}, thank you');
    const size = Math.max(1, Math.floor(bytes.length / 500));
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    expect(through(chunks).toString('latin1')).toBe(whole);
  });

  test.each([
    ['a member without a secret', gzipSync('nothing to see')],
    ['a long member without one', gzipSync(big)],
    ['many false begins', Buffer.from('\x1f\x8b\x08\x00\xff\xff'.repeat(500), 'latin1')],
    ['text that begins like zlib', Buffer.from('x^2 + y^2 = z^2')],
  ])('twin: %s passes byte by byte', (_, bytes) => {
    expect(through([bytes]).equals(bytes)).toBe(true);
    expect(through([bytes.subarray(0, 3), bytes.subarray(3, 700), bytes.subarray(700)]).equals(bytes)).toBe(true);
  });
});

/** The best of a few rounds, so that other work on the machine does not count. */
function bestTime(value: string, bytes: Uint8Array): number {
  const rounds = Array.from({ length: 5 }, () => {
    const scrubber = scrubOf([['KEY', value]]).scrubber();
    scrubber.push(Buffer.from('warm'));
    const start = performance.now();
    for (let at = 0; at < bytes.length; at += 4096) scrubber.push(bytes.subarray(at, at + 4096));
    scrubber.end();
    return performance.now() - start;
  });
  return Math.min(...rounds);
}

describe('the time is linear', () => {
  test.each([
    ['a secret that repeats itself', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', 'a'],
    ['escapes of escapes', 'sk_live_9aB3xQ7Lm2Zt', '%25255cu0073'],
    ['begins of escapes', 'sk_live_9aB3xQ7Lm2Zt', '&#1\\u00%'],
    ['begins of the secret', 'sk_live_9aB3xQ7Lm2Zt', 'sk_live_9aB3xQ7Lm2Z'],
    ['base64 behind the secret', 'sk_live_9aB3xQ7Lm2Zt', Buffer.from('sk_live_9aB3xQ7Lm2Zt!').toString('base64')],
    ['line ends', 'sk_live_9aB3xQ7Lm2Zt', '\r\n\0'],
  ])('%s: 16 times the text takes far less than 256 times as long', (_, value, unit) => {
    const text = (bytes: number): Uint8Array => Buffer.from(unit.repeat(Math.ceil(bytes / unit.length)));
    const short = Math.max(bestTime(value, text(25_000)), 0.2);
    expect(bestTime(value, text(400_000))).toBeLessThan(128 * short);
  });
});
