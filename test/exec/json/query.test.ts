import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type JqWorkers, jqWorkers, jsonQuery } from '../../../src/exec/providers/json/query.ts';
import type { QueryArguments } from '../../../src/exec/providers/json/query-arguments.ts';
import { contextWith, readable } from '../provider-context.ts';

const workers = jqWorkers(1);
const folder = mkdtempSync(join(tmpdir(), 'skillc-query-'));
mkdirSync(join(folder, 'in'));
writeFileSync(join(folder, 'in', 'a.json'), '{"a":1}');
writeFileSync(join(folder, 'secret.json'), '{"key":"s"}');
const grants = { workspace: folder, read: ['in'], write: [], forbidden: [] };
const over = (use: JqWorkers, maxOutput = 100_000) => jsonQuery({ workers: use, grants, maxInput: 100_000, maxOutput });
const provider = over(workers);
const run = async (args: QueryArguments, input = 'null', cap?: number) =>
  readable(
    await provider.run(
      args,
      contextWith(input, cap === undefined ? {} : { cap: { network_bytes: 0, wall_clock_ms: cap, cpu_ms: cap } }),
    ),
  );
const one = { status: 'done', stdout: '1\n', exitCode: 0 };

afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true });
});

describe('what a filter cannot reach', () => {
  test('the environment is empty', async () => {
    expect(await run({ filter: '[env, $ENV, env.PATH, $ENV.HOME]', compact_output: true })).toEqual({
      status: 'done',
      stdout: '[{},{},null,null]\n',
      exitCode: 0,
    });
  });

  test.each(['import "a" as a; 1', ' # note\n include "a"; 1', 'module {}; 1'])('modules: %s', async (filter) => {
    expect(await run({ filter })).toEqual({
      status: 'failed',
      stdout: '',
      code: 'jq/module',
      message: 'the filter loads a module',
      remedy: 'write the definitions into the filter',
    });
    expect(await run({ filter: `"${'import'}" | 1` })).toEqual(one);
  });

  test('a file outside of the grant', async () => {
    expect(await run({ filter: '.key', files: ['secret.json'] })).toEqual({
      status: 'failed',
      stdout: '',
      code: 'io/outside-grant',
      message: '`secret.json` is outside of what may be read',
      remedy: 'approve a call whose effects name this path',
    });
    expect(await run({ filter: '.a', files: ['in/a.json'] })).toEqual(one);
  });

  test('a file of the host that is not handed in', async () => {
    expect(await run({ filter: '$__prog_args' })).toMatchObject({ exitCode: 3 });
    expect(await run({ filter: 'get_search_list | length' })).toMatchObject({ exitCode: 0 });
    expect((await run({ filter: 'input_filename' })).stdout).toBe('"<stdin>"\n');
  });

  test.each<readonly [string, QueryArguments]>([
    ['argfile', { filter: '.', argfile: { a: 'in/a.json' } }],
    ['made_up', { filter: '.', made_up: true }],
  ])('an option without a meaning here: %s', async (name, args) => {
    expect(await run(args)).toMatchObject({ code: 'jq/unsupported', message: `\`${name}\` is not supported` });
  });
});

describe('values stay values', () => {
  const words = ['-n', '--', '--arg', '-f', '$(id)', "'", ''];

  test('positional', async () => {
    const args = { filter: '$ARGS.positional', null_input: true, compact_output: true };
    expect((await run({ ...args, positional: words })).stdout).toBe(`${JSON.stringify(words)}\n`);
    expect((await run({ ...args, positional_json: ['-1', '2'] })).stdout).toBe('[-1,2]\n');
  });

  test('named', async () => {
    for (const word of words) {
      expect((await run({ filter: '$v', args: { v: word } })).stdout).toBe(`${JSON.stringify(word)}\n`);
    }
  });

  test('mixed, where a dash cannot be told from an option', async () => {
    const args = { filter: '$ARGS.positional', compact_output: true };
    expect(await run({ ...args, positional_mixed: [{ string: '-n' }, { json: '1' }] })).toMatchObject({
      code: 'jq/unsupported',
    });
    expect((await run({ ...args, positional_mixed: [{ json: '-1' }, { string: 'x' }] })).stdout).toBe('[-1,"x"]\n');
  });
});

describe('limits', () => {
  test('an endless filter ends at the deadline and the next call works', async () => {
    expect(await run({ filter: 'last(repeat(1))' }, 'null', 300)).toEqual({
      status: 'failed',
      stdout: '',
      code: 'limit/time',
      message: 'jq did not end in time',
    });
    expect(await run({ filter: '1' })).toEqual(one);
  });

  test('memory: the allocation fails, the thread is thrown away, the next call works', async () => {
    expect(await run({ filter: 'def f: [.,.,.] | f; f' }, 'null', 25_000)).toMatchObject({
      status: 'failed',
      code: 'jq/crashed',
    });
    expect(await run({ filter: '1' })).toEqual(one);
  });

  test('an abort inside jq', async () => {
    const deep = 'reduce range(20000) as $i (0; [.]) | tojson | length';
    expect(await run({ filter: deep })).toMatchObject({ status: 'failed' });
    expect(await run({ filter: '1' })).toEqual(one);
  });

  test('output', async () => {
    const result = await run({ filter: 'range(1000000)' });
    expect(result).toMatchObject({ status: 'failed', code: 'limit/bytes' });
    expect(result.stdout.startsWith('0\n1\n2\n')).toBe(true);
    expect(result.stdout.length).toBeLessThanOrEqual(100_000);
  });

  test('input', async () => {
    expect(await run({ filter: '1' }, ' '.repeat(100_001))).toMatchObject({ code: 'limit/bytes' });
    expect(await run({ filter: '1' }, `1${' '.repeat(99_999)}`)).toEqual(one);
  });

  test('the caller stops it, also while it waits for a thread', async () => {
    const stop = new AbortController();
    const busy = provider.run({ filter: 'last(repeat(1))' }, contextWith('null', { signal: stop.signal }));
    const waiting = provider.run({ filter: '1' }, contextWith('null', { signal: stop.signal }));
    setTimeout(() => stop.abort(), 100);
    const stopped = { status: 'failed', stdout: '', code: 'exec/stopped', message: 'jq was stopped' };
    expect((await Promise.all([busy, waiting])).map(readable)).toEqual([stopped, stopped]);
    expect(await run({ filter: '1' })).toEqual(one);
  });

  test('many at once wait for their turn', async () => {
    const results = await Promise.all([1, 2, 3, 4, 5].map((n) => run({ filter: '.' }, String(n))));
    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n', '4\n', '5\n']);
  });
});

test('what was printed before an error is kept', async () => {
  expect(await run({ filter: '.[] | if . == 2 then error("x") else . end' }, '[1,2,3]')).toEqual({
    status: 'failed',
    stdout: '1\n',
    stderr: 'jq: error (at <stdin>:0): x\n',
    exitCode: 5,
    code: 'jq/error',
    message: 'jq: error (at <stdin>:0): x',
  });
});

test('a look at the clock is told', async () => {
  expect((await run({ filter: '(now > 0), (now | localtime | length)' })).facts).toEqual({
    reads_clock: ['now', 'localtime'],
  });
  expect((await run({ filter: '1' })).facts).toBeUndefined();
});

test('bytes pass as they are', async () => {
  expect((await run({ filter: '.', raw_output: true }, '"a\\u0000é"')).stdout).toBe('a\0é\n');
});

test('nothing of one call is left for the next', async () => {
  await run({ filter: '.a', files: ['in/a.json'] });
  expect(await run({ filter: '$f', slurpfile: { f: 'a.json' } })).toMatchObject({ code: 'io/outside-grant' });
  expect(await run({ filter: '.' }, '[1,2')).toMatchObject({ exitCode: 5 });
  expect(await run({ filter: '.' }, '1')).toEqual(one);
});
