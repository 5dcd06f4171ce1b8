import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHidden } from '../../../src/parse/hidden-characters.ts';
import { processorMs } from '../../processor-time.ts';

const kinds = (text: string, place: 'strict' | 'prose'): readonly string[] =>
  findHidden(text, place).map(({ kind }) => kind);

test('strict places hide nothing', () => {
  for (const [text, kind] of [
    ['curl \u{E0041}', 'tag'],
    ['echo \u202E', 'bidi'],
    ['echo \u2066x\u2069', 'bidi'],
    ['cu\u200Brl', 'zero-width'],
    ['cu\u200Drl', 'zero-width'],
    ['a\u00ADb', 'ignorable'],
    ['a\uFE0Fb', 'ignorable'],
    ['a\u{E0101}', 'ignorable'],
    ['\u3164', 'ignorable'],
    ['\uE000', 'sentinel'],
    ['\u001B[31m', 'control'],
    ['\u0085', 'control'],
    ['a\u2028b', 'control'],
  ] as const) {
    expect([text, kinds(text, 'strict')[0]]).toEqual([text, kind]);
  }
});

test('strict places take any visible text, tabs, line ends and whole emoji', () => {
  for (const text of [
    'curl -s "https://é.example/ü"\t\\\r\n',
    'echo "⚠️ done ✅ 👩🏽‍💻 👨‍👩‍👧"',
    'grep 日本語',
    'עברית',
  ]) {
    expect(findHidden(text, 'strict')).toEqual([]);
  }
});

test('offsets are UTF-16 and half open', () => {
  expect(findHidden('😀\u{E0041}', 'strict')).toEqual([{ kind: 'tag', codePoint: 0xe0041, start: 2, end: 4 }]);
});

test('prose may hold what writing needs', () => {
  const scotland = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';
  for (const text of [scotland, 'می‌خواهم', 'क्‍ष', 'soft\u00ADhyphen', 'a \u202E b', '👨‍👩‍👧', '\u001B[1m']) {
    expect(findHidden(text, 'prose')).toEqual([]);
  }
  expect(kinds(scotland, 'strict')).toContain('tag');
});

test('prose may not smuggle: tag text, broken flags, sentinels, long invisible runs', () => {
  expect(kinds('hi \u{E0068}\u{E0069}', 'prose')).toEqual(['tag', 'tag']);
  expect(kinds('\u{1F3F4}\u{E0067}\u{E0062}', 'prose')).toEqual(['tag', 'tag']);
  expect(kinds('x\uE001', 'prose')).toEqual(['sentinel']);
  expect(kinds(`x${'\u200B\u200C'.repeat(4)}`, 'prose').length).toBeGreaterThan(0);
  expect(kinds(`😀${'\u{E0101}'.repeat(12)}`, 'prose').length).toBeGreaterThan(0);
});

test('prose never reports more than strict places do', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const strict = new Set(findHidden(text, 'strict').map(({ start }) => start));
      const flags = text.includes('\u{1F3F4}');
      return flags || findHidden(text, 'prose').every(({ start }) => strict.has(start));
    }),
  );
});

test('worst cases stay linear', () => {
  const flag = '\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}';
  for (const unit of [flag, '\u200B', '\u{1F3F4}', '\u200D\uFE0F', '\u{E0041}']) {
    const started = processorMs();
    findHidden(unit.repeat(64 * 1024), 'prose');
    findHidden(unit.repeat(64 * 1024), 'strict');
    expect(processorMs() - started).toBeLessThan(2000);
  }
});
