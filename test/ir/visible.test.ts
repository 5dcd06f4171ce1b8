import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasHidden, replaceHidden, visible, visibleLines } from '../../src/ir/visible.ts';

describe('visible', () => {
  test.each([
    ['a bidi override', 'a\u202Eb', 'a\\u{202E}b'],
    ['a tag character', 'a\u{E0041}', 'a\\u{E0041}'],
    ['zero width', 'a\u200Bb\u200Dc\uFEFF', 'a\\u{200B}b\\u{200D}c\\u{FEFF}'],
    ['escape sequences', '\u001B[2J\u0007', '\\u{1B}[2J\\u{7}'],
    ['line ends', 'a\r\nb', 'a\\u{D}\\u{A}b'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a space that is none', 'a\u00A0b\u3000c', 'a\\u{A0}b\\u{3000}c'],
    ['a filler', '\u3164\u2800', '\\u{3164}\\u{2800}'],
    ['a lone surrogate', 'a\uD800b', 'a\\u{D800}b'],
    ['a variation selector after a letter', 'a\uFE0F', 'a\\u{FE0F}'],
    ['a written escape', 'a\\u{202E}b', 'a\\u{5C}u{202E}b'],
  ])('shows %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(hasHidden(shown)).toBe(false);
  });

  test.each(['plain text', 'naïve Ünïcode 漢字 عربي', '⚠️ 👩‍💻 👍🏽 1 < 2', 'C:\\users'])(
    'leaves `%s` alone',
    (text) => {
      expect(visible(text)).toBe(text);
    },
  );

  test('no two texts look the same', () => {
    const back = (shown: string) =>
      shown.replace(/\\u\{([0-9A-F]+)\}/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
    const hostile = fc.array(fc.constantFrom('\\', 'u{', '202E}', '\u202E', '5C}', '⚠', '\uFE0F'));
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      hostile.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(back(visible(text))).toBe(text);
      }),
    );
  });

  test('what is written for a hidden character is up to the caller', () => {
    expect(replaceHidden('a\u202Eb', (code) => `<${code}>`)).toBe('a<8238>b');
  });

  test('visibleLines keeps the lines', () => {
    expect(visibleLines('a\tb\r\nc\u0000\n')).toBe('a  b\nc\\u{0}\n');
  });
});
