import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempts, tryAttempts, tryOnHost } from '../../../scripts/escape/judge.ts';
import { makeWorld, type World } from '../../../scripts/escape/world.ts';
import { bubblewrap } from '../../../src/exec/sandbox/bubblewrap/open.ts';

describe('what a sandbox holds works outside of it', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.close());

  test('each that can be tried here gets what it is after', async () => {
    const answers = await tryOnHost(world);
    expect(answers.size).toBeGreaterThan(30);
    expect([...answers].filter(([, answer]) => !answer.startsWith('got '))).toEqual([]);
    // The collectors heard each of the ways to reach them: what must not be heard from a sandbox can be heard.
    expect(new Set(world.state().heard)).toEqual(new Set(['tcp', 'tcp6', 'udp', 'socket', 'abstract']));
  });

  test('every attempt has a control, or a reason to have none', () => {
    expect(attempts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(attempts.map(({ name }) => name)).size).toBe(attempts.length);
    expect(attempts.filter(({ control }) => control.on === 'nowhere' && control.because.length < 10)).toEqual([]);
  });

  test('a process that is left behind is found by its mark', async () => {
    expect(world.survivors()).toEqual([]);
    const child = spawn('/usr/bin/sleep', ['60'], { env: { MARK: world.mark }, stdio: 'ignore' });
    expect(world.survivors()).toEqual([expect.stringContaining(String(child.pid))]);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(world.survivors()).toEqual([]);
  });

  test('a sandbox without its filter of system calls is found out', async () => {
    const program = join(world.directory, 'bwrap');
    writeFileSync(program, unfiltered);
    chmodSync(program, 0o755);
    // Opened by hand: the self-test would not let it pass.
    const opened = await bubblewrap({ program, paths: { hidden: [], shared: [] } }).open();
    if (opened.kind === 'absent') throw new Error(opened.message);
    const isolation = { backend: 'weak', class: 'process', holds: [], digest: '' } as const;
    const problems = await tryAttempts({ isolation, run: opened.run }, world);
    opened.close();
    for (const name of [
      'trace a process',
      'leave a file that runs as its owner',
      'read a keyring',
      'make a user namespace',
    ]) {
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^${name}: got`)));
    }
    expect(problems).toContainEqual(expect.stringMatching(/^the host changed/));
  });
});

/** bubblewrap with some of its options taken away. */
const unfiltered = `#!/usr/bin/python3
import os, sys
if sys.argv[1] == '--version':
    print('bubblewrap 0.9.0'); sys.exit(0)
data = b''
while chunk := os.read(3, 65536): data += chunk
options = [option for option in data.decode().split('\\0')[:-1] if option != '--disable-userns']
at = options.index('--seccomp')
del options[at:at + 2]
read, write = os.pipe()
os.write(write, b''.join(option.encode() + b'\\0' for option in options)); os.close(write)
os.dup2(read, 3); os.close(read); os.close(5)
os.execv('/usr/bin/bwrap', ['bwrap', *sys.argv[1:]])
`;
