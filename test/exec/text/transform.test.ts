import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { textTransform, textWorkers } from '../../../src/exec/providers/text/transform.ts';
import { contextWith, readable } from '../provider-context.ts';
import { knownDifferences, refusedCases, type ToolCase, toolCases } from './tool-cases.ts';

const workers = textWorkers(1);
const folder = mkdtempSync(join(tmpdir(), 'skillc-text-'));
const empty = join(folder, 'empty');
mkdirSync(empty);
writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n');
writeFileSync(join(folder, 'b.txt'), 'three\n');
writeFileSync(join(folder, 'private.txt'), 'private\n');
symlinkSync('private.txt', join(folder, 'c.txt'));
const grants = { workspace: folder, read: ['a.txt', 'b.txt', 'c.txt'], write: [], forbidden: [] };
const provider = textTransform({ workers, grants, maxInput: 1_000_000, maxOutput: 100_000 });
const run = async (words: readonly string[], input: string | Uint8Array = '', ms = 10_000) => {
  const [command = '', ...args] = words;
  const cap = { network_bytes: 0, wall_clock_ms: ms, cpu_ms: ms };
  return provider.run({ command, args }, contextWith(input, { cap }));
};

afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true });
});

test('answers as the real tools do in the C locale', async () => {
  const different: unknown[] = [];
  for (const item of toolCases) {
    const [ours, theirs] = [await answer(item), real(item, empty)];
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) different.push({ ...item, ours, theirs });
  }
  expect(different).toEqual([]);
  expect(toolCases.length).toBeGreaterThan(200);
});

test('what could be answered wrongly is refused, and nothing is touched', async () => {
  for (const { words, input } of refusedCases) {
    const { code, stdout } = await run(words, input);
    expect([words, code, stdout.length]).toEqual([words, 'text/unsupported', 0]);
  }
  expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.txt', 'c.txt', 'empty', 'private.txt']);
});

test.each(knownDifferences)('known difference: $why', async ({ ours, theirs, ...item }) => {
  expect((await answer(item)).out).toBe(ours);
  expect(real(item, empty).out).toBe(theirs);
});

async function answer({ words, input }: ToolCase) {
  const { stdout, exitCode, stderr, message } = await run(words, input);
  return {
    out: Buffer.from(stdout).toString('latin1'),
    code: exitCode ?? message,
    complains: stderr !== undefined,
  };
}

function real({ words, input }: ToolCase, cwd: string) {
  const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };
  const { stdout, status, stderr } = spawnSync(words[0] ?? '', words.slice(1), { input, env, cwd });
  return { out: stdout.toString('latin1'), code: status, complains: stderr.length > 0 };
}

describe('files', () => {
  test.each([
    [['cat', 'a.txt', 'b.txt']],
    [['head', '-n1', 'a.txt', 'b.txt']],
    [['wc', 'a.txt', 'b.txt']],
    [['wc', '-l', 'a.txt']],
    [['grep', 'o', 'a.txt', 'b.txt']],
    [['grep', '-c', 'e', 'a.txt', 'b.txt']],
    [['grep', 'o', 'a.txt']],
    [['sed', 's/o/0/', 'a.txt']],
    [['awk', '{print NR, $0}', 'a.txt', 'b.txt']],
    [['sort', 'b.txt', 'a.txt']],
    [['cut', '-c1', 'a.txt', 'b.txt']],
    [['paste', 'a.txt', 'b.txt']],
    [['tac', 'a.txt']],
    [['md5sum', 'a.txt']],
  ])('%j', async (words) => {
    expect(await answer({ words, input: '' })).toEqual(real({ words, input: '' }, folder));
  });

  test.each([
    [['cat', 'private.txt']],
    [['head', 'private.txt']],
    [['grep', 'p', 'private.txt']],
    [['sort', '/etc/passwd']],
    [['cat', '../../../../../../etc/passwd']],
    [['awk', '1', '/proc/self/environ']],
    [['sed', 's/a/a/', '/etc/passwd']],
  ])('not in reach: %j', async (words) => {
    const result = readable(await run(words));
    expect([result.status, result.stdout]).toEqual(['failed', '']);
  });

  test('a link that leaves the grant', async () => {
    expect(await run(['cat', 'c.txt'])).toMatchObject({ status: 'failed', code: 'io/outside-grant' });
  });
});

describe('limits', () => {
  test('time: the thread is replaced', async () => {
    expect(await run(['awk', 'BEGIN{while(1)x=x+1}'], '', 500)).toMatchObject({ code: 'limit/time' });
    const long = Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_003).join('\n');
    expect(readable(await run(['sort', '-n'], long, 20))).toEqual({
      status: 'failed',
      stdout: '',
      code: 'limit/time',
      message: '`sort` did not end in time',
    });
    expect(readable(await run(['head', '-n1'], 'a\nb\n'))).toEqual({ status: 'done', stdout: 'a\n', exitCode: 0 });
  });

  test('memory: the host is unharmed', async () => {
    const hungry = 'BEGIN{x="aaaaaaaaaaaaaaaa";while(1){x=x x;a[n++]=x}}';
    expect(await run(['awk', hungry])).toMatchObject({ status: 'failed' });
    expect(await run(['head', '-n1'], 'a\nb\n')).toMatchObject({ status: 'done' });
  });

  test('input and output', async () => {
    expect(await run(['cat'], 'x'.repeat(100_001))).toMatchObject({ code: 'limit/bytes' });
    expect(await run(['wc', '-c'], 'x'.repeat(1_000_001))).toMatchObject({ code: 'limit/bytes' });
    expect(await run(['wc', '-c'], 'x'.repeat(1_000_000))).toMatchObject({ status: 'done' });
  });
});

test('bytes that are no text', async () => {
  const bytes = Uint8Array.of(0xff, 0x00, 0x0a, 0xfe, 0x0a);
  expect((await run(['head', '-n1'], bytes)).stdout).toEqual(bytes.slice(0, 3));
  expect((await run(['sort'], bytes)).stdout).toEqual(Uint8Array.of(0xfe, 0x0a, 0xff, 0x00, 0x0a));
  expect((await run(['cat'], bytes)).stdout).toEqual(bytes);
  expect(await run(['grep', 'a'], bytes)).toMatchObject({ code: 'text/unsupported' });
  expect(readable(await run(['grep', 'a'], 'aé\n'))).toEqual({ status: 'done', stdout: 'aé\n', exitCode: 0 });
});

test('a builtin of the shell', async () => {
  expect(readable(await provider.run({ command: 'cd', args: ['/'], builtin: true }, contextWith()))).toEqual({
    status: 'failed',
    stdout: '',
    code: 'text/unsupported',
    message: '`cd` has a meaning only inside of a shell program',
  });
});
