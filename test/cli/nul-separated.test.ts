import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NulItem, nulSeparated } from '../../src/cli/nul-separated.ts';
import { chunks } from './fake-terminal.ts';

async function items(longest: number, ...parts: readonly (string | Uint8Array)[]): Promise<NulItem[]> {
  const found: NulItem[] = [];
  for await (const item of nulSeparated(chunks(...parts), longest)) found.push(item);
  return found;
}

const texts = (...values: string[]) => values.map((text) => ({ kind: 'text', text }));

test('items end with NUL or with the stream', async () => {
  expect(await items(9, 'a\0\0b', 'c\0d')).toEqual(texts('a', '', 'bc', 'd'));
  expect(await items(9, 'a\0')).toEqual(texts('a'));
  expect(await items(9)).toEqual([]);
});

test('what is too long or not UTF-8 does not stop the others', async () => {
  expect(await items(3, 'abc\0abcd\0x\0', Buffer.from([0xff, 0, 0x61]))).toEqual([
    { kind: 'text', text: 'abc' },
    { kind: 'too-long', start: 'abcd' },
    { kind: 'text', text: 'x' },
    { kind: 'not-utf8', start: '\uFFFD' },
    { kind: 'text', text: 'a' },
  ]);
});

test('where the stream is cut does not matter', async () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  await fc.assert(
    fc.asyncProperty(fc.array(word), fc.array(fc.nat(40)), async (words, cuts) => {
      const bytes = Buffer.from(words.map((one) => `${one}\0`).join(''));
      const order = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const parts = order.slice(1).map((end, at) => bytes.subarray(order[at], end));
      expect(await items(1_000, ...parts)).toEqual(texts(...words));
    }),
  );
});
