import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExecHome, execHome } from './exec-home.ts';

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
  await at.run(['load', at.skill]);
  await at.run(['approve', 'demo', '--yes']);
});

afterEach(() => at.close());

const launcher = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));

/** A real process whose system calls on the log's file fail as those of a broken disk do. */
async function execute(calls: string, error: string): Promise<{ readonly code: number | null; readonly out: string }> {
  const file = join(at.home, 'ledger.db-wal');
  const fault = [
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-P',
    file,
    '-e',
    `trace=${calls}`,
    '-e',
    `inject=${calls}:error=${error}`,
  ];
  const words = [process.execPath, launcher, 'execute', 'demo.add', '--json'];
  const env = { ...process.env, SKILLC_HOME: at.home };
  const child = spawn('strace', error === '' ? ['-f', '-qq', '-o', '/dev/null', ...words] : [...fault, ...words], {
    env,
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.resume();
  return new Promise((done, fail) => child.on('error', fail).on('close', (code) => done({ code, out })));
}

test.each([
  ['fdatasync,fsync', 'EIO', 'disk I/O error'],
  ['pwrite64', 'EIO', 'disk I/O error'],
  ['pwrite64', 'ENOSPC', 'database or disk is full'],
])('nothing is sent where %s of the log gives %s', { timeout: 60_000 }, async (calls, error, message) => {
  const { code, out } = await execute(calls, error);
  const { outcome, reason } = JSON.parse(out);
  expect([code, outcome, reason.code, at.seen]).toEqual([3, 'denied', 'log/read-only', []]);
  expect([reason.message, reason.remedy]).toEqual([`nothing more is recorded: ${message}`, 'skillc doctor']);
  expect((await at.json(['log', 'verify'])).document.ok).toBe(true);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
  expect(at.seen.length).toBe(1);
});

test('the same process sends where the disk is well', { timeout: 60_000 }, async () => {
  expect([(await execute('', '')).code, at.seen.length]).toEqual([0, 1]);
});
