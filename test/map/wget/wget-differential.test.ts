import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestTemplate } from '../../../src/ir/request.ts';
import { showText } from '../../../src/ir/text.ts';
import { wget } from '../../../src/map/primitives/wget/wget.ts';
import { command, contextWith } from '../command-words.ts';

interface Sent {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

let server: Server;
let port = 0;
let folder = '';
let received: Sent[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillc-wget-'));
  server = createServer((socket) => {
    let seen = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      const end = seen.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(seen)?.[1] ?? 0);
      if (end < 0 || seen.length < end + 4 + length) return;
      const [line = '', ...headers] = seen.slice(0, end).split('\r\n');
      received.push({ line, headers, body: seen.slice(end + 4) });
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  received = [];
  rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'skillc-wget-'));
  writeFileSync(join(folder, 'body.txt'), 'from a file\n');
});

async function run(args: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: folder };
  await new Promise<void>((resolve, reject) => {
    const child = spawn('wget', ['--no-config', '--no-hsts', '--tries=1', ...args], {
      cwd: folder,
      env,
      stdio: 'ignore',
    });
    child.on('error', (cause) => reject(new Error('wget does not run: apt-get install -y wget', { cause })));
    child.on('close', () => resolve());
  });
}

/** The request as bytes, from the template alone. */
function expected(request: RequestTemplate): Sent {
  const url = new RegExp(`^http://127\\.0\\.0\\.1:${port}(.*)$`).exec(showText(request.url));
  const body =
    request.body?.kind === 'bytes'
      ? request.body.parts.map((part) => (part.kind === 'text' ? showText(part.text) : 'from a file\n')).join('')
      : undefined;
  const basic = request.basicAuth;
  const method = showText(request.method);
  const length = body?.length ?? (method === 'POST' || method === 'PUT' ? 0 : undefined);
  const headers = [
    ...[...request.headers, ...request.impliedHeaders].map(
      ({ name, value }) => `${showText(name)}: ${showText(value)}`,
    ),
    ...(basic === undefined
      ? []
      : [`Authorization: Basic ${btoa(`${showText(basic.user)}:${showText(basic.password)}`)}`]),
    ...(length === undefined ? [] : [`Content-Length: ${length}`]),
    ...(request.headers.some(({ name }) => showText(name).toLowerCase() === 'host') ? [] : [`Host: 127.0.0.1:${port}`]),
  ];
  return { line: `${method} ${url?.[1]} HTTP/1.1`, headers: headers.toSorted(), body: body ?? '' };
}

const lines: readonly (readonly string[])[] = [
  ['-qO-', 'U/'],
  ['-qO-', 'U'],
  ['-q', '-O', '-', 'U/a/b'],
  ['--quiet', '--output-document=-', 'U/a?b=c'],
  ['-q', 'U/file.txt'],
  ['-q', 'U/dir/'],
  ['-q', 'U/f?x=1&y=2'],
  ['-q', '-P', 'sub', 'U/g.bin'],
  ['-nv', '-O', 'named', 'U/h'],
  ['-nvd', 'U/i'],
  ['-q', '-nH', 'U/j'],
  ['-qO-', 'U/a/../b/./c'],
  ['-qO-', 'U/x#fragment'],
  ['-qO-', 'U/x?q=a|b^c`d'],
  ['-qO-', 'U/x?q=%zz&r=100%'],
  ['-qO-', 'U/x%20y?z=%2F%26'],
  ['-qO-', 'U/a;b,c:d@e!f$g(h)*i'],
  ['-qO-', 'U/[1]?a[]=2'],
  ['-qO-', 'U//double//slash'],
  ['-qO-', 'U/?'],
  ['-qO-', '--header=X-A: 1', 'U/'],
  ['-qO-', '--header', 'X-A: 1', '--header', 'X-B: two words', 'U/'],
  ['-qO-', '--header=X-A:1', 'U/'],
  ['-qO-', '--header=x-a: 1', '--header=X-A: 2', 'U/'],
  ['-qO-', '--header=X-A: 1', '--header=', '--header=X-B: 2', 'U/'],
  ['-qO-', '--header=Accept: application/json', 'U/'],
  ['-qO-', '--header=accept: text/plain', 'U/'],
  ['-qO-', '--header=User-Agent: mine', 'U/'],
  ['-qO-', '--header=Authorization: Bearer abc', 'U/'],
  ['-qO-', '--header=Accept-Encoding: gzip', 'U/'],
  ['-qO-', '--header=Host: other.example', 'U/'],
  ['-qO-', '-U', 'agent/1', 'U/'],
  ['-qO-', '--user-agent=agent/2', 'U/'],
  ['-qO-', '-U', '', 'U/'],
  ['-qO-', '--referer=http://r.example/', 'U/'],
  ['-qO-', '--no-cache', 'U/'],
  ['-qO-', '--no-http-keep-alive', 'U/'],
  ['-qO-', '--compression=auto', 'U/'],
  ['-qO-', '--compression=gzip', 'U/'],
  ['-qO-', '--compression=none', 'U/'],
  ['-qO-', '--post-data=a=1&b=2', 'U/p'],
  ['-qO-', '--post-data', '{"a": 1}', '--header=Content-Type: application/json', 'U/p'],
  ['-qO-', '--post-data=', 'U/p'],
  ['-qO-', '--post-file=body.txt', 'U/p'],
  ['-qO-', '--method=PUT', '--body-data=x', 'U/p'],
  ['-qO-', '--method=patch', '--body-data=x', 'U/p'],
  ['-qO-', '--method=PUT', '--body-file=body.txt', 'U/p'],
  ['-qO-', '--method=DELETE', 'U/p'],
  ['-qO-', '--method=POST', 'U/p'],
  ['-qO-', '--method=GET', '--body-data=q', 'U/p'],
  ['-qO-', '--method=OPTIONS', 'U/p'],
  ['-q', '--spider', 'U/s'],
  ['-qO-', '--user=u', '--password=p w', '--auth-no-challenge', 'U/'],
  ['-qO-', '--http-user=u', '--http-password=p', '--user=x', '--password=y', '--auth-no-challenge', 'U/'],
  ['-qO-', '-T', '5', '--tries=1', 'U/'],
  ['-qO-', '--timeout=5', '--max-redirect=0', 'U/'],
  ['-qO-', '-4', '--no-cookies', 'U/'],
  ['-qO-', '-S', '--save-headers', 'U/'],
  ['-qO-', '-o', 'log', 'U/'],
  ['-qO-', '--', 'U/after'],
  ['U/before', '-qO-'],
];

describe('the wire, against the real wget', () => {
  it.each(lines.map((line) => [line] as const))('%j', async (line) => {
    const words = line.map((part) => (part.startsWith('U') ? part.replace(/^U/, `http://127.0.0.1:${port}`) : part));
    const result = wget(command(['wget', ...words]), contextWith());
    const [draft] = result.kind === 'mapped' ? result.drafts : [];
    if (draft?.kind !== 'http') throw new Error(`not mapped: ${JSON.stringify(result)}`);
    const { request } = draft;
    await run(words);
    expect(received.map((sent) => ({ ...sent, headers: sent.headers.toSorted() }))).toEqual([expected(request)]);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const written = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    const named = [...(request.output.kind === 'file' ? [request.output.path] : []), ...request.writes].map(showText);
    expect(written.toSorted()).toEqual(['body.txt', ...named].toSorted());
  });
});
