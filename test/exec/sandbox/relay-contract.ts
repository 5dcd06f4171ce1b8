import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobOf, seen } from '../../../scripts/escape/job.ts';
import type { Sandbox } from '../../../src/exec/sandbox/sandbox.ts';

/** The way to the broker, and that there is no other. */
export function relayContract(open: () => Promise<Sandbox>): void {
  let sandbox: Sandbox;
  let directory: string;
  let socket: string;
  let server: Server;
  beforeAll(async () => {
    sandbox = await open();
    directory = mkdtempSync(join(tmpdir(), 'skillc-relay-'));
    socket = join(directory, 'egress.sock');
    server = createServer((client) => {
      client.on('error', () => {});
      client.once('data', (data) => {
        const [first] = data.toString().split('\r\n');
        client.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nsaw ${first}${'.'.repeat(100_000)}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true });
  });

  const env = { PATH: '/usr/bin', http_proxy: 'http://127.0.0.1:3128' };
  const curl = { program: '/usr/bin/curl', args: ['-sS', 'http://example.test/a'], env };

  test('the program reaches the broker', async () => {
    expect(await seen(sandbox, jobOf('', { ...curl, egress: { socket } }))).toEqual({
      exitCode: 0,
      stdout: `saw GET http://example.test/a HTTP/1.1${'.'.repeat(100_000)}`,
      stderr: '',
    });
  });

  test('without the broker there is no network at all', async () => {
    expect((await seen(sandbox, jobOf('', curl))).exitCode).toBe(7);
  });

  test('several connections at once each get their answer', async () => {
    const script = 'for n in 1 2 3 4 5 6; do curl -sS -o /tmp/$n http://example.test/$n & done; wait; cat /tmp/*';
    const { stdout } = await seen(sandbox, jobOf(script, { env, egress: { socket } }));
    const answers = stdout.match(/saw GET http:\/\/example\.test\/\d HTTP/g) ?? [];
    expect(answers.sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `saw GET http://example.test/${n} HTTP`));
  });

  test('the relay is not among the children, variables or descriptors of the program', async () => {
    const script = 'wait; cat /proc/$$/task/$$/children; tr "\\0" "\\n" </proc/$$/environ; ls /proc/$$/fd';
    const job = jobOf(script, { env: { ONE: '1', PATH: '/usr/bin' }, egress: { socket } });
    expect(await seen(sandbox, job)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^(\d+ )?(ONE=1\nPATH=\/usr\/bin|PATH=\/usr\/bin\nONE=1)\n0\n1\n2\n(\d{2,}\n)*$/),
    });
  });

  test("the exit code is the program's, not the relay's", async () => {
    for (const [script, exitCode] of [
      ['exit 9', 9],
      ['kill -KILL $$', 137],
    ] as const) {
      expect((await seen(sandbox, jobOf(script, { egress: { socket } }))).exitCode).toBe(exitCode);
    }
  });
}
