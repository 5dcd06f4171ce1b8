import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type PrintArguments, println } from '../../../src/exec/providers/io/println.ts';
import { contextWith, readable } from '../provider-context.ts';

const run = async (args: PrintArguments) => readable(await println.run(args, contextWith()));

test('text with and without a line end', async () => {
  expect(await run({ text: 'é' })).toEqual({ status: 'done', stdout: 'é\n', exitCode: 0 });
  expect(await run({ text: 'a\\n', newline: false })).toEqual({ status: 'done', stdout: 'a\\n', exitCode: 0 });
});

const bash = (script: string, args: readonly string[]) => {
  const { stdout, status } = spawnSync('bash', ['-c', script, 'bash', ...args], { env: { LC_ALL: 'C.UTF-8' } });
  return { stdout: stdout.toString('latin1'), failed: status !== 0 };
};

const own = async (args: PrintArguments) => {
  const { stdout, status } = await println.run(args, contextWith());
  return { stdout: Buffer.from(stdout).toString('latin1'), failed: status === 'failed' };
};

describe('as bash does it', () => {
  test.each([
    'plain',
    'a\\tb\\n',
    '\\a\\b\\e\\E\\f\\r\\v\\\\',
    'x\\cy',
    '\\0101\\101\\0\\08',
    '\\x41\\x4g\\xzz',
    '\\u00e9\\U0001F600\\u41g',
    '\\q\\"',
    'end\\',
    '\\0777',
    '',
  ])('echo -e %j', async (text) => {
    expect(await own({ text, escapes: true })).toEqual(bash('echo -e "$1"', [text]));
  });

  const formats: readonly (readonly [string, ...string[]])[] = [
    ['%s\\n', 'a', 'b'],
    ['%s-%s\\n', 'a', 'b', 'c'],
    ['no args\\n'],
    ['no directive\\n', 'x', 'y'],
    ['%%|%5s|%-5s|%.2s|\\n', 'ab', 'cd', 'efg'],
    ['%d %i %5d %-5d| %05d %+d % d\\n', '1', '-2', '3', '4', '5', '6', '7'],
    ['%x %X %#x %o %#o %u\\n', '255', '255', '255', '8', '8', '-1'],
    ['%d %d %d\\n', '0x1f', '010', '-0x10'],
    ['%d %d\\n', "'A", '"é'],
    ['%f %.2f %8.3f %-8.1f| %08.2f %+.1f\\n', '1', '2.675', '3.14159', '2.25', '-1.5', '0.05'],
    ['%.0f %.0f %.0f %.1f\\n', '0.5', '1.5', '2.5', '0.25'],
    ['%f %.3f %.10f\\n', '1e3', '1.0005', '0.1'],
    ['%c%c\\n', 'abc', 'x'],
    ['%b|', 'a\\tb', '\\0101\\101', '\\q'],
    ['%b and more', 'x\\cy', 'z'],
    ['%*d|%-*s|%.*f\\n', '5', '1', '4', 'a', '2', '1.239'],
    ['\\x41\\101\\0\\"\\n'],
    ['%s', ''],
    ['%d\\n'],
    ['%d\\n', ''],
    ['%d\\n', 'abc'],
    ['%d\\n', '12abc'],
    ['%d\\n', '99999999999999999999'],
    ['%%|%-3c|\\n', 'x'],
    ['%.5d %.0d|%+.3d\\n', '42', '0', '7'],
    ['{"a":"%s"}\\n', 'v"w'],
    ['%s\\n', '-n', '%s', '\\n'],
  ];
  test.each(formats.map(([format, ...args]) => [format, args] as const))('printf %j %j', async (format, args) => {
    expect(await own({ format, args, newline: false })).toEqual(bash('printf -- "$@"', [format, ...args]));
  });
});

test.each(['%e', '%g', '%a', '%q', '%n', '%(%Y)T', "%'d", '%', '%99999d', '%5%', '%z'])(
  '%s is refused',
  async (format) => {
    expect(await run({ format, args: ['1'] })).toMatchObject({ status: 'failed', code: 'io/format-unsupported' });
    expect(await run({ format: '%s', args: ['1'] })).toEqual({ status: 'done', stdout: '1', exitCode: 0 });
  },
);
