import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileGrants } from '../../../src/exec/providers/io/file-grants.ts';
import { readFileProvider } from '../../../src/exec/providers/io/read-file.ts';
import { type WriteArguments, writeFileProvider } from '../../../src/exec/providers/io/write-file.ts';
import { contextWith, readable } from '../provider-context.ts';

let root: string;
let workspace: string;
const inside = (...names: readonly string[]) => join(workspace, ...names);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-io-')));
  workspace = join(root, 'ws');
  mkdirSync(inside('docs', 'deep'), { recursive: true });
  mkdirSync(inside('other'));
  writeFileSync(inside('docs', 'a.txt'), 'aaa\n');
  writeFileSync(inside('docs', 'deep', 'b.txt'), 'bbb\n');
  writeFileSync(inside('other', 'private.txt'), 'private\n');
  writeFileSync(join(root, 'outside.txt'), 'outside\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function grants(over: Partial<FileGrants> = {}): FileGrants {
  return { workspace, read: ['docs'], write: ['out', 'docs/a.txt'], forbidden: [], ...over };
}

async function read(path: string, over: Partial<FileGrants> = {}, maxBytes = 1000) {
  return readable(await readFileProvider({ grants: grants(over), maxBytes }).run({ path }, contextWith()));
}

let staged = 0;
async function write(args: WriteArguments, over: Partial<FileGrants> = {}, stdin = 'new\n', maxBytes = 1000) {
  const host = { grants: grants(over), maxBytes, stagingName: () => `.staged-${staged++}`, random: randomBytes };
  return readable(await writeFileProvider(host).run(args, contextWith(stdin)));
}

const outside = (path: string, verb = 'read') => ({
  status: 'failed',
  stdout: '',
  code: 'io/outside-grant',
  message: `\`${path}\` is outside of what may be ${verb}`,
  remedy: 'approve a call whose effects name this path',
  ...(verb === 'read' ? { facts: { read: [] } } : {}),
});
const readA = () => ({ status: 'done', stdout: 'aaa\n', exitCode: 0, facts: { read: [inside('docs', 'a.txt')] } });

describe('reading', () => {
  test('granted files, one after the other', async () => {
    expect(await read('docs/a.txt')).toEqual(readA());
    const paths = ['docs/a.txt', './docs//deep/../deep/b.txt'];
    const provider = readFileProvider({ grants: grants(), maxBytes: 8 });
    expect(readable(await provider.run({ paths }, contextWith()))).toEqual({
      status: 'done',
      stdout: 'aaa\nbbb\n',
      exitCode: 0,
      facts: { read: [inside('docs', 'a.txt'), inside('docs', 'deep', 'b.txt')] },
    });
  });

  test.each([
    'other/private.txt',
    '../outside.txt',
    'docs/../other/private.txt',
    'docs/../../outside.txt',
    'docs2',
    'doc',
    '',
    '.',
    'docs/\0',
    '~/x',
    '/etc/passwd',
    '${dynamic:x}',
    'other/missing.txt',
  ])('outside of the grant: %s', async (path) => {
    expect(await read(path)).toMatchObject(path === 'docs/\0' ? { code: 'io/outside-grant' } : outside(path));
  });

  test('links that stay inside are followed, those that leave are not', async () => {
    symlinkSync('a.txt', inside('docs', 'near'));
    symlinkSync('../deep/../a.txt', inside('docs', 'deep', 'up'));
    symlinkSync(inside('docs'), inside('docs', 'around'));
    for (const name of ['docs/near', 'docs/deep/up', 'docs/around/a.txt', 'docs/around/around/near']) {
      expect(await read(name)).toEqual(readA());
    }
    symlinkSync('../other/private.txt', inside('docs', 'side'));
    symlinkSync('../../outside.txt', inside('docs', 'far'));
    symlinkSync('/etc', inside('docs', 'etc'));
    symlinkSync('/nowhere/at/all', inside('docs', 'nowhere'));
    symlinkSync('/proc/self/environ', inside('docs', 'environ'));
    for (const name of [
      'docs/side',
      'docs/far',
      'docs/etc/passwd',
      'docs/etc/missing',
      'docs/nowhere',
      'docs/environ',
    ]) {
      expect(await read(name)).toEqual(outside(name));
    }
  });

  test('a granted name that is itself a link elsewhere', async () => {
    symlinkSync('other', inside('linked'));
    expect(await read('linked/private.txt', { read: ['linked'] })).toEqual(outside('linked/private.txt'));
    expect(await read('other/private.txt', { read: ['other'] })).toMatchObject({ stdout: 'private\n' });
  });

  test('a second name of a file is read like a first, unless the file is one of those that nothing reaches', async () => {
    mkdirSync(join(root, 'home', 'keys'), { recursive: true });
    mkdirSync(join(root, 'home', 'blobs'));
    writeFileSync(join(root, 'home', 'keys', 'signing.pem'), 'key\n');
    writeFileSync(join(root, 'home', 'blobs', 'kept'), 'kept\n');
    linkSync(join(root, 'home', 'keys', 'signing.pem'), inside('docs', 'key'));
    linkSync(join(root, 'home', 'blobs', 'kept'), inside('docs', 'kept'));
    linkSync(inside('docs', 'a.txt'), inside('docs', 'again.txt'));
    const forbidden = [join(root, 'home')];
    expect(await read('docs/key', { forbidden })).toEqual({
      status: 'failed',
      stdout: '',
      code: 'io/forbidden',
      message: '`docs/key` lies where no skill may reach',
      remedy: 'name a file outside of `$SKILLC_HOME`',
      facts: { read: [] },
    });
    expect(await write({ path: 'docs/key' }, { forbidden, write: ['docs'] })).toMatchObject({ code: 'io/forbidden' });
    expect(await read('docs/again.txt', { forbidden })).toMatchObject({ stdout: 'aaa\n' });
    expect(await read('docs/kept', { forbidden })).toMatchObject({ stdout: 'kept\n' });
  });

  test('links in a circle', async () => {
    symlinkSync('two', inside('docs', 'one'));
    symlinkSync('one', inside('docs', 'two'));
    expect(await read('docs/one')).toMatchObject({ code: 'io/too-many-links' });
  });

  test('absolute paths and ~ only when granted as such', async () => {
    const absolute = inside('docs', 'a.txt');
    expect(await read(absolute)).toEqual(outside(absolute));
    expect(await read(absolute, { read: [inside('docs')] })).toEqual(readA());
    expect(await read('docs/a.txt', { read: [inside('docs')] })).toEqual(outside('docs/a.txt'));
    expect(await read('~/docs/a.txt', { home: workspace })).toEqual(outside('~/docs/a.txt'));
    expect(await read('~/docs/a.txt', { home: workspace, read: ['~/docs'] })).toEqual(readA());
    expect(await read('~/docs/a.txt', { read: ['~/docs'] })).toEqual(outside('~/docs/a.txt'));
    expect(await read('~root/docs/a.txt', { home: workspace, read: ['~/docs'] })).toEqual(outside('~root/docs/a.txt'));
  });

  test('a workspace that is gone', async () => {
    expect(await read('docs/a.txt', { workspace: join(root, 'gone') })).toEqual(outside('docs/a.txt'));
    expect(await read('~/a', { home: join(root, 'gone'), read: ['~/a'] })).toEqual(outside('~/a'));
  });

  test('patterns match inside one name', async () => {
    expect(await read('docs/a.txt', { read: ['docs/*.txt'] })).toEqual(readA());
    expect(await read('docs/a.txt', { read: ['docs/**'] })).toEqual(readA());
    for (const grant of ['*.txt', 'docs/*.md', 'docs/a*b.txt', 'docs/${dynamic:x}']) {
      expect(await read('docs/a.txt', { read: [grant] })).toEqual(outside('docs/a.txt'));
    }
  });

  test('what is no plain file', async () => {
    execFileSync('mkfifo', [inside('docs', 'pipe')]);
    const server = createServer().listen(inside('docs', 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    for (const name of ['docs/pipe', 'docs/socket']) {
      expect(await read(name)).toEqual({
        status: 'failed',
        stdout: '',
        code: 'io/not-a-file',
        message: `\`${name}\` is no plain file`,
        facts: { read: [] },
      });
    }
    expect(await read('docs')).toMatchObject({ code: 'io/not-a-file' });
    expect(await read('/dev/zero', { read: ['/dev/zero'] })).toMatchObject({ code: 'io/not-a-file' });
    await new Promise((resolve) => server.close(resolve));
  });

  test('sizes', async () => {
    expect(await read('docs/a.txt', {}, 3)).toMatchObject({ code: 'limit/bytes', stdout: '' });
    expect(await read('docs/a.txt', {}, 4)).toEqual(readA());
    expect(await read('/proc/self/status', { read: ['/proc'] }, 10)).toMatchObject({ status: 'failed' });
  });

  test('a missing file', async () => {
    expect(await read('docs/none')).toMatchObject({ code: 'io/not-found' });
    expect(await read('docs/none/more')).toMatchObject({ code: 'io/not-found' });
    expect(await read('docs/a.txt/more')).toMatchObject({ code: 'io/not-found' });
  });
});

test('no descriptor stays open', async () => {
  symlinkSync('../other', inside('docs', 'side'));
  symlinkSync('a.txt', inside('docs', 'near'));
  const over = { read: ['docs'], write: ['docs'], forbidden: [inside('docs', 'deep')] };
  const paths = ['a.txt', 'near', 'side', 'side/private.txt', 'none', 'a.txt/x', 'deep/b.txt', '.', '../docs/a.txt'];
  const open = () => readdirSync('/proc/self/fd').length;
  const round = async () => {
    for (const path of paths.map((name) => `docs/${name}`)) {
      await read(path, over);
      await write({ path }, over);
      await write({ path, append: true }, over);
      await write({ paths: [path, 'other/x'] }, over);
    }
  };
  await round();
  const before = open();
  for (let i = 0; i < 20; i++) await round();
  expect(open()).toBeLessThan(before + 20);
});

describe('the folder of skillc', () => {
  test('is out of reach whatever is granted', async () => {
    const forbidden = [inside('docs', 'deep')];
    const over = { read: ['.', workspace], write: ['.'], forbidden };
    expect(await read('docs/a.txt', over)).toEqual(readA());
    symlinkSync('deep', inside('docs', 'alias'));
    for (const path of ['docs/deep/b.txt', 'docs/alias/b.txt', inside('docs', 'deep', 'b.txt'), 'docs/deep/none']) {
      expect(await read(path, over)).toMatchObject({ code: 'io/forbidden' });
    }
    expect(await write({ path: 'docs/deep/new' }, over)).toMatchObject({ code: 'io/forbidden' });
    expect(await write({ path: 'fresh/x' }, { ...over, forbidden: [inside('fresh')] })).toMatchObject({
      status: 'failed',
    });
    expect(await write({ path: 'fresh' }, { ...over, forbidden: [inside('fresh')] })).toMatchObject({
      code: 'io/forbidden',
    });
    expect(await write({ path: 'docs/new' }, over)).toMatchObject({ status: 'done' });
  });
});

describe('writing', () => {
  const written = (how: string, bytes = 4, path = inside('out')) => ({ facts: { written: [{ path, bytes, how }] } });
  const done = { status: 'done', stdout: '', exitCode: 0 };

  test('creates, replaces and appends', async () => {
    expect(await write({ path: 'out' })).toEqual({ ...done, ...written('created') });
    expect(await write({ path: 'out', content: 'x' })).toEqual({ ...done, ...written('replaced', 1) });
    expect(await write({ path: 'out', append: true })).toEqual({ ...done, ...written('appended') });
    expect(readFileSync(inside('out'), 'utf8')).toBe('xnew\n');
    expect(readdirSync(workspace).sort()).toEqual(['docs', 'other', 'out']);
  });

  test('appending to nothing creates', async () => {
    expect(await write({ path: 'out', append: true })).toEqual({ ...done, ...written('created') });
  });

  test('tee passes on what it wrote', async () => {
    expect(await write({ path: 'out', content: { kind: 'stdin' } })).toEqual({
      ...done,
      stdout: 'new\n',
      ...written('created'),
    });
  });

  test('keeps the mode', async () => {
    chmodSync(inside('docs', 'a.txt'), 0o640);
    await write({ path: 'docs/a.txt' });
    expect(statSync(inside('docs', 'a.txt')).mode & 0o7777).toBe(0o640);
  });

  test('several targets: one that is refused leaves all as they were', async () => {
    expect(await write({ paths: ['out', 'other/x'] })).toEqual(outside('other/x', 'written'));
    expect(readdirSync(workspace).sort()).toEqual(['docs', 'other']);
    expect(await write({ paths: ['out', 'docs/a.txt'] })).toMatchObject({ status: 'done' });
    expect(readFileSync(inside('docs', 'a.txt'), 'utf8')).toBe('new\n');
  });

  test.each(['docs/b.txt', '../outside.txt', 'out/../other/x', '/tmp/x', 'outer'])('outside: %s', async (path) => {
    expect(await write({ path })).toEqual(outside(path, 'written'));
  });

  test('a link is not written through out of the grant', async () => {
    symlinkSync('../outside.txt', inside('out'));
    expect(await write({ path: 'out' })).toEqual(outside('out', 'written'));
    expect(readFileSync(join(root, 'outside.txt'), 'utf8')).toBe('outside\n');
    rmSync(inside('out'));
    symlinkSync('docs/a.txt', inside('out'));
    expect(await write({ path: 'out' })).toEqual({ ...done, ...written('replaced', 4, inside('docs', 'a.txt')) });
    expect(statSync(inside('out')).isFile()).toBe(true);
  });

  test('a link to nothing outside creates nothing', async () => {
    symlinkSync('../fresh.txt', inside('out'));
    expect(await write({ path: 'out' })).toEqual(outside('out', 'written'));
    expect(existsSync(join(root, 'fresh.txt'))).toBe(false);
  });

  test('a second name of a file outside is not changed', async () => {
    linkSync(join(root, 'outside.txt'), inside('out'));
    expect(await write({ path: 'out', append: true })).toMatchObject({ code: 'io/hard-link' });
    expect(await write({ path: 'out' })).toEqual({ ...done, ...written('replaced') });
    expect(readFileSync(join(root, 'outside.txt'), 'utf8')).toBe('outside\n');
  });

  test('what is no plain file', async () => {
    execFileSync('mkfifo', [inside('out')]);
    expect(await write({ path: 'out' })).toMatchObject({ code: 'io/not-a-file' });
    expect(await write({ path: 'out', append: true })).toMatchObject({ code: 'io/not-a-file' });
    expect(await write({ path: '/dev/null' }, { write: ['/dev/null'] })).toMatchObject({ code: 'io/not-a-file' });
  });

  test('too much, nothing named, an operation', async () => {
    expect(await write({ path: 'out' }, {}, 'x'.repeat(1001))).toMatchObject({ code: 'limit/bytes' });
    expect(await write({})).toMatchObject({ code: 'io/no-target' });
    expect(await write({ operation: 'shred', args: ['out'] })).toMatchObject({ code: 'io/unsupported' });
    expect(readdirSync(workspace).sort()).toEqual(['docs', 'other']);
  });
});
