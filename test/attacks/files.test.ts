import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { compile, readBundle } from '../../src/index.ts';
import { skillc, withDirectory } from './in-child.ts';
import { fence, head, loadErrors } from './judge.ts';

const skill = head + fence('curl https://good.test/');
const canary = 'CANARY-7f3a91';

function demo(directory: string, text = skill): string {
  const path = join(directory, 'demo');
  mkdirSync(path);
  writeFileSync(join(path, 'SKILL.md'), text);
  return path;
}

function codesOf(path: string): readonly string[] {
  const { diagnostics } = readBundle(path);
  return diagnostics.map(({ code }) => code);
}

describe('what is not a plain file', () => {
  test('a FIFO as the skill, beside it or by name is refused without waiting', async () => {
    await withDirectory((directory) => {
      const path = join(directory, 'demo');
      mkdirSync(path);
      spawnSync('mkfifo', [join(path, 'SKILL.md')]);
      const start = performance.now();
      expect([codesOf(path), codesOf(join(path, 'SKILL.md'))]).toEqual([['source/file-type'], ['source/file-type']]);
      expect(performance.now() - start).toBeLessThan(1_000);
      expect(skillc(['check', path]).status).toBe(1);
      const other = join(directory, 'other');
      mkdirSync(other);
      writeFileSync(join(other, 'SKILL.md'), skill);
      spawnSync('mkfifo', [join(other, 'pipe')]);
      expect(codesOf(other)).toEqual(['source/file-type']);
    });
  });

  test('a device and a socket are refused', async () => {
    expect(codesOf('/dev/zero')).toEqual(['source/file-type']);
    const server = createServer();
    const path = await withDirectory(async (directory) => {
      const bundle = demo(directory);
      await new Promise<void>((resolve) => server.listen(join(bundle, 'socket'), resolve));
      expect(codesOf(bundle)).toEqual(['source/file-type']);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      return bundle;
    });
    expect(path).toContain('demo');
  });

  test('a link that leaves the bundle is never read; one inside is', async () => {
    await withDirectory((directory) => {
      writeFileSync(join(directory, 'CANARY'), canary);
      mkdirSync(join(directory, 'secret'));
      writeFileSync(join(directory, 'secret', 'CANARY'), canary);
      const path = demo(directory);
      symlinkSync('../CANARY', join(path, 'a.md'));
      symlinkSync(join(directory, 'CANARY'), join(path, 'b.md'));
      symlinkSync('../secret', join(path, 'c'));
      symlinkSync('/proc/self/environ', join(path, 'd'));
      symlinkSync('loop', join(path, 'loop'));
      symlinkSync('SKILL.md', join(path, 'inside.md'));
      const { bundle, diagnostics } = readBundle(path);
      expect([...(bundle?.files.keys() ?? [])]).toEqual(['SKILL.md', 'inside.md']);
      expect(diagnostics.map(({ code }) => code)).toEqual(Array(5).fill('source/link-ignored'));
      for (const format of ['text', 'json', 'html']) {
        const { stdout, stderr } = skillc(['manifest', path, '--format', format]);
        expect(`${stdout}${stderr}`).not.toContain(canary);
      }
    });
  });

  test('a skill that is itself a link out is refused', async () => {
    await withDirectory((directory) => {
      writeFileSync(join(directory, 'CANARY.md'), head + canary);
      const path = join(directory, 'demo');
      mkdirSync(path);
      symlinkSync('../CANARY.md', join(path, 'SKILL.md'));
      const read = [path, join(path, 'SKILL.md')].map((one) => readBundle(one).bundle);
      expect(read).toEqual([undefined, undefined]);
      expect(skillc(['manifest', path, '--format', 'json']).stdout).not.toContain(canary);
    });
  });

  test.each(['a\u202Eb.md', 'a\u200Bb.sh', 'a\nb', 'a\u001B[2J', '\u{E0041}'])(
    'a file named %j is refused',
    async (name) => {
      await withDirectory((directory) => {
        const path = demo(directory);
        writeFileSync(join(path, name), 'x');
        expect(codesOf(path)).toEqual(['source/file-name']);
        expect(/[\u202E\u200B\u001B\u{E0041}]/u.test(skillc(['check', path]).stdout)).toBe(false);
      });
    },
  );

  test('names that look like paths or options are only names', async () => {
    await withDirectory((directory) => {
      const path = demo(directory);
      for (const name of ['..x', '-rf', '~', '__proto__', 'constructor', 'C:', '%2e%2e', 'CON'])
        writeFileSync(join(path, name), 'x');
      const { bundle, diagnostics } = readBundle(path);
      expect([bundle?.files.size, diagnostics]).toEqual([9, []]);
    });
  });
});

describe('paths in the text', () => {
  test.each([
    '../../CANARY.md',
    '/etc/CANARY',
    '~/CANARY',
    'file:///etc/CANARY',
    'C:\\CANARY',
    '\\\\host\\CANARY',
    'a/../../CANARY',
    './../CANARY',
  ])('%s leaves the bundle', (path) => {
    const text = (value: string) => `---\nname: demo\ndescription: A\nreferences:\n  - ${JSON.stringify(value)}\n---\n`;
    expect(loadErrors({ 'SKILL.md': text(path) })).toEqual(['parse/path-outside']);
    expect(loadErrors({ 'SKILL.md': text('references/a.md') })).toEqual([]);
  });
});

describe('size', () => {
  test('50 MB are refused before they are read', async () => {
    await withDirectory((directory) => {
      const path = demo(directory);
      truncateSync(join(path, 'SKILL.md'), 50 * 1024 * 1024);
      const before = process.memoryUsage().rss;
      const start = performance.now();
      expect(readBundle(join(path, 'SKILL.md')).bundle).toBeUndefined();
      expect(performance.now() - start).toBeLessThan(500);
      expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
      const { status, stdout, stderr } = skillc(['check', path]);
      expect([status, `${stdout}${stderr}`.includes('limit/size')]).toEqual([1, true]);
    });
  });

  test('a thousand thin files are read, a flood of them is not', async () => {
    await withDirectory((directory) => {
      const path = demo(directory);
      for (let i = 0; i < 1_000; i++) writeFileSync(join(path, `${i}.md`), '');
      expect(readBundle(path).bundle?.files.size).toBe(1_001);
      for (let i = 1_000; i < 2_000; i++) writeFileSync(join(path, `${i}.md`), '');
      expect([readBundle(path).bundle, codesOf(path)]).toEqual([undefined, ['limit/files']]);
    });
  });
});

/** What is on the disk at one moment is a beginning of one text: the writer cuts the file and writes it again. */
test('a file rewritten while it is read gives one snapshot or none', async () => {
  const texts = ['a', 'b'].map((letter) => `${letter}${head}${letter.repeat(100_000)}`);
  const seen = await withDirectory(async (directory) => {
    const path = join(directory, 'skill-under-test.md');
    writeFileSync(path, texts[0] ?? '');
    const writer = new Worker(
      `const { writeFileSync } = require('node:fs');
       const { workerData: { path, texts } } = require('node:worker_threads');
       const end = Date.now() + 1500;
       for (let i = 0; Date.now() < end; i++) writeFileSync(path, texts[i % 2]);`,
      { eval: true, workerData: { path, texts } },
    );
    const done = new Promise((resolve) => writer.on('exit', resolve));
    const results: string[] = [];
    for (const end = Date.now() + 1_200; Date.now() < end; await new Promise((go) => setTimeout(go, 1))) {
      const { bundle } = readBundle(path);
      const bytes = bundle?.files.get('skill-under-test.md')?.bytes;
      if (bundle === undefined || bytes === undefined) continue;
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
      const text = new TextDecoder().decode(bytes);
      const whole = texts.some((one) => one.startsWith(text));
      results.push(whole && digest === bundle.digest ? 'snapshot' : `mixed ${bundle.digest}`);
      expect(compile(bundle).skill?.source.digest ?? digest).toBe(digest);
    }
    await done;
    return results;
  });
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.filter((result) => result !== 'snapshot')).toEqual([]);
});
