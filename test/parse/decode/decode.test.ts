import { expect, test } from 'vitest';
import { decode } from '../../../src/parse/decode.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('plain UTF-8 is the text itself', () => {
  expect(decode(bytes('name: é\n'), 'a.yaml')).toEqual({ text: 'name: é\n', diagnostics: [] });
});

test('a byte order mark at the start is left out, another one is refused', () => {
  expect(decode(bytes('\uFEFFa'), 'a')).toEqual({ text: 'a', diagnostics: [] });
  expect(decode(bytes('a\uFEFFb'), 'a').diagnostics).toMatchObject([
    { code: 'parse/control-character', span: { source: 'a', start: 1, end: 2 } },
  ]);
});

test('a NUL byte is refused where it stands', () => {
  const decoded = decode(bytes('ab\0c'), 'a');
  expect(decoded.text).toBeUndefined();
  expect(decoded.diagnostics).toMatchObject([
    { code: 'parse/control-character', message: '`a` contains a NUL byte', span: { start: 2, end: 3 } },
  ]);
});

test('bytes that are not UTF-8 are refused, never replaced', () => {
  for (const wrong of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x61, 0xe2, 0x82]]) {
    expect(decode(Uint8Array.from(wrong), 'a')).toMatchObject({ diagnostics: [{ code: 'parse/encoding' }] });
  }
});

test('the size limit counts bytes and comes before everything else', () => {
  expect(decode(bytes('éé'), 'a', 4).text).toBe('éé');
  expect(decode(bytes('éé'), 'a', 3)).toMatchObject({ diagnostics: [{ code: 'limit/size' }] });
  expect(decode(new Uint8Array(50 * 1024 * 1024).fill(0xff), 'a').diagnostics[0]?.code).toBe('limit/size');
});
