import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Terminal } from '../../src/cli/terminal.ts';
import { whileWaiting } from '../../src/cli/while-waiting.ts';
import { chunks, nobody } from './fake-terminal.ts';

function terminalTo(shown: string[], errIsTerminal: boolean): Terminal {
  return {
    env: {},
    stdin: chunks(),
    stdinIsTerminal: false,
    outIsTerminal: false,
    errIsTerminal,
    columns: 30,
    out: async () => {},
    err: (text) => void shown.push(text),
    prompts: nobody,
    onInterrupt: () => () => {},
  };
}

const long = async () => {
  await sleep(1_300);
  return 'done';
};

test('a person who waits for longer than a second sees for what, in one line that is taken back', async () => {
  const shown: string[] = [];
  expect(await whileWaiting(terminalTo(shown, true), `running ${'x'.repeat(100)}`, long)).toBe('done');
  expect(shown).toEqual([`\r\u001B[Krunning ${'x'.repeat(16)}, 1 s`, '\r\u001B[K']);
});

test('what is quick, fails quickly, or is read by a program shows nothing', async () => {
  const shown: string[] = [];
  expect(await whileWaiting(terminalTo(shown, true), 'running', async () => 'done')).toBe('done');
  await expect(whileWaiting(terminalTo(shown, true), 'running', () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect(await whileWaiting(terminalTo(shown, false), 'running', long)).toBe('done');
  expect(shown).toEqual([]);
});
