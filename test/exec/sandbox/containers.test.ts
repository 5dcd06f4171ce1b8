import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobOf, seen } from '../../../scripts/escape/job.ts';
import { openSandboxes, type SandboxOptions } from '../../../src/exec/sandbox/open.ts';
import { makeImage } from './image-directory.ts';

let directory: string;
let image: string;
beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-container-')));
  image = join(directory, 'image');
  makeImage(image, ['sh', 'env', 'cat', 'ls', 'chmod', 'dd', 'sleep', 'head', 'wc']);
});
afterAll(() => rmSync(directory, { recursive: true }));

const choose = (runtime: string, options: SandboxOptions) =>
  openSandboxes(options).choose({ class: 'process', runtime });

describe('an image that runc has as a directory', () => {
  const open = async () => {
    const choice = await choose('container:test:1', { images: { 'test:1': image } });
    if (choice.kind === 'refused') throw new Error(choice.message);
    return choice.sandbox;
  };

  test('is the root of the program', async () => {
    const sandbox = await open();
    expect(sandbox.isolation).toMatchObject({ backend: 'runc', class: 'process' });
    const mounts = [{ kind: 'file', bytes: Buffer.from('given\n'), at: '/input/data' }] as const;
    const script = 'cat /etc/image-name /input/data; ls /usr/bin; echo x >/etc/new || echo no; exit 5';
    expect(await seen(sandbox, jobOf(script, { mounts }))).toMatchObject({
      exitCode: 5,
      stdout: 'the image\ngiven\ncat\nchmod\ndd\nenv\nhead\nls\nsh\nsleep\nwc\nno\n',
    });
  });

  test('is not changed by it', async () => {
    const before = readdirSync(image, { recursive: true }).sort();
    await seen(await open(), jobOf('echo x >/tmp/x; echo x >/home/sandbox/x; sleep 60 & exit 0'));
    expect(readdirSync(image, { recursive: true }).sort()).toEqual(before);
  });
});

describe('an engine', () => {
  /** Answers as podman does, and writes down how it was called. */
  const engine = (
    name: string,
    image: 'there' | 'missing',
  ): { readonly program: string; readonly calls: () => readonly string[] } => {
    const [program, log] = [join(directory, name), join(directory, `${name}.log`)];
    const found = image === 'there' ? 'echo sha256:0' : 'exit 1';
    // A fake one: it runs the program on the host.
    const run = 'while [ "$1" != sha256:0 ]; do shift; done; shift; exec /bin/sh "$@"';
    const text = `#!/bin/sh\necho "$*" >>${log}\ncase "$1" in version) echo 1;; image) ${found};; run) ${run};; inspect) echo 0 false 2026;; esac\n`;
    writeFileSync(program, text);
    chmodSync(program, 0o755);
    return { program, calls: () => readFileSync(log, 'utf8').trim().split('\n') };
  };

  test('that lacks the image is not asked to fetch it', async () => {
    const podman = engine('podman', 'missing');
    const choice = await choose('container:ubuntu:22.04', { engines: { podman: podman.program }, without: ['docker'] });
    expect(choice).toEqual({
      kind: 'refused',
      code: 'sandbox/none',
      message: 'no sandbox, so nothing runs: the image `ubuntu:22.04` is not on this machine',
      remedy: 'podman pull ubuntu:22.04',
    });
    expect(podman.calls().map((call) => call.split(' ')[0])).toEqual(['version', 'image']);
  });

  test('that holds nothing is not used', async () => {
    const docker = engine('docker', 'there');
    const choice = await choose('container:ubuntu:22.04', { engines: { docker: docker.program }, without: ['podman'] });
    expect(choice).toMatchObject({ kind: 'refused', code: 'sandbox/none' });
    const run = docker.calls().find((call) => call.startsWith('run '));
    for (const option of [
      '--pull=never',
      '--network=none',
      '--read-only',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
    ]) {
      expect(run).toContain(` ${option} `);
    }
  });

  test('that is missing is named', async () => {
    const nothing = join(directory, 'nothing');
    const choice = await choose('container:ubuntu:22.04', { engines: { podman: nothing, docker: nothing } });
    expect(choice).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(`\`${nothing}\` is not a program`),
    });
  });

  test.each(['', '-v/:/host', '../up', 'a b', '$(id)', `x${'y'.repeat(300)}`])(
    'is never asked for an image called %j',
    async (name) => {
      const podman = engine(`odd-${basename(directory)}`, 'there');
      const choice = await choose(`container:${name}`, { engines: { podman: podman.program, docker: podman.program } });
      expect(choice).toMatchObject({ kind: 'refused', code: 'sandbox/none' });
      expect(podman.calls).toThrow();
    },
  );
});
