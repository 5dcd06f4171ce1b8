import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { execHome } from '../../cli/exec-home.ts';
import { addPython, makeImage } from '../sandbox/image-directory.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-image-')));
const image = join(directory, 'image');
let home: Awaited<ReturnType<typeof execHome>>;

beforeAll(() => {
  makeImage(image, ['sh', 'env', 'cat', 'ls', 'chmod', 'dd', 'sleep', 'readlink', 'sha256sum']);
  addPython(image);
  // Nowhere but in the image.
  writeFileSync(join(image, 'usr/bin/image-tool'), '#!/bin/sh\ncat /etc/image-name "$@"\n');
  chmodSync(join(image, 'usr/bin/image-tool'), 0o755);
});
afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(async () => {
  home = await execHome();
  mkdirSync(home.home, { mode: 0o700 });
  writeFileSync(join(home.home, 'config.yaml'), `images: {'own:1': ${image}}\n`, { mode: 0o600 });
});
afterEach(() => home.close());

async function load(operation: object): Promise<void> {
  const skill = { skill: { id: 'box', name: 'box', version: '1.0.0', description: 'd', operations: [operation] } };
  writeFileSync(join(home.root, 'skill.json'), JSON.stringify(skill));
  expect((await home.run(['load', join(home.root, 'skill.json')])).code).toBe(0);
}

const inside = { name: 'look', description: 'd', sandbox: { runtime: 'container:own:1' } };

async function approved(): Promise<string> {
  const { out } = await home.run(['approvals']);
  await home.run(['approve', 'box', '--yes', '--scope', 'always']);
  return out;
}

test('a program comes from the image, by its path and digest there', async () => {
  await load({ ...inside, command: 'image-tool' });
  const asked = await approved();
  expect(asked).toMatch(/reason {6}Unknown tool `image-tool` requires sandboxed execution/);
  expect(asked).toMatch(/programs {4}image-tool \/usr\/bin\/image-tool sha256:[0-9a-f]{64}/);
  expect(asked).toMatch(/isolation {3}process by runc, which holds files, /);
  expect((await home.json(['execute', 'box.look'])).document).toMatchObject({ outcome: 'done', result: 'the image\n' });
});

test('one that was replaced in the image since does not run', async () => {
  await load({ ...inside, command: 'image-tool' });
  await approved();
  writeFileSync(join(image, 'usr/bin/image-tool'), '#!/bin/sh\necho other\n');
  expect((await home.json(['execute', 'box.look'])).document).toMatchObject({ outcome: 'waiting' });
  writeFileSync(join(image, 'usr/bin/image-tool'), '#!/bin/sh\ncat /etc/image-name "$@"\n');
  expect((await home.json(['execute', 'box.look'])).document).toMatchObject({ outcome: 'done' });
});

test.each([
  [
    'with its first line',
    {
      ...inside,
      sandbox: undefined,
      runtime: 'container:own:1',
      script: '#!/usr/bin/env python3\nprint(open("/etc/image-name").read())\n',
    },
  ],
  ['with a runtime of its own', { ...inside, runtime: 'python', script: 'print(open("/etc/image-name").read())\n' }],
])('a script runs by the interpreter of the image: %s', async (_, operation) => {
  await load({ ...operation, filesystem: { read: ['/etc/image-name'] } });
  await approved();
  const { document } = await home.json(['execute', 'box.look']);
  expect(document).toMatchObject({ outcome: 'done', result: 'the image\n\n' });
});

test('what the image lacks is missing, whatever the machine has', async () => {
  await load({ ...inside, command: 'strace -V' });
  expect((await home.json(['execute', 'box.look'])).document).toMatchObject({
    outcome: 'denied',
    reason: {
      code: 'program/missing',
      message: 'the program `strace` is not in /usr/bin, /bin, /usr/local/bin of the image `own:1`',
      remedy: 'name an image that has it',
    },
  });
});

test('an image that is not there is refused with the command that gets it', async () => {
  await load({ ...inside, sandbox: { runtime: 'container:ubuntu:22.04' }, command: 'image-tool' });
  expect((await home.json(['execute', 'box.look'])).document).toMatchObject({
    outcome: 'denied',
    reason: { code: 'sandbox/none', remedy: expect.stringMatching(/(?:podman|docker) pull ubuntu:22\.04$/) },
  });
});
