import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobOf, seen } from '../../../scripts/escape/job.ts';
import { openSandboxes, type Sandboxes, type SandboxOptions } from '../../../src/exec/sandbox/open.ts';
import type { Sandbox } from '../../../src/exec/sandbox/sandbox.ts';

let directory: string;
let opened: Sandboxes[];
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-open-')));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  rmSync(directory, { recursive: true });
});

/** Without the back ends that would take the place of the one that is looked at. */
function open(options: SandboxOptions): Sandboxes {
  const sandboxes = openSandboxes({ without: ['runc', 'podman', 'docker'], ...options });
  opened.push(sandboxes);
  return sandboxes;
}

async function chosen(options: SandboxOptions): Promise<Sandbox> {
  const choice = await open(options).choose({ class: 'process' });
  if (choice.kind === 'refused') throw new Error(choice.message);
  return choice.sandbox;
}

function program(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

describe('a sandbox that does not hold is not used', () => {
  test('one that is missing', async () => {
    const choice = await open({ bubblewrap: { program: join(directory, 'bwrap') } }).choose({ class: 'process' });
    expect(choice).toEqual({
      kind: 'refused',
      code: 'sandbox/none',
      message: `no sandbox, so nothing runs: \`${join(directory, 'bwrap')}\` is not a program`,
      remedy: 'apt-get install bubblewrap util-linux',
    });
  });

  test.each([
    ['that says nothing', '#!/bin/sh\nexit 0\n', /is not bubblewrap/],
    ['that fails', '#!/bin/sh\necho bubblewrap 0.9.0; [ "$1" = --version ] || exit 1\n', /could not be made/],
    [
      'that only runs the program',
      '#!/bin/sh\nif [ "$1" = --version ]; then echo bubblewrap 0.9.0; exit 0; fi\ncat <&3 >/dev/null\nwhile [ "$1" != -- ]; do shift; done; shift\nexec "$@"\n',
      /could not be made|does not see the file|does not hold/,
    ],
  ])('a fake one %s', async (_, text, message) => {
    const choice = await open({ bubblewrap: { program: program('bwrap', text) } }).choose({ class: 'process' });
    expect(choice).toMatchObject({ kind: 'refused', code: 'sandbox/none', message: expect.stringMatching(message) });
  });

  test('one that leaves a part out', async () => {
    // Everything but the filter of system calls, and the network of the host.
    const text = `#!/usr/bin/python3
import os, sys
if sys.argv[1] == '--version':
    print('bubblewrap 0.9.0'); sys.exit(0)
data = b''
while chunk := os.read(3, 65536): data += chunk
options = data.decode().split('\\0')[:-1]
at = options.index('--seccomp')
del options[at:at + 2]
options.insert(options.index('--unshare-all') + 1, '--share-net')
read, write = os.pipe()
os.write(write, b''.join(o.encode() + b'\\0' for o in options)); os.close(write)
os.dup2(read, 3); os.close(read); os.close(5)
os.execv('/usr/bin/bwrap', ['bwrap', *sys.argv[1:]])
`;
    const choice = await open({ bubblewrap: { program: program('bwrap', text) } }).choose({ class: 'process' });
    expect(choice).toMatchObject({
      kind: 'refused',
      message: 'no sandbox, so nothing runs: bubblewrap does not hold network, seccomp on this machine',
    });
  });

  test('one that others can change', async () => {
    const path = program('bwrap', '#!/bin/sh\n');
    chmodSync(path, 0o777);
    const choice = await open({ bubblewrap: { program: path } }).choose({ class: 'process' });
    expect(choice).toMatchObject({ kind: 'refused', message: expect.stringContaining('can be written by others') });
  });

  test('one in the PATH of the caller', async () => {
    const before = process.env.PATH;
    process.env.PATH = `${directory}:${before}`;
    program('bwrap', '#!/bin/sh\nexit 0\n');
    try {
      expect(await seen(await chosen({}), jobOf('cat /proc/1/comm'))).toMatchObject({ stdout: 'bwrap\n' });
    } finally {
      process.env.PATH = before;
    }
  });

  test('one that is replaced after it was measured', async () => {
    const path = join(directory, 'bwrap');
    copyFileSync('/usr/bin/bwrap', path);
    chmodSync(path, 0o755);
    const sandbox = await chosen({ bubblewrap: { program: path } });
    expect((await seen(sandbox, jobOf('exit 4'))).exitCode).toBe(4);
    writeFileSync(path, '#!/bin/sh\nexit 0\n');
    expect(await sandbox.run(jobOf('exit 4'))).toMatchObject({ kind: 'refused', code: 'sandbox/changed' });
  });

  test('a weaker class than the one that is asked for', async () => {
    const sandboxes = open({ without: ['bubblewrap', 'runc', 'podman', 'docker'] });
    expect(await sandboxes.choose({ class: 'process' })).toMatchObject({ kind: 'refused' });
    expect(await sandboxes.choose({ class: 'process', runs: 'javascript' })).toMatchObject({ kind: 'refused' });
    expect(await sandboxes.choose({ class: 'isolate', runs: 'python' })).toMatchObject({ kind: 'refused' });
    expect(await sandboxes.choose({ class: 'isolate', runs: 'javascript' })).toMatchObject({ kind: 'chosen' });
  });

  test('one that does not hold all that is asked for', async () => {
    const sandboxes = open({ bubblewrap: { cgroups: false } });
    expect(await sandboxes.choose({ class: 'process', holds: ['memory'] })).toMatchObject({
      kind: 'refused',
      message: 'no sandbox, so nothing runs: bubblewrap does not hold memory on this machine',
    });
    expect(await sandboxes.choose({ class: 'process', holds: ['memory-each'] })).toMatchObject({ kind: 'chosen' });
  });
});

describe('what was measured', () => {
  const cache = () => join(directory, 'sandbox.json');

  test('is kept in the home, and taken from there', async () => {
    const { isolation } = await chosen({ home: directory });
    const kept = JSON.parse(readFileSync(cache(), 'utf8'));
    expect(kept).toEqual({ bubblewrap: { key: expect.stringMatching(/^sha256:/), holds: isolation.holds } });
    const [first, ...rest] = isolation.holds;
    writeFileSync(cache(), JSON.stringify({ bubblewrap: { ...kept.bubblewrap, holds: rest } }));
    expect((await chosen({ home: directory })).isolation.holds).toEqual(rest);
    expect(first).toBe('files');
  });

  test.each(['', 'text', '[]', '{"bubblewrap":1}', '{"bubblewrap":{"key":"sha256:0","holds":["files"]}}'])(
    'is measured again where the file has %j',
    async (text) => {
      writeFileSync(cache(), text);
      expect((await chosen({ home: directory })).isolation.holds).toContain('seccomp');
    },
  );

  test('belongs to one program', async () => {
    await chosen({ home: directory });
    const other = program('bwrap', '#!/bin/sh\necho bubblewrap 0.9.0\n');
    const choice = await open({ home: directory, bubblewrap: { program: other } }).choose({ class: 'process' });
    expect(choice).toMatchObject({ kind: 'refused' });
  });
});

describe('the home of skillc', () => {
  test('is not mounted, nor anything in it', async () => {
    const home = join(directory, 'home');
    mkdirSync(join(home, 'deep'), { recursive: true });
    const sandbox = await chosen({ home });
    for (const host of [home, join(home, 'deep')]) {
      const mounts = [{ kind: 'path', host, at: '/input', access: 'read' }] as const;
      expect(await sandbox.run(jobOf('ls /input', { mounts }))).toMatchObject({
        kind: 'refused',
        code: 'sandbox/mount',
        message: `\`${host}\` is in \`${home}\`, which no sandbox may see`,
      });
    }
  });

  test('is empty where a directory around it is mounted', async () => {
    const home = join(directory, 'work', '.skillc');
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'secrets'), 'secret');
    writeFileSync(join(directory, 'work', 'note'), 'note');
    const sandbox = await chosen({ home });
    const mounts = [{ kind: 'path', host: join(directory, 'work'), at: '/work', access: 'write' }] as const;
    const script =
      'cat /work/note; ls -A /work/.skillc; echo x >/work/.skillc/new; rm -r /work/.skillc; mv /work/.skillc /work/moved; ls -A /work';
    const { stdout } = await seen(sandbox, jobOf(script, { mounts }));
    expect(stdout).toBe('note.skillc\nnote\n');
    expect(readFileSync(join(home, 'secrets'), 'utf8')).toBe('secret');
  });

  test('shows what is shared, for reading', async () => {
    const [home, shared] = [join(directory, 'home'), join(directory, 'home', 'environments')];
    mkdirSync(shared, { recursive: true });
    writeFileSync(join(shared, 'package'), 'package');
    const sandbox = await chosen({ home, shared: [shared] });
    const at = (access: 'read' | 'write') => [{ kind: 'path', host: shared, at: '/env', access }] as const;
    expect((await seen(sandbox, jobOf('cat /env/package', { mounts: at('read') }))).stdout).toBe('package');
    expect(await sandbox.run(jobOf('cat /env/package', { mounts: at('write') }))).toMatchObject({ kind: 'refused' });
  });
});
