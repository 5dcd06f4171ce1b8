import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleLimits } from '../../src/source/limits.ts';
import { readBundle } from '../../src/source/read-bundle.ts';

let root: string;
let skill: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-source-'));
  skill = join(root, 'search');
  mkdirSync(skill);
  write('SKILL.md', '# Search\n');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | Buffer): void {
  const file = join(skill, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
}

const hex = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const codes = (path: string, limits = {}) =>
  readBundle(path, { ...bundleLimits, ...limits }).diagnostics.map(({ code }) => code);

describe('a directory', () => {
  test('is a snapshot of its files with the digest that the page on manifests describes', () => {
    write('scripts/run.py', 'print(1)\n');
    chmodSync(join(skill, 'scripts/run.py'), 0o755);
    write('.git/config', 'x');
    write('a/node_modules/m.js', 'x');
    write('a/__pycache__/m.pyc', 'x');
    const records = `SKILL.md\0-\0${hex('# Search\n')}\nscripts/run.py\0x\0${hex('print(1)\n')}\n`;
    const file = (path: string, content: string, executable: boolean) =>
      [path, { path, bytes: Buffer.from(content), digest: `sha256:${hex(content)}`, executable }] as const;
    expect(readBundle(skill)).toEqual({
      bundle: {
        uri: skill,
        entry: 'SKILL.md',
        directory: 'search',
        digest: `sha256:${hex(records)}`,
        files: new Map([file('SKILL.md', '# Search\n', false), file('scripts/run.py', 'print(1)\n', true)]),
      },
      place: realpathSync(skill),
      diagnostics: [],
    });
  });

  test('named by its SKILL.md gives the same digest', () => {
    write('notes.txt', 'x');
    expect(readBundle(join(skill, 'SKILL.md')).bundle?.digest).toBe(readBundle(skill).bundle?.digest);
  });

  test.each([
    ['path', () => write('b.txt', 'x')],
    ['content', () => write('SKILL.md', '# Other\n')],
    ['executable bit', () => chmodSync(join(skill, 'SKILL.md'), 0o755)],
  ])('another %s is another digest', (_, change) => {
    const before = readBundle(skill).bundle?.digest;
    change();
    expect(readBundle(skill).bundle?.digest).not.toBe(before);
  });

  test('the entry is the first of the known names', () => {
    write('openapi.yaml', 'openapi: 3.1.0\n');
    write('skill.yaml', 'skill: {}\n');
    expect(readBundle(skill).bundle?.entry).toBe('SKILL.md');
    rmSync(join(skill, 'SKILL.md'));
    expect(readBundle(skill).bundle?.entry).toBe('skill.yaml');
    rmSync(join(skill, 'skill.yaml'));
    expect(readBundle(skill).bundle?.entry).toBe('openapi.yaml');
  });

  test('without a skill names what is near', () => {
    rmSync(join(skill, 'SKILL.md'));
    write('SKIL.md', 'x');
    expect(readBundle(skill).diagnostics).toEqual([
      {
        code: 'source/no-skill',
        severity: 'error',
        message: `\`${skill}\` holds no SKILL.md or other skill file`,
        help: 'did you mean `SKILL.md`?',
      },
    ]);
  });
});

describe('a single file', () => {
  test('is a bundle of its own, by the hash of its bytes', () => {
    write('openapi.json', '{}');
    const path = join(skill, 'openapi.json');
    const file = { path: 'openapi.json', bytes: Buffer.from('{}'), digest: `sha256:${hex('{}')}`, executable: false };
    expect(readBundle(path)).toEqual({
      bundle: { uri: path, entry: 'openapi.json', digest: file.digest, files: new Map([['openapi.json', file]]) },
      place: realpathSync(path),
      diagnostics: [],
    });
  });

  test('that does not exist', () => {
    expect(codes(join(skill, 'nothing.md'))).toEqual(['source/missing']);
    expect(codes(join(skill, 'SKILL.md/x'))).toEqual(['source/missing']);
  });

  test('SKILL.md in a directory that is too large to be its own stands alone', () => {
    write('a.txt', 'x');
    write('b.txt', 'x');
    const read = readBundle(join(skill, 'SKILL.md'), { ...bundleLimits, files: 2 });
    expect([read.bundle?.digest, read.diagnostics.map(({ code }) => code)]).toEqual([
      `sha256:${hex('# Search\n')}`,
      ['source/alone'],
    ]);
    expect(codes(skill, { files: 2 })).toEqual(['limit/files']);
  });
});

describe('limits', () => {
  test('a 50 MB SKILL.md is refused without being read', () => {
    truncateSync(join(skill, 'SKILL.md'), 50 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    expect(codes(skill)).toEqual(['limit/size']);
    expect(codes(join(skill, 'SKILL.md'))).toEqual(['limit/size']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 1024 * 1024);
  });

  test('the total size is bounded, and just below it is read', () => {
    write('a.bin', Buffer.alloc(600));
    write('b.bin', Buffer.alloc(600));
    expect(codes(skill, { totalBytes: 1_000 })).toEqual(['limit/size']);
    expect(codes(skill, { totalBytes: 1_209 })).toEqual([]);
  });

  test('files and depth are bounded', () => {
    write('a/b/c/d.txt', 'x');
    expect(codes(skill, { depth: 2 })).toEqual(['limit/files']);
    expect(codes(skill, { depth: 3 })).toEqual([]);
    expect(codes(skill, { directories: 3 })).toEqual(['limit/files']);
    expect(codes(skill, { directories: 4 })).toEqual([]);
  });
});

describe('what is not a plain file', () => {
  test('a FIFO is refused without waiting for a writer', () => {
    rmSync(join(skill, 'SKILL.md'));
    execFileSync('mkfifo', [join(skill, 'SKILL.md')]);
    expect(codes(skill)).toEqual(['source/file-type']);
    expect(codes(join(skill, 'SKILL.md'))).toEqual(['source/file-type']);
  });

  test('a device is refused', () => {
    expect(codes('/dev/zero')).toEqual(['source/file-type']);
    symlinkSync('/dev/zero', join(skill, 'zero'));
    expect(codes(skill)).toEqual(['source/link-ignored']);
  });

  test('a socket is refused', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(skill, 'socket'), done));
    try {
      expect(codes(skill)).toEqual(['source/file-type']);
      expect(codes(join(skill, 'socket'))).toEqual(['source/file-type']);
    } finally {
      server.close();
    }
  });
});

describe('links', () => {
  beforeEach(() => {
    writeFileSync(join(root, 'canary.txt'), 'canary');
    mkdirSync(join(root, 'elsewhere'));
    writeFileSync(join(root, 'elsewhere', 'x.txt'), 'canary');
  });

  test('one that leaves the bundle is not read', () => {
    symlinkSync(join(root, 'canary.txt'), join(skill, 'a.txt'));
    symlinkSync('../elsewhere', join(skill, 'b'));
    symlinkSync('nowhere', join(skill, 'c'));
    const read = readBundle(skill);
    expect([[...(read.bundle?.files.keys() ?? [])], read.diagnostics.map(({ message }) => message)]).toEqual([
      ['SKILL.md'],
      ['a.txt', 'b', 'c'].map((name) => `\`${name}\` is a link that leads to no file of the bundle; it is not read`),
    ]);
  });

  test('one to a file of the bundle is that file', () => {
    symlinkSync('SKILL.md', join(skill, 'README.md'));
    expect(readBundle(skill).bundle?.files.get('README.md')?.digest).toBe(`sha256:${hex('# Search\n')}`);
  });

  test('one into an ignored directory is not read', () => {
    write('.git/config', 'token');
    symlinkSync('.git/config', join(skill, 'config'));
    expect(codes(skill)).toEqual(['source/link-ignored']);
  });

  test('a SKILL.md that leaves its directory is no skill', () => {
    rmSync(join(skill, 'SKILL.md'));
    symlinkSync('../canary.txt', join(skill, 'SKILL.md'));
    expect(readBundle(skill).bundle).toBeUndefined();
    expect(codes(join(skill, 'SKILL.md'))).toEqual(['source/link']);
  });

  test('a directory may be named through one', () => {
    symlinkSync(skill, join(root, 'link'));
    expect(readBundle(join(root, 'link')).bundle?.digest).toBe(readBundle(skill).bundle?.digest);
  });
});

test.each(['a\u202Eb.txt', 'a\nb.txt'])('a file name that cannot be shown is refused', (name) => {
  write(name, 'x');
  expect(codes(skill)).toEqual(['source/file-name']);
});

test('a file name that is not UTF-8 is refused', () => {
  writeFileSync(Buffer.concat([Buffer.from(`${skill}/`), Buffer.from([0x61, 0xff])]), 'x');
  expect(codes(skill)).toEqual(['source/file-name']);
});

// A writer that is stopped in the middle leaves the beginning of a version on the disk: that, too, is one moment.
test('a file that is rewritten in a loop is never read as a mixture of its versions', async () => {
  const script = `const fs=require('fs');const v=['a'.repeat(300000),'b'.repeat(300000)];
    process.stdout.write('.');for(let i=0;;i++)fs.writeFileSync(process.argv[1],v[i%2])`;
  const writer = spawn(process.execPath, ['-e', script, join(skill, 'SKILL.md')]);
  await new Promise((done) => writer.stdout.once('data', done));
  try {
    for (let round = 0; round < 40; round++) {
      const read = readBundle(skill);
      const file = read.bundle?.files.get('SKILL.md');
      if (file === undefined) expect(read.diagnostics.map(({ code }) => code)).toEqual(['source/changing']);
      else {
        expect(Buffer.from(file.bytes).toString()).toMatch(/^(?:a*|b*|# Search\n)$/);
        expect(file.digest).toBe(`sha256:${hex(file.bytes)}`);
      }
    }
  } finally {
    writer.kill('SIGKILL');
  }
});
