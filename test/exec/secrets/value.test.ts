import { format, inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isSecretName, SecretValue } from '../../../src/exec/secrets/value.ts';
import { secret } from './made.ts';

describe('a value', () => {
  test('shows itself only when asked to', () => {
    const value = secret('correct-horse');
    const shown = [
      `${value}`,
      JSON.stringify({ value }),
      inspect(value, { showHidden: true, depth: 9 }),
      format('%s %o %j', value, value, value),
      JSON.stringify(structuredClone({ value })),
      JSON.stringify(Object.entries(value)),
      new Error('no', { cause: value }).toString(),
      inspect(new Error('no', { cause: value })).replace(/\n.*/gs, ''),
    ];
    expect(shown.join('\n')).not.toContain('horse');
    expect(value.reveal()).toBe('correct-horse');
  });

  test.each([
    ['empty', '', 'secret/empty'],
    ['a line feed', 'correct\nhorse', 'secret/line-break'],
    ['a carriage return', 'correct\rhorse', 'secret/line-break'],
    ['NUL', 'correct\0horse', 'secret/line-break'],
    ['half a surrogate pair', 'correct\ud800horse', 'secret/not-text'],
    ['bytes that are not UTF-8', Uint8Array.of(0x61, 0xff, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61), 'secret/not-text'],
    ['seven bytes', '1234567', 'secret/too-short'],
    ['a whole file', 'x'.repeat(16_385), 'secret/too-long'],
  ])('%s is refused, without the value', (_, input, code) => {
    const made = SecretValue.of(input);
    expect(made).toMatchObject({ kind: 'refused', code });
    expect(JSON.stringify(made)).not.toMatch(/horse|1234567|xxxx/);
  });

  test('twins: eight bytes, fewer by permission, bytes', () => {
    expect(SecretValue.of('12345678')).toMatchObject({ kind: 'value' });
    expect(SecretValue.of('1234', { allowShort: true })).toMatchObject({ kind: 'value' });
    expect(SecretValue.of(Buffer.from('gr\u00fc\u00dfe1'))).toMatchObject({ kind: 'value' });
  });

  test('names are those of variables', () => {
    expect(['A', 'moltbook_api_key', '_X9'].filter(isSecretName)).toEqual(['A', 'moltbook_api_key', '_X9']);
    expect(['', '9A', 'A-B', 'A}B', 'A\n', 'Ä', 'x'.repeat(129)].filter(isSecretName)).toEqual([]);
  });
});
