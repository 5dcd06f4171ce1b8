import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileGrants } from '../../../src/exec/providers/io/file-grants.ts';
import { writeFileProvider } from '../../../src/exec/providers/io/write-file.ts';
import { contextWith, type Readable, readable } from '../provider-context.ts';
import { type CommandCase, commandCases, unsupportedCases } from './command-cases.ts';

const operations: Readonly<Record<string, string>> = {
  cp: 'copy',
  mv: 'move',
  ln: 'link',
  rm: 'remove',
  rmdir: 'remove-directory',
  mkdir: 'make-directory',
  touch: 'touch',
  truncate: 'truncate',
  chmod: 'change-mode',
  mktemp: 'make-temporary',
  split: 'split',
};
const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

let root: string;
let workspace: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-commands-')));
  workspace = join(root, 'ws');
  mkdirSync(workspace);
});
afterEach(() => {
  spawnSync('chmod', ['-R', 'u+rwx', root]);
  rmSync(root, { recursive: true });
});

function sh(script: string, cwd = workspace): void {
  const { status, stderr } = spawnSync('sh', ['-ec', script], { cwd, env });
  if (status !== 0) throw new Error(stderr.toString());
}

async function run(
  words: readonly string[],
  over: Partial<FileGrants> = {},
  input = '',
  ms = 10_000,
): Promise<Readable> {
  const grants = { workspace, read: ['.'], write: ['.'], forbidden: [], ...over };
  const stagingName = () => `.staged-${randomBytes(8).toString('hex')}`;
  const provider = writeFileProvider({ grants, maxBytes: 1_000_000, stagingName, random: randomBytes });
  const [tool = '', ...args] = words;
  const cap = { network_bytes: 0, wall_clock_ms: ms, cpu_ms: ms };
  return readable(await provider.run({ operation: operations[tool] ?? tool, args }, contextWith(input, { cap })));
}

/** All that a folder holds: kinds, modes, contents, links; times where a test set them. */
function snapshot(folder: string, at = ''): readonly string[] {
  return readdirSync(join(folder, at))
    .sort()
    .flatMap((name) => {
      const path = join(at, name);
      const full = join(folder, path);
      const stats = lstatSync(full);
      const year = new Date(stats.mtimeMs).getUTCFullYear();
      const when = year < 2010 ? ` ${Math.round(stats.mtimeMs / 1000)}` : '';
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) return [`${path} -> ${readlinkSync(full)}`];
      if (!stats.isDirectory()) return [`${path} ${mode}${when} ${readFileSync(full, 'latin1')}`];
      return [`${path}/ ${mode}${when}`, ...snapshot(folder, path)];
    });
}

const sortedLines = (text: string): readonly string[] => text.split('\n').sort();

async function both({ words, given = 'true', input = '' }: CommandCase) {
  const real = join(root, 'real');
  mkdirSync(real);
  sh(given, real);
  sh(given);
  const [tool = '', ...args] = words;
  const theirs = spawnSync(tool, args, { cwd: real, env, input });
  const ours = await run(words, {}, input);
  return {
    ours: {
      code: ours.exitCode ?? ours.code,
      out: sortedLines(ours.stdout),
      complains: ours.stderr !== undefined,
      left: snapshot(workspace),
    },
    theirs: {
      code: theirs.status,
      out: sortedLines(theirs.stdout.toString()),
      complains: theirs.stderr.length > 0,
      left: snapshot(real),
    },
  };
}

test.each(commandCases.map((item) => [item.words.join(' '), item] as const))(
  'as the real program: %s',
  async (_, item) => {
    const { ours, theirs } = await both(item);
    expect(ours).toEqual(theirs);
  },
);

test.each(unsupportedCases.map((words) => [words.join(' '), words] as const))('not done here: %s', async (_, words) => {
  sh('mkdir -p d/e; printf one >a; printf two >b; printf three >d/c');
  const before = snapshot(workspace);
  const result = await run(words);
  expect([result.status, result.uncertain, snapshot(workspace)]).toEqual(['failed', undefined, before]);
  expect(result.code).toMatch(/^(?:io\/(?:unsupported|link|mode)|limit\/bytes)$/);
});

describe('grants', () => {
  const outside = { status: 'failed', code: 'io/outside-grant' };

  beforeEach(() => {
    sh('mkdir -p in/deep other; printf a >in/a; printf b >in/deep/b; printf p >other/private');
    writeFileSync(join(root, 'outside'), 'outside');
  });

  const grants: Partial<FileGrants> = { read: ['in'], write: ['in', 'out'] };

  test.each(
    [
      'cp in/a other/x',
      'cp other/private in/x',
      'cp in/a ../x',
      'cp ../outside in/x',
      'cp in/a in/../other/x',
      'cp -t other in/a',
      'cp in/a out in',
      'cp in/a other/private in',
      'cp -r other in',
      'mv in/a other/x',
      'mv other/private in/x',
      'mv in/a ../x',
      'rm other/private',
      'rm -rf ../outside',
      'rm -r in other',
      'rm -r .',
      'rmdir other',
      'mkdir other/x',
      'mkdir -p other/x/y',
      'mkdir ../x',
      'mkdir -p out/../other/x',
      'touch other/x',
      'touch in/a ../outside',
      'touch -r ../outside in/a',
      'truncate -s 0 other/private',
      'chmod 777 other/private',
      'chmod -R 777 ..',
      'split in/a other/x',
      'split other/private in/x',
      'mktemp -p other',
      'mktemp',
    ].map((line) => [line, line.split(' ')] as const),
  )('refused before anything is done: %s', async (line, words) => {
    const before = [snapshot(root), line];
    const result = await run(words, grants);
    if (line === 'rm -r .') expect(result).toMatchObject({ status: 'failed', code: 'io/exit' });
    else if (line === 'cp in/a out in') expect(result).toMatchObject({ status: 'failed', code: 'io/outside-grant' });
    else expect(result).toMatchObject(outside);
    expect([snapshot(root), line]).toEqual(before);
  });

  test.each(
    [
      'cp in/a out',
      'cp -r in/deep out',
      'mv in/a out',
      'rm -r in/deep',
      'mkdir -p out/x/y',
      'touch in/new',
      'truncate -s 0 in/a',
      'chmod 700 in/a',
      'mktemp -p in',
      'mktemp -d in/tmp.XXXX',
    ].map((line) => [line, line.split(' ')] as const),
  )('allowed: %s', async (_, words) => {
    expect(await run(words, grants)).toMatchObject({ status: 'done', exitCode: 0 });
  });

  test.each([
    ['cp in/a in/out/x', 'out', '..'],
    ['cp in/out/outside in/x', 'out', '..'],
    ['mv in/a in/out/x', 'out', '..'],
    ['mv in/out/outside in/x', 'out', '..'],
    ['rm -r in/out/other', 'out', '..'],
    ['mkdir -p in/out/other/x', 'out', '..'],
    ['touch in/out/x', 'out', '..'],
    ['touch in/out', 'out', '../../new'],
    ['truncate -s 0 in/out', 'out', '../../outside'],
    ['chmod 777 in/out', 'out', '../../outside'],
    ['cp in/a in/out', 'out', '../../outside'],
    ['cp in/out in/x', 'out', '../../outside'],
    ['cp -rL in out', 'out', '../../outside'],
    ['mktemp in/out/tmp.XXXX', 'out', '../other'],
    ['split in/a in/out/x', 'out', '../other'],
  ])('no link leads out: %s', async (line, name, aim) => {
    symlinkSync(aim, join(workspace, 'in', name));
    const before = snapshot(root);
    expect(await run(line.split(' '), { ...grants, read: ['in'] })).toMatchObject(outside);
    expect(snapshot(root).filter((entry) => !entry.startsWith('ws/out'))).toEqual(before);
  });

  test('a link is removed or moved itself, whatever it points to', async () => {
    symlinkSync('../../outside', join(workspace, 'in', 'link'));
    expect(await run(['mv', 'in/link', 'in/moved'], grants)).toMatchObject({ status: 'done' });
    expect(await run(['rm', 'in/moved'], grants)).toMatchObject({ status: 'done' });
    symlinkSync('../../..', join(workspace, 'in', 'deep', 'up'));
    expect(await run(['chmod', '-R', '700', 'in/deep'], grants)).toMatchObject({ status: 'done' });
    expect(await run(['rm', '-r', 'in/deep'], grants)).toMatchObject({ status: 'done' });
    expect(readFileSync(join(root, 'outside'), 'utf8')).toBe('outside');
    expect(existsSync(join(workspace, 'other', 'private'))).toBe(true);
  });

  test('links that lead out of what is copied are not made again', async () => {
    symlinkSync('../a', join(workspace, 'in', 'deep', 'up'));
    expect(await run(['cp', '-r', 'in/deep', 'out'], grants)).toMatchObject({ code: 'io/link' });
    rmSync(join(workspace, 'in', 'deep', 'up'));
    symlinkSync('/etc/passwd', join(workspace, 'in', 'deep', 'up'));
    expect(await run(['cp', '-r', 'in/deep', 'out2'], { ...grants, write: ['out2'] })).toMatchObject({
      code: 'io/link',
    });
    rmSync(join(workspace, 'in', 'deep', 'up'));
    symlinkSync('b', join(workspace, 'in', 'deep', 'near'));
    expect(await run(['cp', '-r', 'in/deep', 'out3'], { ...grants, write: ['out3'] })).toMatchObject({
      status: 'done',
    });
    expect(readlinkSync(join(workspace, 'out3', 'near'))).toBe('b');
  });

  test('what is forbidden is found wherever it lies, and nothing is done', async () => {
    const home = join(workspace, 'in', 'deep', 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'key'), 'k');
    const before = snapshot(root);
    for (const line of [
      'rm -r in',
      'mv in out',
      'cp -r in out',
      'chmod -R 777 in',
      'rm in/deep/home/key',
      'mkdir in/deep/home/x',
    ]) {
      expect([line, await run(line.split(' '), { ...grants, forbidden: [home] })]).toMatchObject([
        line,
        { code: 'io/forbidden' },
      ]);
      expect(snapshot(root)).toEqual(before);
    }
    expect(await run(['rm', '-r', 'in'], grants)).toMatchObject({ status: 'done' });
  });

  test('a file with a second name is not cut, and not copied whole', async () => {
    sh('ln in/a in/second');
    expect(await run(['truncate', '-s', '0', 'in/a'], grants)).toMatchObject({ code: 'io/hard-link' });
    expect(await run(['cp', '-a', 'in/a', 'out'], grants)).toMatchObject({ code: 'io/hard-link' });
    expect(await run(['cp', 'in/deep/b', 'in/a'], grants)).toMatchObject({ status: 'done' });
    expect(readFileSync(join(workspace, 'in', 'second'), 'utf8')).toBe('a');
  });
});

test('mktemp makes what only its owner can read, under names of its own', async () => {
  const made = [await run(['mktemp', 'x.XXXXXX']), await run(['mktemp', '-d', 'x.XXXXXX'])].map(({ stdout }) =>
    stdout.trim(),
  );
  expect(made[0]).toMatch(/^x\.[A-Za-z0-9]{6}$/);
  expect(made[0]).not.toBe(made[1]);
  expect(made.map((name) => (statSync(join(workspace, name)).mode & 0o777).toString(8))).toEqual(['600', '700']);
  expect(await run(['mktemp', 'x.XX'])).toMatchObject({ code: 'io/unsupported' });
  expect(await run(['mktemp', '-p', '.', '--suffix=.txt', 'y.XXXX'])).toMatchObject({
    stdout: expect.stringMatching(/^\.\/y\.[A-Za-z0-9]{4}\.txt\n$/),
  });
});

test('what was done is reported', async () => {
  sh('mkdir d; printf 1 >d/a; printf 2 >b');
  expect(await run(['mv', 'd', 'b', 'missing', '-t', 'd'])).toMatchObject({ status: 'failed' });
  expect(await run(['cp', '-r', 'd', 'missing', 'b', '-t', '.'])).toMatchObject({ status: 'failed' });
  rmSync(workspace, { recursive: true });
  mkdirSync(workspace);
  sh('mkdir d; printf 1 >d/a; printf 2 >b');
  expect(await run(['cp', 'b', 'missing', 'd'])).toEqual({
    status: 'failed',
    exitCode: 1,
    stdout: '',
    stderr: "cp: cannot stat 'missing': No such file or directory\n",
    code: 'io/exit',
    message: "cp: cannot stat 'missing': No such file or directory",
    uncertain: true,
    facts: { changed: [{ path: join(workspace, 'd/b'), how: 'created' }] },
  });
  expect(await run(['rm', '-r', 'd'])).toEqual({
    status: 'done',
    exitCode: 0,
    stdout: '',
    facts: { changed: [{ path: join(workspace, 'd'), how: 'removed' }] },
  });
});

test('time ends a command between two files', async () => {
  sh('mkdir d; for i in $(seq 300); do : >d/$i; done');
  const result = await run(['rm', '-r', 'd'], {}, '', -1);
  expect(result).toMatchObject({ status: 'failed', code: 'limit/time', uncertain: true });
});
