import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));
let root: string;
let bin: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-bin-'));
  mkdirSync(join(root, 'bin'));
  bin = join(root, 'bin', 'skillc.js');
  copyFileSync(launcher, bin);
  copyFileSync(join(launcher, '..', 'package.json'), join(root, 'bin', 'package.json'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  write('old.cjs', `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });`);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Prints its arguments and ends with 7. */
const program = (name: string) =>
  `export const main = () => { console.log('${name}', process.argv.slice(2).join(' ')); process.exitCode = 7; };`;

const environment = { PATH: process.env.PATH ?? '', HOME: '/nowhere' };

function start(nodeOptions: readonly string[], ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, bin, ...args], {
    encoding: 'utf8',
    env: environment,
  });
  return { status, stdout, stderr };
}

/** An older Node: the same program that says so. */
const old = () => ['--require', join(root, 'old.cjs')];

function ownNode(script: string): void {
  write('node_modules/node/bin/node', script);
  chmodSync(join(root, 'node_modules/node/bin/node'), 0o755);
}

describe('on a Node that is new enough', () => {
  test('the source is loaded, and the build if there is one', () => {
    write('src/cli/main.ts', `const typed: number = 1; void typed; ${program('source')}`);
    expect(start([], 'a', '--b')).toEqual({ status: 7, stdout: 'source a --b\n', stderr: '' });
    write('dist/cli/main.js', program('build'));
    expect(start([], 'a')).toEqual({ status: 7, stdout: 'build a\n', stderr: '' });
  });

  test('what is missing is named without a stack', () => {
    write('src/cli/main.ts', `import 'no-such-package';`);
    const { status, stderr } = start([]);
    expect([status, stderr.includes('npm install'), /^ +at /m.test(stderr)]).toEqual([1, true, false]);
  });
});

describe('on a Node that is too old', () => {
  test('the checkout’s own Node takes over, with arguments and exit code', () => {
    write('src/cli/main.ts', program('source'));
    ownNode(`#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
    expect(start(old(), 'a b', '--c')).toEqual({ status: 7, stdout: 'source a b --c\n', stderr: '' });
  });

  test('without one it says what to do', () => {
    const { status, stdout, stderr } = start(old());
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('skillc needs Node 24 or newer; this is Node 18.20.0.');
    expect(stderr).toContain('npm install');
  });

  test('an own Node that is too old as well does not start itself for ever', () => {
    ownNode(`#!/bin/sh\nexec "${process.execPath}" --require "${join(root, 'old.cjs')}" "$@"\n`);
    expect(start(old()).status).toBe(2);
  });

  test('a signal reaches the child and ends both', async () => {
    write('src/cli/main.ts', `export const main = () => { console.log('up'); setInterval(() => {}, 1000); };`);
    ownNode(`#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
    const child = spawn(process.execPath, [...old(), bin], { stdio: ['ignore', 'pipe', 'inherit'], env: environment });
    await new Promise((up) => child.stdout.once('data', up));
    child.kill('SIGTERM');
    const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
      child.once('exit', (...end) => done(end)),
    );
    expect([code, signal]).toEqual([null, 'SIGTERM']);
  });
});

test('the launcher has no syntax that an old Node cannot read', () => {
  const source = readFileSync(launcher, 'utf8');
  expect(source).not.toMatch(/\?\.|\?\?|\|\|=|^\s*(import|export)\s(?!\()/m);
});
