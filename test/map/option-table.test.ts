import { describe, expect, it } from 'vitest';
import type { Span } from '../../src/ir/span.ts';
import { literalText, showText, type Text } from '../../src/ir/text.ts';
import { gnuRules, type OptionRow, type ReadingRules, readOptions } from '../../src/map/option-table.ts';

const span: Span = { source: 'line', start: 0, end: 0 };
const hole: Text = [{ kind: 'variable', name: 'X', span }];

const rows: readonly OptionRow[] = [
  { names: ['-a', '--all'], value: 'none' },
  { names: ['-n', '--number'], value: 'required' },
  { names: ['-c', '--color'], value: 'optional' },
  { names: ['--compress'], value: 'none' },
];

function read(words: readonly (string | Text)[], rules: ReadingRules = gnuRules): unknown {
  const texts = words.map((word) => (typeof word === 'string' ? literalText(word) : word));
  const result = readOptions(
    texts,
    texts.map(() => span),
    rows,
    rules,
  );
  if (result.kind === 'bad') return `${result.problem} ${result.written}`;
  return result.items.map((item) =>
    item.kind === 'operand'
      ? showText(item.text)
      : [item.row.names[0], ...(item.value === undefined ? [] : [showText(item.value)])],
  );
}

describe('readOptions', () => {
  it.each([
    [['-an5'], [['-a'], ['-n', '5']]],
    [
      ['-n', '5', 'x'],
      [['-n', '5'], 'x'],
    ],
    [['-n', '-a'], [['-n', '-a']]],
    [
      ['--number=5', '--number', '6'],
      [
        ['-n', '5'],
        ['-n', '6'],
      ],
    ],
    [
      ['-c', 'x', '-cred'],
      [['-c'], 'x', ['-c', 'red']],
    ],
    [
      ['--color=red', '--color', 'x'],
      [['-c', 'red'], ['-c'], 'x'],
    ],
    [
      ['x', '-a', '--', '-n'],
      ['x', ['-a'], '-n'],
    ],
    [['-'], ['-']],
    [['--num=1'], [['-n', '1']]],
  ])('%j', (words, expected) => {
    expect(read(words)).toEqual(expected);
  });

  it.each([
    [['-z'], 'unknown -z'],
    [['-az'], 'unknown -z'],
    [['--co'], 'ambiguous --co'],
    [['-n'], 'missing-value -n'],
    [['--number'], 'missing-value --number'],
    [['--all=1'], 'unwanted-value --all'],
  ])('%j is %s', (words, expected) => {
    expect(read(words)).toBe(expected);
  });

  it('takes a hole as a value and as an operand, never as a name', () => {
    const dashed = [...literalText('-'), ...hole];
    expect(read([[...literalText('-n'), ...hole]])).toEqual([['-n', '${X}']]);
    expect(read([[...literalText('--number='), ...hole], hole])).toEqual([['-n', '${X}'], '${X}']);
    expect(read([dashed])).toBe('open -');
    expect(read([[...literalText('-a'), ...hole]])).toBe('open -a');
    expect(read([[...literalText('--nu'), ...hole, ...literalText('=1')]])).toBe('open --nu');
  });

  it('stops at the first operand where the program does', () => {
    expect(read(['-a', 'cmd', '-z'], { operands: 'first-stops', abbreviations: false })).toEqual([['-a'], 'cmd', '-z']);
    expect(read(['cmd', '-z'])).toBe('unknown -z');
  });

  it('reads a word of digits where the program does', () => {
    expect(read(['-15', 'x'], { ...gnuRules, digits: '-n' })).toEqual([['-n', '15'], 'x']);
    expect(read(['-15'])).toBe('unknown -1');
  });
});
