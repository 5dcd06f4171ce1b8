import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consoleFiles } from '../../src/web/console-files.ts';
import { type ExecHome, execHome } from '../cli/exec-home.ts';

const bin = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));

// Many calls and processes: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
});

afterEach(() => at.close());

test('`skillc serve` says where the tokens are, `skillc console` lets a browser in, and a signal ends it', async () => {
  const env = { PATH: process.env.PATH ?? '', HOME: at.root, SKILLC_HOME: at.home };
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0'], { env, cwd: at.root });
  const gone = new Promise<number | null>((resolve) => server.once('exit', resolve));
  try {
    const greeting = await new Promise<string>((resolve) =>
      server.stdout.once('data', (chunk) => resolve(String(chunk))),
    );
    const [, url = ''] = /^skillc serves (http:\/\/127\.0\.0\.1:\d+)$/m.exec(greeting) ?? [];
    expect(greeting).toContain(join(at.home, 'serve', 'agent-token'));
    expect(greeting).not.toMatch(/skillc_(?:agent|reviewer)_/);
    const { out } = await at.run(['console', '--no-open']);
    const [, code = ''] = /#code=(\S+)$/m.exec(out) ?? [];
    expect(out).toBe(`the console, once and for a minute: ${url}/#code=${code}\n`);
    const granted = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const { token } = (await granted.json()) as { readonly token: string };
    const state = await fetch(`${url}/api/state`, { headers: { authorization: `Bearer ${token}` } });
    expect(await state.json()).toMatchObject({ skills: 0, sessions: 0 });
  } finally {
    server.kill('SIGTERM');
  }
  expect([await gone, existsSync(join(at.home, 'serve', 'server.json'))]).toEqual([0, false]);
});

describe('where it listens', () => {
  test.each([
    [['--host', '0.0.0.0'], /--allow-host/],
    [['--host', 'example.com'], /no address/],
    [['--port', '70000'], /no port/],
    [['--host', '0.0.0.0', '--allow-host', 'a b'], /no host name/],
  ])('%j is wrong usage', async (words, message) => {
    const { code, err } = await at.run(['serve', ...words]);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test('a port that is taken is told', async () => {
    const { code, document } = await at.json(['serve', '--port', new URL(at.origin).port]);
    expect([code, document.reason.code, document.reason.remedy]).toEqual([
      1,
      'serve/listen',
      'take another with --port',
    ]);
  });
});

describe('the files of the console', () => {
  test('that are not built are said to be', async () => {
    const page = consoleFiles(join(at.root, 'none'))('/');
    expect([page?.status, await page?.text()]).toEqual([
      503,
      'the console is not built: run `npm run build:console` in the checkout of skillc, then start `skillc serve` again\n',
    ]);
  });

  test('are those of its folder and no others', async () => {
    const folder = join(at.root, 'console');
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'assets', 'a.js'), 'let a;');
    writeFileSync(join(folder, 'secret.pem'), 'no');
    const files = consoleFiles(folder);
    const got = (path: string) => {
      const response = files(path);
      return response === undefined
        ? undefined
        : [response.headers.get('content-type'), response.headers.get('cache-control')];
    };
    expect(
      ['/', '/index.html', '/inbox', '/assets/a.js', '/assets/b.js', '/secret.pem', '/../index.html'].map(got),
    ).toEqual([
      ['text/html; charset=utf-8', 'no-store'],
      ['text/html; charset=utf-8', 'no-store'],
      ['text/html; charset=utf-8', 'no-store'],
      ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      undefined,
      undefined,
      undefined,
    ]);
  });
});
