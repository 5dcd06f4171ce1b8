import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMachine } from '../../../src/exec/runtime/machine.ts';
import type { FactsMemory, ProgramFacts } from '../../../src/exec/runtime/program-facts.ts';
import { findProgram } from '../../../src/exec/runtime/program-path.ts';
import { readRuntime } from '../../../src/exec/runtime/runtime-request.ts';
import { sha256 } from '../../../src/ir/digest.ts';

let root: string;
let bin: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-runtime-')));
  bin = join(root, 'bin');
  mkdirSync(bin);
});

afterAll(() => rmSync(root, { recursive: true }));

/** A program that prints its version, as an interpreter does. */
function fake(path: string, version: string): string {
  writeFileSync(path, `#!/bin/sh\necho "${version}"\n`);
  chmodSync(path, 0o755);
  return path;
}

function memory(): FactsMemory & { readonly map: Map<string, ProgramFacts> } {
  const map = new Map<string, ProgramFacts>();
  return { map, get: (key) => map.get(key), set: (key, facts) => void map.set(key, facts) };
}

function machine(
  options: Partial<Parameters<typeof openMachine>[0]> = {},
  asked: string[] = [],
): ReturnType<typeof openMachine> {
  return openMachine({
    folders: [bin],
    configured: { python: [], node: [] },
    programs: new Map(),
    memory: memory(),
    askVersion: async ({ path }) => {
      asked.push(path);
      return (await promisify(execFile)(path, ['--version'], { env: {} })).stdout;
    },
    ...options,
  });
}

describe('a runtime that is asked for', () => {
  it.each([
    ['python:3.11', { language: 'python', version: '3.11' }],
    ['python3', { language: 'python' }],
    ['Python 3.12', { language: 'python', version: '3.12' }],
    ['python@3.12.4', { language: 'python', version: '3.12.4' }],
    ['python:3.11-slim', { language: 'python', version: '3.11' }],
    ['python:3.x', { language: 'python', version: '3' }],
    ['node:20', { language: 'node', version: '20' }],
    ['node:lts', { language: 'node' }],
    ['javascript', { language: 'node' }],
    ['typescript', { language: 'node' }],
    ['ruby:3.2', undefined],
    ['container:ubuntu:22.04', undefined],
    ['', undefined],
  ])('%s', (written, read) => {
    expect(readRuntime(written)).toEqual(read);
  });

  it('is no version of any interpreter when it cannot be read', () => {
    expect(readRuntime('python:three')).toEqual({ language: 'python', version: 'three' });
  });
});

describe('an interpreter', () => {
  it('is the version that is asked for, by path and content', async () => {
    const [old, newer] = [
      fake(join(bin, 'python3.10'), 'Python 3.10.1'),
      fake(join(bin, 'python3.12'), 'Python 3.12.4'),
    ];
    symlinkSync('python3.12', join(bin, 'python3'));
    const found = await machine().interpreter({ language: 'python', version: '3.10' });
    expect(found).toEqual({
      kind: 'found',
      interpreter: {
        language: 'python',
        version: '3.10.1',
        path: old,
        real: old,
        digest: sha256('#!/bin/sh\necho "Python 3.10.1"\n'),
        mounts: [root],
      },
    });
    // Without a wish it is the newest, however it is called.
    expect(await machine().interpreter({ language: 'python' })).toMatchObject({
      interpreter: { version: '3.12.4', real: newer },
    });
  });

  it('of another minor version runs with a warning', async () => {
    expect(await machine().interpreter({ language: 'python', version: '3.9' })).toMatchObject({
      kind: 'found',
      interpreter: { version: '3.12.4' },
      warning: 'runs with python 3.12.4, not 3.9 as the skill asks',
    });
  });

  it('of another major version is another language', async () => {
    expect(await machine().interpreter({ language: 'python', version: '2.7' })).toEqual({
      kind: 'missing',
      code: 'runtime/missing',
      message: 'there is no python 2.7 in /usr/bin, /bin, /usr/local/bin or the configuration, only python 3.12.4',
      remedy: 'install the package `python2.7`, or name one under `runtimes` in config.yaml',
    });
    expect(await machine().interpreter({ language: 'node', version: '20' })).toEqual({
      kind: 'missing',
      code: 'runtime/missing',
      message: 'there is no node 20 in /usr/bin, /bin, /usr/local/bin or the configuration',
      remedy: 'install the package `nodejs`, or name one under `runtimes` in config.yaml',
    });
  });

  it('is taken from the configuration, and a newer node stands in for an older one', async () => {
    const own = fake(join(root, 'own-node'), 'v24.1.0');
    const configured = { python: [], node: [own, 'relative/node', join(root, 'not-there')] };
    expect(await machine({ configured }).interpreter({ language: 'node', version: '20' })).toMatchObject({
      interpreter: { path: own, version: '24.1.0', mounts: [own] },
      warning: 'runs with node 24.1.0, not 20 as the skill asks',
    });
    expect(await machine({ configured }).interpreter({ language: 'node', version: '26' })).toMatchObject({
      kind: 'missing',
    });
  });

  it('is asked for its version once for each content', async () => {
    const kept = memory();
    const asked: string[] = [];
    const find = () => machine({ memory: kept }, asked).interpreter({ language: 'python' });
    await find();
    const first = [...asked];
    await find();
    expect(asked).toEqual(first);
    fake(join(bin, 'python3.12'), 'Python 3.12.5');
    expect(await find()).toMatchObject({ interpreter: { version: '3.12.5' } });
    expect(asked.length).toBe(first.length + 1);
  });

  it('of the system needs nothing mounted', async () => {
    const found = await machine({ folders: ['/usr/bin'] }).interpreter({ language: 'python', version: '3' });
    expect(found).toMatchObject({ kind: 'found', interpreter: { mounts: [] } });
  });
});

describe('a program', () => {
  it('comes from the folders of the system and from nowhere else', async () => {
    copyFileSync('/bin/true', join(bin, 'made-up'));
    const hostile = join(root, 'hostile');
    mkdirSync(hostile);
    fake(join(hostile, 'ffmpeg'), '1');
    const path = process.env.PATH;
    process.env.PATH = `${hostile}:${path}`;
    try {
      expect(findProgram('ffmpeg', [bin])).toBe(undefined);
      expect(findProgram(join(hostile, 'ffmpeg'), [bin])).toBe(undefined);
    } finally {
      process.env.PATH = path;
    }
    expect(findProgram('made-up', [bin])).toEqual({ path: join(bin, 'made-up'), real: join(bin, 'made-up') });
    expect(findProgram(join(bin, 'made-up'), [bin])).toEqual({
      path: join(bin, 'made-up'),
      real: join(bin, 'made-up'),
    });
  });

  it.each(['../made-up', './made-up', 'a/made-up', '', '.', '..', '-x', 'made up', 'made\nup', 'made-up\0'])(
    'is never %j',
    (word) => {
      expect(findProgram(word, [bin])).toBe(undefined);
    },
  );

  it('is no folder, no plain text, and no link to nowhere', () => {
    mkdirSync(join(bin, 'folder'));
    writeFileSync(join(bin, 'text'), 'text');
    symlinkSync('/not/there', join(bin, 'dangling'));
    expect(['folder', 'text', 'dangling'].map((name) => findProgram(name, [bin]))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('that is missing is refused with what to do', async () => {
    expect(await machine().program('no-such-tool')).toEqual({
      kind: 'missing',
      code: 'program/missing',
      message: 'the program `no-such-tool` is not in /usr/bin, /bin, /usr/local/bin',
      remedy: 'install `no-such-tool`, or name its place under `programs` in config.yaml',
    });
    const programs = new Map([['no-such-tool', '/not/there']]);
    expect(await machine({ programs }).program('no-such-tool')).toMatchObject({
      message: 'the program `no-such-tool` is not at `/not/there`',
    });
  });

  it('of the configuration is mounted as it stands', async () => {
    const own = fake(join(root, 'tool'), '1');
    expect(await machine({ programs: new Map([['tool', own]]) }).program('tool')).toEqual({
      kind: 'found',
      program: { path: own, real: own, digest: sha256('#!/bin/sh\necho "1"\n'), mounts: [own] },
    });
  });
});
