import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seen } from '../../../../scripts/escape/job.ts';
import type { Sandbox } from '../../../../src/exec/sandbox/sandbox.ts';
import { guestJob, guests, type Language, nameOf, openGuest } from './guest-job.ts';
import { wasmPrograms } from './wasm-programs.ts';

/** The same programs in each language. */
interface Programs {
  /** Prints its arguments, variables and input, says `err` as an error, and ends with 7. */
  readonly echo: string | Uint8Array;
  readonly echoed: string;
  /** Prints `/input/data`, and writes `made` to `/output/deep/result`. */
  readonly files: string | Uint8Array;
  readonly spin: string | Uint8Array;
  readonly grow: string | Uint8Array;
  readonly shout: string | Uint8Array;
}

const echoed = '[["a b",""],{"ONE":"1","TWO":"ü"},"input ü"]\n';

const programs: Readonly<Record<Language, Programs>> = {
  javascript: {
    echoed,
    echo: `console.log(JSON.stringify([process.argv.slice(2), process.env, require('fs').readFileSync(0, 'utf8')])); console.error('err'); process.exit(7)`,
    files: `const fs = require('fs'); process.stdout.write(fs.readFileSync('/input/data', 'utf8')); fs.writeFileSync('/output/deep/result', 'made')`,
    spin: `console.log('before'); for (;;);`,
    grow: `const all = []; for (;;) all.push(new Array(100000).fill(1.5))`,
    shout: `for (;;) process.stdout.write('y'.repeat(1000))`,
  },
  python: {
    echoed,
    echo: `import json, os, sys\nprint(json.dumps([sys.argv[1:], dict(os.environ), sys.stdin.read()], separators=(',', ':'), ensure_ascii=False))\nprint('err', file=sys.stderr)\nsys.exit(7)`,
    files: `import os, sys\nsys.stdout.write(open('/input/data').read())\nos.makedirs('/output/deep')\nopen('/output/deep/result', 'w').write('made')`,
    spin: `print('before', flush=True)\nwhile True: pass`,
    grow: `x = []\nwhile True: x.append(bytes(1000000))`,
    shout: `while True: print('y' * 1000)`,
  },
  wasm: { ...wasmPrograms, echoed: '/bundle/program\0a b\0\0ONE=1\0TWO=ü\0input ü' },
};

describe.each(guests.map((guest) => [nameOf(guest[0], guest[2]), ...guest] as const))(
  '%s',
  (_, backend, runs, alone) => {
    let sandbox: Sandbox;
    let directory: string;
    const source = programs[runs];
    beforeAll(async () => {
      sandbox = await openGuest(backend, runs, alone);
      directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-guest-')));
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    test('gets arguments, variables and input, and gives output and its exit code', async () => {
      const part = { args: ['a b', ''], env: { ONE: '1', TWO: 'ü' }, stdin: Buffer.from('input ü') };
      expect(await seen(sandbox, guestJob(source.echo, part))).toEqual({
        exitCode: 7,
        stdout: source.echoed,
        stderr: 'err\n',
      });
    });

    test('reads what is mounted, and gives back what it writes', async () => {
      for (const each of ['in', 'out']) mkdirSync(join(directory, each));
      writeFileSync(join(directory, 'in', 'data'), 'given');
      const mounts = [
        { kind: 'path', host: join(directory, 'in'), at: '/input', access: 'read' },
        { kind: 'path', host: join(directory, 'out'), at: '/output', access: 'write' },
      ] as const;
      expect(await seen(sandbox, guestJob(source.files, { mounts }))).toEqual({
        exitCode: 0,
        stdout: 'given',
        stderr: '',
      });
      expect(readdirSync(join(directory, 'out'), { recursive: true })).toEqual(['deep', 'deep/result']);
      expect(readFileSync(join(directory, 'out/deep/result'), 'utf8')).toBe('made');
    });

    // One start takes long, and the rest is the same with and without a sandbox around it.
    if (runs === 'python' && alone) return;

    test('is ended when it runs too long', async () => {
      const result = await seen(
        sandbox,
        guestJob(source.spin, { limits: { wall_clock_ms: runs === 'python' ? 2500 : 800 } }),
      );
      expect(result).toMatchObject({ exitCode: 137, stopped: 'time' });
    });

    test('is ended when the caller has enough', async () => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 150);
      const result = await seen(sandbox, guestJob(source.spin, { signal: stop.signal }));
      expect(result).toMatchObject({ exitCode: 137, stopped: 'aborted' });
    });

    test('is ended when it wants too much memory, and the next one runs', async () => {
      expect(await seen(sandbox, guestJob(source.grow, { limits: { memory_mb: 64 } }))).toMatchObject({
        stopped: 'memory',
      });
      expect((await seen(sandbox, guestJob(source.echo))).exitCode).toBe(7);
    });

    test('is ended when it prints without end', async () => {
      const result = await seen(
        sandbox,
        guestJob(source.shout, { limits: { output_bytes: 10_000, wall_clock_ms: 15_000 } }),
      );
      expect(result).toMatchObject({
        exitCode: 137,
        stopped: 'output',
      });
      expect(result.stdout.length).toBeLessThanOrEqual(10_000);
    });

    test('is refused a network, and a program that is not there', async () => {
      const job = guestJob(source.echo);
      expect(await sandbox.run({ ...job, egress: { socket: '/tmp/none' } })).toMatchObject({
        kind: 'refused',
        code: 'sandbox/network',
      });
      expect(await sandbox.run({ ...job, program: '/bin/sh' })).toMatchObject({
        kind: 'refused',
        code: 'sandbox/program',
      });
    });
  },
);
