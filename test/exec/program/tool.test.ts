import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProgramBench, printed, programBench } from './program-run.ts';

let bench: ProgramBench;

beforeAll(async () => {
  bench = await programBench();
});

afterAll(() => bench.close());

const runs = (program: string) => ({ kind: 'process', program }) as const;

describe('a program of the machine', () => {
  it('runs by its absolute path and its content', async () => {
    const result = await bench.tool({
      args: { program: 'jq', args: ['-c', '.a'] },
      stdin: '{"a":[1]}',
      effects: [runs('jq')],
    });
    expect(printed(result)).toBe('[1]\n');
    expect(result.facts).toMatchObject({ program: { path: '/usr/bin/jq', digest: expect.stringMatching(/^sha256:/) } });
  });

  it('that is not there is refused with what to do', async () => {
    expect(await bench.tool({ args: { program: 'made-up-tool' }, tier: 3 })).toMatchObject({
      status: 'failed',
      code: 'program/missing',
      remedy: 'install `made-up-tool`, or name its place under `programs` in config.yaml',
    });
  });

  it('is never looked for in the caller’s PATH or in the workspace', async () => {
    bench.write('hostile/made-up-tool', '#!/bin/sh\necho evil\n');
    chmodSync(join(bench.workspace, 'hostile/made-up-tool'), 0o755);
    const path = process.env.PATH;
    process.env.PATH = `${join(bench.workspace, 'hostile')}:${path}`;
    try {
      expect(await bench.tool({ args: { program: 'made-up-tool' }, tier: 3 })).toMatchObject({
        code: 'program/missing',
      });
      const written = join(bench.workspace, 'hostile/made-up-tool');
      expect(await bench.tool({ args: { program: written }, tier: 3 })).toMatchObject({ code: 'program/missing' });
    } finally {
      process.env.PATH = path;
    }
  });

  it.each(['sh', 'bash', 'dash', '/bin/sh', '/usr/bin/bash'])('is never a shell: %s', async (program) => {
    expect(await bench.tool({ args: { program, args: ['-c', 'echo x'] }, tier: 3 })).toMatchObject({
      code: 'program/shell',
    });
  });

  it('is the one that was approved', async () => {
    const approved = (digest: string) => [{ name: 'jq', path: '/usr/bin/jq', digest }];
    const ask = { args: { program: 'jq', args: ['-n', '1'] }, effects: [runs('jq')] };
    expect(await bench.tool({ ...ask, programs: approved('sha256:other') })).toMatchObject({ code: 'program/changed' });
    const found = await bench.options.machine.program('jq');
    const digest = found.kind === 'found' ? found.program.digest : '';
    expect(printed(await bench.tool({ ...ask, programs: approved(digest) }))).toBe('1\n');
  });

  it('writes what was granted, and nothing beside it', async () => {
    bench.write('in.txt', 'text');
    const ask = { args: { program: 'install', args: ['-m', '600', 'in.txt', 'out.txt'] }, tier: 3 } as const;
    const effects = [runs('install'), { kind: 'read', path: 'in.txt' }] as const;
    expect(await bench.tool({ ...ask, effects })).toMatchObject({ status: 'failed', code: 'program/exit' });
    const granted = await bench.tool({ ...ask, effects: [...effects, { kind: 'write', path: 'out.txt' }] });
    expect(granted).toMatchObject({
      status: 'done',
      files: { written: [{ path: join(bench.workspace, 'out.txt'), bytes: 4, how: 'created' }] },
    });
    expect(bench.read('out.txt')).toBe('text');
  });

  it('that nobody has described reaches nothing, whatever the plan names', async () => {
    const effects = [
      runs('curl'),
      { kind: 'network', method: 'GET', origin: 'https://localhost:1', path: '/**' },
    ] as const;
    const args = { program: 'curl', args: ['-sS', '--max-time', '5', 'https://localhost:1/'] };
    expect(await bench.tool({ args, effects, tier: 3 })).toMatchObject({
      status: 'failed',
      code: 'program/exit',
      exitCode: 7,
    });
  });
});

describe('a program of the skill', () => {
  it('runs as it was approved', async () => {
    const text = '#!/usr/bin/python3 -I\nprint("own")\n';
    const args = { program: 'bin/own', script: 'bin/own' };
    expect(printed(await bench.tool({ args, bundle: { 'bin/own': { text, executable: true } }, tier: 3 }))).toBe(
      'own\n',
    );
    expect(await bench.tool({ args, bundle: { 'bin/own': text }, tier: 3 })).toMatchObject({
      code: 'program/not-executable',
    });
  });

  it('may be written for another interpreter', async () => {
    const bundle = { 'x.pl': 'print "perl @ARGV\\n";' };
    const args = { program: 'perl', script: 'x.pl', args: ['a'] };
    expect(printed(await bench.tool({ args, bundle, tier: 3 }))).toBe('perl a\n');
    const code = { program: 'perl', code: 'print uc', options: ['-n'] };
    expect(printed(await bench.tool({ args: code, stdin: 'abc', tier: 3 }))).toBe('ABC');
  });
});

it('no process of a run is left behind', async () => {
  const marker = `skillc-${process.pid}-${Date.now()}`;
  const code = `import os, time\nfor i in range(5):\n    if os.fork() == 0:\n        os.setsid()\n        os.execv("/usr/bin/sleep", ["${marker}", "300"])\nprint("done")`;
  expect(printed(await bench.python({ args: { code } }))).toBe('done\n');
  const { execFileSync } = await import('node:child_process');
  const left = execFileSync('/bin/ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(left.split('\n').filter((line) => line.startsWith(marker))).toEqual([]);
});
