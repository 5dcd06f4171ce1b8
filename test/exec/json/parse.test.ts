import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { jsonParse, type ParseArguments } from '../../../src/exec/providers/json/parse.ts';
import { contextWith, readable } from '../provider-context.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-parse-')));
writeFileSync(join(folder, 'in.json'), '{"b":1,"a":[]}');
writeFileSync(join(folder, 'private.json'), '{}');
const host = {
  grants: { workspace: folder, read: ['in.json'], write: ['out.json'], forbidden: [] },
  maxBytes: 100_000,
  stagingName: () => '.staged',
  random: (bytes: number) => new Uint8Array(bytes),
};
const run = async (args: ParseArguments, input: string | Uint8Array = '') =>
  readable(await jsonParse(host).run(args, contextWith(input)));
afterAll(() => rmSync(folder, { recursive: true }));

const inputs: readonly string[] = [
  '{"b":{"y":2,"x":1},"a":[3,1,2],"n":null,"t":true,"f":false}',
  '[]',
  '{}',
  '[[],{},[[]]]',
  '"é 日本 😀 \\u00e9 \\ud83d\\ude00 \\/ \\b\\f\\n\\r\\t \u007f"',
  '[0,-0,-0.0,0.0,1.0,1.5,-2.25,1e3,1E400,-1e400,1e16,1e15,123456789012345680.0]',
  '[0.0001,0.00001,1.5e-7,1e-10,5e-324,1.7976931348623157e308,0.1,100.0,1e22,12345.678e-3]',
  '[123456789012345678901234567890,-98765432109876543210]',
  '[NaN,Infinity,-Infinity]',
  '{"a":1,"b":2,"a":3}',
  '{"é":1,"z":2,"😀":3,"\uffff":4,"A":5}',
  '  [1 , 2]\n\n',
  '{"__proto__":{"x":1},"constructor":2}',
  '1',
  '"s"',
];

const broken: readonly string[] = [
  '',
  ' ',
  '{',
  '[1,]',
  '[1 2]',
  '{"a" 1}',
  '{"a":}',
  '{a:1}',
  '{"a":1,}',
  "['a']",
  '"abc',
  '"a\nb"',
  '"\\x"',
  '"\\u12g4"',
  '01',
  '1.',
  '-',
  '+1',
  'nul',
  '1 2',
  '{"a":1}}',
  '\n\n  {"é": tru}',
  '[1\r\n,,2]',
  '\ufeff1',
];

const options: readonly (readonly [ParseArguments, readonly string[]])[] = [
  [{}, []],
  [{ sort_keys: true }, ['--sort-keys']],
  [{ keep_unicode: true }, ['--no-ensure-ascii']],
  [{ indent: 2 }, ['--indent', '2']],
  [{ indent: 0 }, ['--indent', '0']],
  [{ tab: true, sort_keys: true }, ['--tab', '--sort-keys']],
  [{ single_line: true }, ['--no-indent']],
  [{ compact: true, keep_unicode: true }, ['--compact', '--no-ensure-ascii']],
];

const python = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))']);
const lines = '{"a":1}\n[2]\r\n"x"';

/** One Python answers all, since each start takes long. */
function realAnswers(cases: readonly (readonly [readonly string[], string])[]): readonly unknown[] {
  const script = `
import sys, json, io, runpy
class Kept(io.BytesIO):
    def close(self): pass
out = []
for words, text in json.load(sys.stdin):
    real = sys.stdin, sys.stdout, sys.argv
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode('utf-8')), encoding='utf-8')
    kept = Kept()
    sys.stdout = io.TextIOWrapper(kept, encoding='utf-8')
    sys.argv = ['json.tool'] + words
    said, held = '', sys.stdout
    try:
        runpy.run_module('json.tool', run_name='__main__')
    except SystemExit as error:
        said = str(error)
    if not held.closed: held.flush()
    printed = kept.getvalue().decode('utf-8')
    sys.stdin, sys.stdout, sys.argv = real
    out.append([printed, said])
print(json.dumps(out))`;
  const { stdout, stderr } = spawnSync('python3', ['-W', 'ignore', '-c', script], { input: JSON.stringify(cases) });
  if (stdout.length === 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

if (!python.stdout?.toString().includes('True'))
  throw new Error('Python 3.9 or newer is missing; install it with: sh scripts/setup-system.sh');

describe('as python3 -m json.tool', () => {
  test('prints and complains the same', async () => {
    const cases = [
      ...options.flatMap(([args, words]) => inputs.map((input) => [args, words, input] as const)),
      ...broken.map((input) => [{}, [], input] as const),
      ...[lines, `${lines}\n`, '1\n\n2', '1\n{\n2'].map(
        (input) => [{ lines: true, compact: true }, ['--json-lines', '--compact'], input] as const,
      ),
    ];
    const theirs = realAnswers(cases.map(([, words, input]) => [words, input]));
    for (const [index, [args, , input]] of cases.entries()) {
      const { stdout, stderr = '' } = await run(args, input);
      expect([args, input, stdout, stderr.trimEnd()]).toEqual([args, input, ...(theirs[index] as string[])]);
    }
    expect(cases.length).toBeGreaterThan(140);
  });
});

test('recorded: the plain form', async () => {
  expect(await run({}, '{"a":[1,{"b":null}]}')).toEqual({
    status: 'done',
    stdout: '{\n    "a": [\n        1,\n        {\n            "b": null\n        }\n    ]\n}\n',
    exitCode: 0,
  });
  expect(await run({}, '[1,')).toEqual({
    status: 'failed',
    stdout: '',
    stderr: 'Expecting value: line 1 column 4 (char 3)\n',
    exitCode: 1,
    code: 'json/error',
    message: 'Expecting value: line 1 column 4 (char 3)',
  });
});

test('files only within the grants', async () => {
  expect(await run({ file: 'in.json', compact: true })).toMatchObject({ stdout: '{"b":1,"a":[]}\n' });
  expect(await run({ stdin_file: 'in.json', compact: true })).toMatchObject({ stdout: '{"b":1,"a":[]}\n' });
  expect(await run({ file: 'private.json' })).toMatchObject({ code: 'io/outside-grant', stdout: '' });
  expect(await run({ file: 'in.json', output_file: 'private.json' })).toMatchObject({ code: 'io/outside-grant' });
  expect(await run({ file: 'in.json', output_file: 'out.json', single_line: true })).toEqual({
    status: 'done',
    stdout: '',
    exitCode: 0,
    facts: { written: [{ path: join(folder, 'out.json'), bytes: 18, how: 'created' }] },
  });
  expect(await run({ output_file: 'out.json' }, '[')).toMatchObject({ status: 'failed', stdout: '' });
  expect(readFileSync(join(folder, 'out.json'), 'utf8')).toBe('{"b": 1, "a": []}\n');
});

test('a given text is the input', async () => {
  expect(await run({ stdin: '[1]', compact: true }, 'not this')).toMatchObject({ stdout: '[1]\n' });
});

test.each<readonly [string, ParseArguments, string | Uint8Array]>([
  ['json/error', {}, Uint8Array.of(0x22, 0xff, 0x22)],
  ['json/error', {}, `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['json/error', {}, '9'.repeat(5000)],
  ['json/error', { keep_unicode: true }, '"\\ud800"'],
  ['json/arguments', { tab: true, compact: true }, '1'],
  ['limit/bytes', {}, ' '.repeat(100_001)],
])('%s', async (code, args, input) => {
  expect(await run(args, input)).toMatchObject({ status: 'failed', stdout: '', code });
  expect(await run({}, `${'['.repeat(900)}${']'.repeat(900)}`)).toMatchObject({ status: 'done' });
});
