import { homedir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seen } from '../../../../scripts/escape/job.ts';
import { makeWorld, type World } from '../../../../scripts/escape/world.ts';
import type { Sandbox } from '../../../../src/exec/sandbox/sandbox.ts';
import { disturbingAttempts, javascriptAttempts, pythonAttempts } from './guest-attempts.ts';
import { guestJob, openGuest } from './guest-job.ts';
import { moduleOf } from './wasm-module.ts';
import { imports, opening, program, types } from './wasm-programs.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

function parameters(): { PARAMETERS: string } {
  const { canary, secret, tcp, socket, victim } = world;
  return { PARAMETERS: JSON.stringify({ canary, secret, tcp, socket, victim, home: homedir() }) };
}

// In an ordinary child the machine of the language is all that holds.
describe.each(['isolated-vm', 'quickjs'])('nothing leaves %s', (backend) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openGuest(backend, 'javascript', true);
  });

  const attempt = (name: string, body: string) => `
attempt(${JSON.stringify(name)}, function () { ${body} });`;
  const program = (attempts: readonly (readonly [string, string])[]) => `
const p = JSON.parse(process.env.PARAMETERS);
const attempt = (name, way) => {
  try {
    const got = way.call(globalThis);
    console.log((got ? 'got ' : 'held ') + name);
  } catch (error) {
    console.log('held ' + name);
  }
};${attempts.map(([name, body]) => attempt(name, body)).join('')}`;
  const run = (attempts: readonly (readonly [string, string])[]) =>
    seen(sandbox, guestJob(program(attempts), { env: parameters(), mounts: world.mounts }));

  test('in any of the ways that leave the machine as it is', async () => {
    const before = world.state();
    const result = await run(javascriptAttempts);
    expect(result).toEqual({
      exitCode: 0,
      stdout: javascriptAttempts.map(([name]) => `held ${name}\n`).join(''),
      stderr: '',
    });
    expect(world.state()).toEqual(before);
  });

  test.each(disturbingAttempts)('%s', async (name, body) => {
    const before = world.state();
    const result = await run([[name, body]]);
    expect(result.stdout.split('\n').filter((line) => line.startsWith('got'))).toEqual([]);
    expect(result.stdout + result.stderr).not.toContain(world.secret);
    expect(world.state()).toEqual(before);
  });

  test('the same way of asking gets what is given', async () => {
    const given = [
      ['a file', `return require('fs').readFileSync('/input/data') === 'given'`],
      ['its own process', `return this.constructor.constructor('return process')().argv[0]`],
    ] as const;
    expect((await run(given)).stdout).toBe('got a file\ngot its own process\n');
  });

  test.each([
    ['a loop of promises', 'const again = () => Promise.resolve().then(again); again()', /time|memory|ended/],
    ['a pattern that takes for ever', `/^(a+)+$/.test('a'.repeat(60) + 'b')`, /time|ended/],
    ['a deep recursion', 'const deep = () => deep() + 1; deep()', /ended/],
    [
      'buffers of three times the limit',
      'const all = []; for (let n = 0; n < 48; n++) all.push(new Uint8Array(4 << 20).fill(1)); console.log("got them")',
      /memory|ended/,
    ],
    ['one huge text', `let text = 'x'.repeat(1 << 20); for (;;) text += text;`, /memory|ended/],
    ['an array without end', `new Array(2 ** 32 - 2).fill(0)`, /memory|time|ended/],
  ])('%s costs only itself', async (_, source, how) => {
    const result = await seen(sandbox, guestJob(source, { limits: { memory_mb: 64, wall_clock_ms: 1500 } }));
    expect(result.stopped ?? 'ended').toMatch(how);
    expect(result.stdout).not.toContain('got');
  });
});

describe('nothing leaves python-wasm', () => {
  // One start for all: it takes the time of hundreds of attempts.
  const source = [
    'import json, os, sys, signal',
    "p = json.loads(os.environ['PARAMETERS'])",
    'def attempt(name, way):',
    '    try:',
    '        got = way()',
    "        print('got' if got else 'held', name)",
    '    except BaseException as error:',
    "        print('held', name)",
    ...pythonAttempts.map(([name, way]) => `attempt(${JSON.stringify(name)}, lambda: ${way})`),
    "attempt('control', lambda: open('/input/data').read() == 'given')",
  ].join('\n');

  test('in an ordinary child', async () => {
    const sandbox = await openGuest('python-wasm', 'python', true);
    const before = world.state();
    const job = guestJob(source, {
      env: parameters(),
      mounts: world.mounts,
      limits: { cpu_seconds: 60, wall_clock_ms: 60_000 },
    });
    expect(await seen(sandbox, job)).toEqual({
      exitCode: 0,
      stdout: [...pythonAttempts.map(([name]) => `held ${name}\n`), 'got control\n'].join(''),
      stderr: '',
    });
    expect(world.state()).toEqual(before);
  });
});

describe('nothing leaves wasm', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openGuest('wasm', 'wasm', true);
  });
  const noEntry = 44;

  test.each([
    'etc/passwd',
    '../../etc/passwd',
    '/etc/passwd',
    '/proc/self/environ',
    'work/planted',
    'work/../../../etc/passwd',
  ])('open %s', async (path) => {
    const job = guestJob(opening(path), { mounts: world.mounts });
    expect((await seen(sandbox, job)).exitCode).toBe(noEntry);
  });

  test('open what is given', async () => {
    expect((await seen(sandbox, guestJob(opening('input/data'), { mounts: world.mounts }))).exitCode).toBe(0);
  });

  test('an unknown import is refused by name', async () => {
    const wanting = moduleOf({
      types,
      imports: [...imports, { module: 'env', name: 'system', type: 0 }],
      functions: [{ type: 4, export: '_start', body: [] }],
    });
    expect(await sandbox.run(guestJob(wanting))).toMatchObject({
      kind: 'refused',
      message: 'the module wants `env.system`, which is not given to it',
    });
    expect((await seen(sandbox, guestJob(program([])))).exitCode).toBe(0);
  });

  test('a module of 33 MB, text, and half a module are refused', async () => {
    for (const bytes of [new Uint8Array(33 << 20), Buffer.from('text'), program([]).slice(0, 30)]) {
      expect(await sandbox.run(guestJob(bytes))).toMatchObject({ kind: 'refused', code: 'sandbox/guest' });
    }
  });

  test('memory grows to the limit and no further', async () => {
    const growing = moduleOf({
      types: [{ params: [0x7f], results: [0x7f] }],
      functions: [{ type: 0, export: 'grow', body: [0x20, 0x00, 0x40, 0x00] }],
    });
    const grow = (pages: number) =>
      seen(sandbox, guestJob(growing, { args: ['grow', String(pages)], limits: { memory_mb: 64 } }));
    expect((await grow(1000)).stdout).toBe('1\n');
    expect((await grow(1024)).stdout).toBe('-1\n');
  });

  test('a trap ends it with an error', async () => {
    const result = await seen(sandbox, guestJob(program([0x00])));
    expect(result).toEqual({ exitCode: 1, stdout: '', stderr: 'RuntimeError: unreachable\n' });
  });
});
