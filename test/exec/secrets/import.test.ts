import { describe, expect, test } from 'vitest';
import { readCcosToml } from '../../../src/exec/secrets/import/ccos-toml.ts';
import { readDotenv } from '../../../src/exec/secrets/import/dotenv.ts';
import type { FoundSecrets } from '../../../src/exec/secrets/import/found-secrets.ts';

function shown({ secrets, problems }: FoundSecrets): unknown {
  return { secrets: secrets.map(({ name, value, line }) => [line, name, value.reveal()]), problems };
}

describe('dotenv', () => {
  test('what all readers agree on', () => {
    const text = [
      '# comment',
      '',
      'PLAIN=sk_live_123',
      'export SINGLE=\'with $dollar # and "quotes"\'',
      '  DOUBLE = "with \\"quotes\\", \\\\ and \\$" # comment',
      'COMMENTED=abcdefgh   # comment',
    ].join('\r\n');
    expect(shown(readDotenv(text))).toEqual({
      secrets: [
        [3, 'PLAIN', 'sk_live_123'],
        [4, 'SINGLE', 'with $dollar # and "quotes"'],
        [5, 'DOUBLE', 'with "quotes", \\ and $'],
        [6, 'COMMENTED', 'abcdefgh'],
      ],
      problems: [],
    });
  });

  test('the rest is a problem at its line, without the value', () => {
    const text = [
      'no pair hunter2hunter2',
      'A="$HOME/hunter2hunter2"',
      'B="hunter2hunter2',
      "C='hunter2hunter2",
      'D=hunter2 hunter2',
      'E=hunter2#hunter2',
      'F="line\\nhunter2hunter2"',
      'G=short',
      'H=hunter2hunter2',
      'H=hunter2hunter3',
      'I=`hunter2hunter2`',
    ].join('\n');
    const found = readDotenv(text);
    expect(found.problems.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 11]);
    expect(found.secrets).toEqual([]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  test('a short value by permission', () => {
    expect(shown(readDotenv('PIN=4711', { allowShort: true }))).toEqual({
      secrets: [[1, 'PIN', '4711']],
      problems: [],
    });
  });
});

describe('.ccos/secrets.toml', () => {
  test('strings in tables', () => {
    const text = [
      '[secrets] # table',
      'MOLTBOOK_API_KEY = "mb_\\u0041\\"bcdefg"',
      "literal_key = 'C:\\path#1'",
      '"quoted" = "abcdefgh" # comment',
    ].join('\n');
    expect(shown(readCcosToml(text))).toEqual({
      secrets: [
        [2, 'MOLTBOOK_API_KEY', 'mb_A"bcdefg'],
        [3, 'literal_key', 'C:\\path#1'],
        [4, 'quoted', 'abcdefgh'],
      ],
      problems: [],
    });
  });

  test.each([
    ['a number', 'A = 12345678'],
    ['a long string', 'A = """hunter2hunter2"""'],
    ['a long literal', "A = '''hunter2hunter2'''"],
    ['a dotted key', 'a.b = "hunter2hunter2"'],
    ['an inline table', 'A = { b = "hunter2hunter2" }'],
    ['a list', 'A = ["hunter2hunter2"]'],
    ['a list of tables', '[[hunter2hunter2]]'],
    ['an unknown escape', 'A = "hunter2\\qhunter2"'],
    ['a line break in the value', 'A = "hunter2\\nhunter2"'],
    ['half a surrogate pair', 'A = "hunter2\\ud800hunter2"'],
    ['something behind it', 'A = "hunter2hunter2" "x"'],
    ['a name with a dash', 'a-b = "hunter2hunter2"'],
  ])('%s is a problem at its line', (_, line) => {
    const found = readCcosToml(`\n${line}\n`);
    expect({ ...found, problems: found.problems.map((problem) => problem.line) }).toEqual({
      secrets: [],
      problems: [2],
    });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  test('the same key in two tables is not guessed', () => {
    expect(shown(readCcosToml('[a]\nKEY = "hunter2hunter2"\n[b]\nKEY = "hunter3hunter3"\nB = "abcdefgh"'))).toEqual({
      secrets: [[5, 'B', 'abcdefgh']],
      problems: [{ line: 4, message: '`KEY` was given in line 2 already; neither is taken' }],
    });
  });
});
