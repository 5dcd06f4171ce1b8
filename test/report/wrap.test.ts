import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../src/report/columns.ts';
import { wrapText } from '../../src/report/wrap.ts';

describe('wrapText', () => {
  it('cuts between words, and a word that no line holds', () => {
    expect(wrapText('sends GET https://a.example/x and more', 16)).toEqual([
      'sends GET',
      'https://a.exampl',
      'e/x and more',
    ]);
    expect(wrapText('short', 16)).toEqual(['short']);
    expect(wrapText('天気天気', 4)).toEqual(['天気', '天気']);
  });

  it('loses nothing but blanks, and no line is wider', () => {
    const words = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 60 }), (list, width) => {
        const text = list.join(' ');
        const lines = wrapText(text, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        expect(lines.every((line) => columnsOf(line) <= width || line.includes('  '))).toBe(true);
      }),
    );
  });
});
