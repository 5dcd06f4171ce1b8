import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bin, type JailHome, jailHome } from './jail-home.ts';
import { onTerminal } from './pty.ts';

// Every one of them starts several programs.
vi.setConfig({ testTimeout: 120_000 });

let at: JailHome;
beforeEach(() => {
  at = jailHome();
});
afterEach(() => at.remove());

const run = (command: readonly string[], steps: readonly (readonly [string, string])[]) =>
  onTerminal([process.execPath, bin, 'jail', '--', ...command], steps, {
    env: { ...at.env, TERM: 'xterm' },
    cwd: at.workspace,
  });

test('an interactive agent keeps its terminal: it sees one, Ctrl-C is its own, jobs stop and go on', async () => {
  const { exitCode, seen } = await run(
    ['bash', '--norc', '-i'],
    [
      ['\\$ $', "PS1='ready> '\n"],
      ['ready> $', "stty size >/dev/null && echo has-'terminal'\n"],
      ['has-terminal[^>]*ready> $', `sh -c "echo wait-'ing'; exec sleep 300"\n`],
      ['wait-ing\\r\\n', '\x03'],
      ['ready> $', 'echo code $?\n'],
      ['ready> $', `sh -c "echo stop-'ping'; exec sleep 301"\n`],
      ['stop-ping\\r\\n', '\x1a'],
      ['Stopped[^>]*ready> $', "kill -9 %1; wait %1; echo still-'here'\n"],
      // Bash refuses to end at once while a job is known as stopped.
      ['still-here[^>]*ready> $', 'exit 12\n'],
    ],
  );
  expect([exitCode, seen.includes('code 130'), seen.includes('no job control')]).toEqual([12, true, false]);
});

test('an agent that lets Ctrl-C end it ends with it, and the terminal echoes again', async () => {
  const script = `stty -echo; echo rea"dy"; exec sleep 300`;
  const jailed = await run(['sh', '-c', script], [['ready', '\x03']]);
  const alone = await onTerminal(['/bin/sh', '-c', script], [['ready', '\x03']], { env: at.env, cwd: at.workspace });
  expect([jailed.exitCode, jailed.echoes, alone.exitCode, alone.echoes]).toEqual([130, true, -2, false]);
});

test('nothing can type on the terminal in the name of the person', async () => {
  const script = `
import fcntl, os
for fd in (0, os.open('/dev/tty', os.O_RDWR)):
    for request in (0x5412, 0x1_0000_5412):
        try:
            fcntl.ioctl(fd, request & 0xffffffff, b'x')
            print('ty' + 'ped')
        except OSError as error:
            print('refused', error.errno)
`;
  const { exitCode, seen } = await run(['python3', '-c', script], []);
  expect([exitCode, seen.match(/refused 1\b/g)?.length, seen.includes('typed')]).toEqual([0, 4, false]);
});

test('without a terminal it has none to open', async () => {
  const ended = await at.run(['jail', '--', 'sh', '-c', '(: </dev/tty) 2>/dev/null || echo none']);
  expect([ended.exitCode, ended.stdout]).toEqual([0, 'none\n']);
});
