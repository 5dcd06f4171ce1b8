import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { literalText } from '../../../src/ir/text.ts';
import { judgeJqProgram } from '../../../src/map/primitives/jq/jq-program.ts';
import { readJqWords } from '../../../src/map/primitives/jq/jq-words.ts';
import { command, span } from '../command-words.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillc-jq-'));
  writeFileSync(join(folder, 'in.json'), '{"b":[1,"é"],"a":null}\n{"a":2}\n');
  writeFileSync(join(folder, 'stdin.json'), '{"a":"x\\ty"}\n');
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const stdin = openSync(join(folder, 'stdin.json'), 'r');
  const env = { PATH: process.env.PATH };
  const done = spawnSync('jq', args, { cwd: folder, stdio: [stdin, 'pipe', 'pipe'], encoding: 'utf8', env });
  closeSync(stdin);
  if (done.error !== undefined) throw new Error('jq does not run: apt-get install -y jq', { cause: done.error });
  return { status: done.status, stdout: done.stdout };
}

/** The same call written in one fixed order, from what was read. */
function rebuilt(args: readonly string[]): readonly string[] | undefined {
  const words = command(args).words;
  const read = readJqWords(
    words,
    words.map(() => span),
    span,
  );
  if (read.kind !== 'read') return undefined;
  const text = (value: (typeof words)[number]) =>
    value.map((piece) => (piece.kind === 'literal' ? piece.value : '')).join('');
  const { flags, indent, bindings, program, files, positional } = read.words;
  const option = {
    args: '--arg',
    argjson: '--argjson',
    slurpfile: '--slurpfile',
    rawfile: '--rawfile',
    argfile: '--argfile',
  };
  return [
    ...[...flags].map((flag) => `--${flag.replaceAll('_', '-')}`),
    ...(indent === undefined ? [] : ['--indent', String(indent)]),
    ...bindings.flatMap(({ param, name, value }) => [option[param], name, text(value)]),
    program === undefined ? '.' : text(program.text),
    ...files.map(text),
    ...positional.flatMap((item) => [item.json ? '--jsonargs' : '--args', text(item.text)]),
  ];
}

describe('options, against the real jq', () => {
  it.each([
    [['.']],
    [['-r', '.a']],
    [['.a', '-r']],
    [['-rc', '.', 'in.json']],
    [['-cS', '.', 'in.json']],
    [['-sc', '.', 'in.json', 'in.json']],
    [['in.json', '.']],
    [['-nc', '[inputs]', 'in.json']],
    [['-R', '.']],
    [['-Rs', '.']],
    [['-j', '.a']],
    [['-a', '.', 'in.json']],
    [['--tab', '.', 'in.json']],
    [['--indent', '1', '.', 'in.json']],
    [['-e', '.missing']],
    [['--arg', 'x', '-r', '$x']],
    [['$x', '--arg', 'x', '1', '--argjson', 'y', '{"k":1}']],
    [['--arg', 'x', '1', '--arg', 'x', '2', '$x']],
    [['-nc', '$ARGS', '--args', 'a', 'b', '--jsonargs', '1', '"c"']],
    [['-nc', '--args', '$ARGS.positional', 'a', '-r', 'b']],
    [['--rawfile', 'f', 'in.json', '$f']],
    [['--slurpfile', 'f', 'in.json', '$f']],
    [['--stream', '-c', '.', 'in.json']],
    [['--seq', '.']],
    [['-C', '.']],
    [['-MC', '.']],
    [['-5']],
  ])('%j', (args) => {
    const again = rebuilt(args);
    expect(again).toBeDefined();
    expect(run(again ?? [])).toEqual(run(args));
  });

  it.each([
    [['-rr', '.']],
    [['-z', '.']],
    [['--nope', '.']],
    [['--indent', '8', '.']],
    [['--arg', 'x']],
    [['-rL', '.']],
  ])('rejects %j as jq does', (args) => {
    expect(rebuilt(args)).toBeUndefined();
    expect(run(args).status).toBe(2);
  });
});

describe('the checker of programs, against the real jq', () => {
  const accepted = [
    '.',
    '..',
    '.a',
    '.a.b.c',
    '."a"',
    '."a"."b"',
    '.["a"]',
    '.a["b"].c',
    '.[]',
    '.[]?',
    '.a?',
    '.a[]?.b',
    '.[1:2]',
    '.[:2]',
    '.[1:]',
    '.[-1:]',
    '.a[1:2][0]',
    '1',
    '1.5e3',
    '.5',
    '"x"',
    '"a\\tb\\u0041"',
    '"\\(1 + 2) \\("n\\(3)")"',
    '@base64',
    '@base64 "x\\(.)"',
    '[]',
    '[1, 2]',
    '{}',
    '{a: 1}',
    '{a, "b": 2, (1|tostring): 3}',
    '{"a b"}',
    '{a: 1 | 2}',
    '{a: -1}',
    '. as $x | {$x}',
    '1 + 2 * 3 - 4 / 5 % 6',
    '1 == 1',
    '1 != 2 and 3 < 4 or true',
    '.a // "d"',
    '.a // .b // null',
    '.a = 1',
    '.a |= . + 1',
    '.a += 1 | .b //= 2',
    '-1',
    '-(1)',
    '. | . , .',
    'if . then 1 else 2 end',
    'if . then 1 elif 2 then 3 else 4 end',
    'try error("x") catch .',
    'try error',
    'error?',
    'reduce .[] as $x (0; . + $x)',
    'foreach .[] as $x (0; . + $x)',
    'foreach .[] as $x (0; . + $x; [$x, .])',
    'label $f | 1, break $f',
    '. as [$a, {b: $c}] | $a',
    '. as {a: $x, $y, "k": [$z], ("e"): $w} | $x',
    '.[] as [$a] ?// $a | $a',
    'def f: 1; f',
    'def f(x; $y): x + $y; f(1; 2)',
    'def f: def g: 2; g; f',
    '1 as $x | 2 as $y | [$x, $y]',
    '1 + (2 as $x | $x)',
    'map(select(.a > 1)) | sort_by(.b)',
    'to_entries[] | "\\(.key)=\\(.value)"',
    '# only a comment\n.',
    '.and',
    '.a.if',
    '"\\"" + "b"',
    '$__loc__',
    'input_filename',
    'getpath(["a"])',
    '[limit(3; range(10))]',
    'def f: .; # c\n def g: f; g',
    '{a: {b: [1, {c: 2}]}}',
    '.a as $x | .b as $y | $x',
    'path(..)',
    '[.[] | {a, b}]',
    '.a.b |= (.c // empty)',
  ];
  const rejected = [
    '.a |',
    '| .a',
    '.[',
    '.]',
    '{',
    '}',
    '(',
    ')',
    '"a',
    "'a'",
    '.a b',
    '. . .',
    '1 == 1 == 1',
    '.a = 1 = 2',
    '{a:}',
    '{(1)}',
    '{1+2: 3}',
    'if 1',
    'if 1 then 2',
    'reduce . as $x (1)',
    'reduce . ($x)',
    'foreach . as $x (1)',
    'def f 1; f',
    'def f: 1',
    '. as x | 1',
    '. as [] | 1',
    '. as {} | 1',
    '"\\v"',
    '"\\u12"',
    '%',
    '.a &',
    '. as $x',
    'try',
    'label x | 1',
    '[1,]',
    '1 +',
    'and',
    '@',
    '.[1:2:3]',
    '{a b}',
    'f(',
    'f()',
    'f(1,)',
    '"\\(1"',
    '"\\()"',
    '.a; .b',
    '}{',
    '(]',
    '~',
    '`x`',
  ];
  const compiles = (program: string) => run([program, '/dev/null']).status !== 3;

  it.each(accepted)('accepts %j', (program) => {
    expect({ ours: judgeJqProgram(literalText(program)).kind, jq: compiles(program) }).toEqual({
      ours: 'fine',
      jq: true,
    });
  });

  it.each(rejected)('rejects %j', (program) => {
    expect({ ours: judgeJqProgram(literalText(program)).kind, jq: compiles(program) }).toEqual({
      ours: 'syntax',
      jq: false,
    });
  });

  it('answers on deep and long programs', () => {
    expect(judgeJqProgram(literalText('['.repeat(50_000))).kind).toBe('syntax');
    expect(judgeJqProgram(literalText(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).kind).toBe('syntax');
    expect(judgeJqProgram(literalText(`${'.a|'.repeat(50)}.`)).kind).toBe('fine');
  });
});
