import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/ir/diagnostic.ts';
import { positionAt } from '../../src/ir/span.ts';
import { codeFrame } from '../../src/report/code-frame.ts';
import { columnsOf } from '../../src/report/columns.ts';
import { diagnosticText } from '../../src/report/diagnostic-text.ts';
import { indexLines, lineAt, positionIn, sourcesOf, sourcesOfText } from '../../src/report/line-index.ts';
import { colours, noColours } from '../../src/report/paint.ts';

const span = (text: string, part: string) => {
  const start = text.indexOf(part);
  return { source: 'SKILL.md', start, end: start + part.length };
};

const frame = (text: string, part: string) => codeFrame(indexLines(text), span(text, part), noColours).join('\n');

describe('code frame', () => {
  test('carets stand beneath the marked part', () => {
    expect(frame('a\ncurl --requst POST\n', '--requst')).toBe(
      ['  |', '2 | curl --requst POST', '  |      ^^^^^^^^'].join('\n'),
    );
  });

  test('tabs, wide and hidden characters keep their columns', () => {
    expect(frame('\t漢字 \u202E--bad x', '--bad')).toBe(
      ['  |', '1 |   漢字 \\u{202E}--bad x', '  |                ^^^^^'].join('\n'),
    );
  });

  test('a part of several lines is marked to the end of its first', () => {
    expect(frame('for x\ndo y\ndone\n', 'for x\ndo y\ndone')).toBe(
      ['  |', '1 | for x', '  | ^^^^^ … to line 3'].join('\n'),
    );
  });

  test('an empty part has one caret, also at the end of the text', () => {
    expect(codeFrame(indexLines('abc'), { source: '', start: 3, end: 3 }, noColours)).toEqual([
      '  |',
      '1 | abc',
      '  |    ^',
    ]);
    expect(codeFrame(indexLines(''), { source: '', start: 9, end: 12 }, noColours)).toEqual(['  |', '1 |', '  | ^']);
  });

  test('a long line is cut around the mark', () => {
    const [, line = '', carets = ''] = codeFrame(
      indexLines(`${'x'.repeat(5_000)}BAD${'y'.repeat(5_000)}`),
      { source: '', start: 5_000, end: 5_003 },
      noColours,
    );
    expect(line.length).toBeLessThan(150);
    expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('BAD');
  });

  test('any text and any span give three lines without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), fc.nat(40), (text, start, length) => {
        const lines = codeFrame(indexLines(text), { source: '', start, end: start + length }, noColours);
        expect(lines.length).toBe(3);
        expect(lines.join('')).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
      }),
    );
  });
});

describe('diagnostic text', () => {
  const text = 'curl --requst POST\n';
  const finding = diagnose(
    'map/unknown-option',
    '`--requst` is not an option',
    span(text, '--requst'),
    'did you mean `--request`?',
  );
  const show = (paint = noColours) =>
    diagnosticText(finding, sourcesOfText('SKILL.md', text), (source) => `skills/${source}`, paint);

  test('names code, place, line and the way out', () => {
    expect(show()).toBe(
      [
        'warning[map/unknown-option]: `--requst` is not an option',
        ' --> skills/SKILL.md:1:6',
        '  |',
        '1 | curl --requst POST',
        '  |      ^^^^^^^^',
        '  = help: did you mean `--request`?',
      ].join('\n'),
    );
  });

  test('colours change nothing else', () => {
    // biome-ignore lint/complexity/useRegexLiterals: the escape character is clearer so
    expect(show(colours).replace(new RegExp('\\u001B\\[\\d+m', 'g'), '')).toBe(show());
    expect(show(colours)).not.toBe(show());
  });

  test('a finding without a place is its message', () => {
    const bare = diagnosticText(
      diagnose('source/missing', 'there is no `a\u001B[2J`'),
      () => undefined,
      String,
      noColours,
    );
    expect(bare).toBe('error[source/missing]: there is no `a\\u{1B}[2J`\n  = help: check the path');
  });
});

describe('line index', () => {
  test('agrees with positionAt', () => {
    const texts = fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', '漢')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.nat(30), (text, offset) => {
        expect(positionIn(indexLines(text), offset)).toEqual(positionAt(text, offset));
      }),
    );
  });

  test('credentials are blotted without moving anything', () => {
    const text = 'curl -u me:hunter2x https://a.example\nhunter2x\n';
    const bytes = Buffer.from(text);
    const file = { path: 'SKILL.md', bytes, digest: '', executable: false };
    const bundle = { uri: '.', entry: 'SKILL.md', digest: '', files: new Map([['SKILL.md', file]]) };
    const near = { source: 'SKILL.md', start: 0, end: 20 };
    const concealed = sourcesOf(bundle, [
      { written: 'hunter2x', name: 'PASSWORD', span: near },
      { written: 'me', name: 'SHORT', span: near },
    ])('SKILL.md');
    expect(concealed?.text).toBe('curl -u ••:•••••••• https://a.example\n••••••••\n');
    expect(sourcesOf(bundle)('SKILL.md')?.text).toBe(text);
    expect(sourcesOf(bundle)('other.md')).toBeUndefined();
  });

  test('lines have no end', () => {
    const index = indexLines('a\r\nb\rc\n');
    expect([1, 2, 3, 4, 5].map((line) => lineAt(index, line))).toEqual(['a', 'b', 'c', '', '']);
  });
});

test('columns', () => {
  expect(['abc', '漢字', 'e\u0301', '👩‍💻', '⚠️', ''].map(columnsOf)).toEqual([3, 4, 1, 2, 2, 0]);
});
