import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobOf, seen, textOf } from '../../../scripts/escape/job.ts';
import type { Sandbox } from '../../../src/exec/sandbox/sandbox.ts';

/** What every back end for programs does alike. */
export function programContract(name: string, open: () => Promise<Sandbox>): void {
  describe(`${name} runs programs`, () => {
    let sandbox: Sandbox;
    let directory: string;
    beforeAll(async () => {
      sandbox = await open();
      directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-contract-')));
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    test('output, errors and the exit code come back', async () => {
      expect(await seen(sandbox, jobOf('echo out; echo err >&2; exit 7'))).toEqual({
        exitCode: 7,
        stdout: 'out\n',
        stderr: 'err\n',
      });
    });

    test('arguments and input arrive byte for byte', async () => {
      const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 256);
      const args = ['-c', 'printf "%s|" "$@"; cat', 'name', 'a b', '', '$HOME', '"', '--', '\n'];
      const result = await sandbox.run(jobOf('', { args, stdin: bytes }));
      if (result.kind !== 'ended') throw new Error(result.message);
      const head = Buffer.from('a b||$HOME|"|--|\n|');
      expect(Buffer.from(result.stdout).equals(Buffer.concat([head, bytes]))).toBe(true);
    });

    test('a program that does not read its input is no trouble', async () => {
      const stdin = new Uint8Array(1024 * 1024);
      expect(await seen(sandbox, jobOf('exit 3', { stdin }))).toEqual({ exitCode: 3, stdout: '', stderr: '' });
    });

    test('exactly the declared variables are there', async () => {
      const env = { ONE: '1', EMPTY: '', ODD: 'a=b\nc' };
      const job = jobOf('', { program: '/usr/bin/env', args: ['-0'], env });
      const { stdout } = await seen(sandbox, job);
      expect(stdout.split('\0').sort()).toEqual(['', 'EMPTY=', 'ODD=a=b\nc', 'ONE=1']);
    });

    test('a declared PWD is kept as it is', async () => {
      const job = jobOf('', { program: '/usr/bin/env', args: [], env: { PWD: '/elsewhere' } });
      expect((await seen(sandbox, job)).stdout).toBe('PWD=/elsewhere\n');
    });

    test('a program ended by a signal tells so as a shell does', async () => {
      expect((await seen(sandbox, jobOf('kill -TERM $$'))).exitCode).toBe(143);
    });

    test('given files are there and cannot be changed', async () => {
      const mounts = [
        { kind: 'file', bytes: Buffer.from('first'), at: '/bundle/deep/one' },
        { kind: 'file', bytes: Buffer.from('#!/bin/sh\necho ran'), at: '/bundle/run', executable: true },
        { kind: 'file', bytes: new Uint8Array(), at: '/bundle/empty' },
      ] as const;
      const script = 'cat deep/one empty; ./run; echo x >deep/one || echo no; echo x >new || echo no; ls';
      expect(await seen(sandbox, jobOf(script, { cwd: '/bundle', mounts }))).toMatchObject({
        exitCode: 0,
        stdout: 'firstran\nno\nno\ndeep\nempty\nrun\n',
      });
    });

    test('directories are shown for reading or for writing', async () => {
      for (const each of ['in', 'out']) mkdirSync(join(directory, each));
      writeFileSync(join(directory, 'in', 'data'), 'given');
      const mounts = [
        { kind: 'path', host: join(directory, 'in'), at: '/input', access: 'read' },
        { kind: 'path', host: join(directory, 'out'), at: '/output', access: 'write' },
      ] as const;
      const script = 'cat /input/data; echo x 2>&1 >/input/new || echo no; echo made >/output/result';
      const { stdout } = await seen(sandbox, jobOf(script, { mounts }));
      expect(stdout).toMatch(/^given.*no\n$/s);
      expect(readdirSync(join(directory, 'in'))).toEqual(['data']);
      expect(readFileSync(join(directory, 'out', 'result'), 'utf8')).toBe('made\n');
    });

    test('home and temporary files are empty, writable, and forgotten', async () => {
      const script = 'for d in /tmp /home/sandbox /dev/shm; do ls -A $d; echo x >$d/kept; cat $d/kept; done';
      for (const _ of [1, 2]) expect((await seen(sandbox, jobOf(script))).stdout).toBe('x\nx\nx\n');
    });

    test('what runs too long is ended, and what it printed is kept', async () => {
      const job = jobOf('echo before; sleep 60; echo after', { limits: { wall_clock_ms: 500 } });
      expect(await seen(sandbox, job)).toEqual({ exitCode: 137, stdout: 'before\n', stderr: '', stopped: 'time' });
    });

    test('the caller can end it at any moment', async () => {
      for (const after of [0, 1, 2, 4, 8, 16, 60]) {
        const stop = new AbortController();
        const running = sandbox.run(jobOf('sleep 60', { signal: stop.signal }));
        setTimeout(() => stop.abort(), after);
        expect(textOf(await running)).toMatchObject({ exitCode: 137, stopped: 'aborted' });
      }
      const result = await sandbox.run(jobOf('exit 0', { signal: AbortSignal.abort() }));
      expect(result).toMatchObject({ kind: 'refused', code: 'sandbox/aborted' });
    });

    test('endless output is cut at the limit', async () => {
      const result = await seen(sandbox, jobOf('yes >&2', { limits: { output_bytes: 10_000 } }));
      expect(result).toEqual({ exitCode: 137, stdout: '', stderr: 'y\n'.repeat(5000), stopped: 'output' });
    });

    test('output of exactly the limit is no fault', async () => {
      const result = await seen(sandbox, jobOf('printf 12345', { limits: { output_bytes: 5 } }));
      expect(result).toEqual({ exitCode: 0, stdout: '12345', stderr: '' });
    });

    test('a busy loop is ended by its time on the processor', async () => {
      const result = await seen(sandbox, jobOf('while :; do :; done', { limits: { cpu_seconds: 1 } }));
      expect(result).toMatchObject({ stopped: 'cpu' });
    });

    test('time on the processor is counted', async () => {
      const result = await sandbox.run(jobOf('i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'));
      if (result.kind !== 'ended') throw new Error(result.message);
      expect(result.used.cpu_ms).toBeGreaterThan(20);
      expect(result.used.cpu_ms).toBeLessThan(10_000);
    });

    test('a file larger than allowed is not written', async () => {
      const script = 'head -c 3000000 /dev/zero >/tmp/big; wc -c </tmp/big';
      const { stdout } = await seen(sandbox, jobOf(script, { limits: { file_bytes: 1_000_000 } }));
      expect(stdout).toBe('1000000\n');
    });

    test.each([
      ['a NUL byte', { args: ['a\0b'] }],
      ['a relative program', { program: 'sh' }],
      ['a name that is no variable', { env: { 'A B': '' } }],
      ['a limit of nothing', { limits: { memory_mb: 0 } }],
      ['a mount over the system', { mounts: [{ kind: 'file', bytes: new Uint8Array(), at: '/usr/bin/sh' }] }],
      ['a mount that climbs', { mounts: [{ kind: 'file', bytes: new Uint8Array(), at: '/input/../usr/x' }] }],
      ['a directory that is not there', { mounts: [{ kind: 'path', host: '/no/such', at: '/input', access: 'read' }] }],
    ] as const)('%s is refused before anything runs', async (_, part) => {
      expect(await sandbox.run(jobOf('exit 0', part))).toMatchObject({ kind: 'refused' });
    });
  });
}
