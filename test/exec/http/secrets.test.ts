import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import type { HttpRequest } from '../../../src/exec/providers/http/request.ts';
import {
  callOf,
  contextWith,
  get,
  headersFor,
  ok,
  type Recorder,
  recorder,
  secretsFor,
  secretValue,
  text,
  token,
} from './support.ts';

const provider = createHttpProvider();
let server: Recorder;
let pieces: (string | Buffer)[] = [];

beforeAll(async () => {
  server = await recorder((_request, socket) => {
    const [first = '', ...rest] = pieces;
    const next = () => {
      const piece = rest.shift();
      if (piece === undefined) return;
      socket.write(piece as string, 'latin1');
      setTimeout(next, 2);
    };
    setTimeout(next, 2);
    return first;
  });
});

afterEach(() => {
  server.requests.length = 0;
});

afterAll(async () => {
  provider.close();
  await server.close();
});

const run = (more: Partial<HttpRequest> = {}) => {
  const headers = headersFor(server.origin, ['Authorization', ['Bearer ', ...token]]);
  const request = get(server.origin, { target: ['/who?key=', ...token], headers, ...more });
  return provider.run(callOf(request), contextWith(secretsFor(server.origin)));
};

const echo = `<${secretValue}>`;
const scrubbed = '<${secret:TOKEN}>';

test.each(Array.from({ length: echo.length - 1 }, (_, at) => at + 1))('an echo split after %i bytes', async (at) => {
  const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
  pieces = [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    chunk(echo.slice(0, at)),
    chunk(echo.slice(at)),
    '0\r\n\r\n',
  ];
  expect(text(await run())).toBe(scrubbed);
});

test('an echo in the head, the body, the facts and what -w shows', async () => {
  pieces = [ok(echo, [`ETag: ${secretValue}`, `X-Echo: a${secretValue}b`, `Content-Type: text/${secretValue}`])];
  const result = await run({ includeHeaders: true, writeOut: ' %{content_type} %{url_effective}' });
  // What the server says of its length would tell that of the secret.
  const length = 'Content-Length: ${withheld}';
  const shown = '${secret:TOKEN}';
  expect([text(result), (result.facts as { http: { headers: unknown } }).http.headers]).toEqual([
    `HTTP/1.1 200 OK\r\nETag: ${shown}\r\nX-Echo: a${shown}b\r\nContent-Type: text/${shown}\r\n${length}\r\n\r\n${scrubbed} text/${shown} ${server.origin}/who?key=${shown}`,
    { etag: shown, 'content-type': `text/${shown}` },
  ]);
  expect(server.requests[0]).toContain(`/who?key=${secretValue}`);
});

test('an echo on its way to a file', async () => {
  pieces = [ok(echo)];
  const written: string[] = [];
  const sink = {
    write: async (chunk: Uint8Array) => void written.push(Buffer.from(chunk).toString('latin1')),
    close: async () => undefined,
    abandon: async () => undefined,
  };
  const result = await run({ output: { kind: 'file', write: async () => sink } });
  expect([written.join(''), text(result)]).toEqual([scrubbed, '']);
});

test('a compressed echo is scrubbed when it is unpacked and withheld when it is not', async () => {
  const answer = (body: string) => {
    const packed = gzipSync(body);
    return Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`),
      packed,
    ]);
  };
  pieces = [answer(echo)];
  const unpacked = await run({ decompress: true });
  const packed = await run();
  pieces = [answer('nothing of the kind')];
  const harmless = await run();
  expect([text(unpacked), packed.code, text(packed), Buffer.from(harmless.stdout)]).toEqual([
    scrubbed,
    'secret/in-compressed-answer',
    '',
    gzipSync('nothing of the kind'),
  ]);
});

test('what goes nowhere is nowhere', async () => {
  pieces = [ok(echo)];
  const result = await run({ output: { kind: 'discard' }, includeHeaders: true });
  expect([result.status, text(result)]).toEqual(['done', '']);
});

test('no failure tells a secret or a query', async () => {
  const said = [];
  for (const answer of [
    `HTTP/1.1 ${secretValue}\r\n\r\n`,
    `HTTP/1.1 302 x\r\nLocation: file:///${secretValue}\r\n\r\n`,
    'HTTP/1.1 200 OK\r\n\r\n',
  ]) {
    pieces = [answer];
    said.push(await run({ redirects: { policy: 'follow', max: 1 }, timeoutMs: 40 }));
  }
  expect(said.map(({ code }) => code)).toEqual(['network/bad-answer', 'network/redirect-scheme', 'network/timeout']);
  expect(JSON.stringify(said)).not.toMatch(/tok-7c|key=/);
});

test('a broker that fails or hangs sends nothing; one that is slow does', async () => {
  const quick = secretsFor(server.origin);
  const request = get(server.origin, { headers: headersFor(server.origin, ['Authorization', token]), timeoutMs: 200 });
  pieces = [ok('in')];
  const said = [];
  const fills = [
    () => Promise.reject(new Error(secretValue)),
    () => new Promise<never>(() => undefined),
    async (...args: Parameters<typeof quick.fill>) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return quick.fill(...args);
    },
  ];
  for (const fill of fills) {
    const result = await provider.run(callOf(request), contextWith({ ...quick, fill }));
    said.push([result.code ?? text(result), result.message, result.uncertain]);
  }
  expect([said, server.requests.length]).toEqual([
    [
      ['secret/unavailable', 'A secret cannot be read', undefined],
      ['network/timeout', 'No whole answer in 200 ms', undefined],
      ['in', undefined, undefined],
    ],
    1,
  ]);
});

test('a server that hangs up while the secret is fetched is a failure, not a crash', async () => {
  const hangup = createServer((socket) => socket.on('error', () => undefined).resetAndDestroy());
  await new Promise<void>((resolve) => hangup.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(hangup.address() as AddressInfo).port}`;
  const secrets = secretsFor(origin);
  const slow: typeof secrets.fill = async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return secrets.fill(...args);
  };
  const request = get(origin, { method: 'DELETE', headers: headersFor(origin, ['Authorization', token]) });
  const result = await provider.run(callOf(request), contextWith({ ...secrets, fill: slow }));
  hangup.close();
  expect([result.status, result.uncertain, (result.code ?? '').startsWith('network/')]).toEqual([
    'failed',
    undefined,
    true,
  ]);
});

test('a file that cannot be opened, read or written has a failure of its own', async () => {
  pieces = [ok('body')];
  const outside = () => Promise.reject(Object.assign(new Error('/secret/path'), { code: 'io/outside-grant' }));
  const broken = () => Promise.reject(new Error('/secret/path'));
  const full = async () => ({ write: broken, close: async () => undefined, abandon: async () => undefined });
  const length = headersFor(server.origin, ['Content-Length', []]);
  const said = [];
  for (const more of [
    { method: 'PUT', headers: length, body: [{ file: '/x', open: outside }] },
    { method: 'PUT', headers: length, body: [{ file: '/x', open: broken }] },
    { output: { kind: 'file', write: outside } },
    { output: { kind: 'file', write: full } },
  ] as const) {
    const result = await run(more);
    said.push([result.code, result.message]);
  }
  expect(said).toEqual([
    ['io/outside-grant', 'A file of the body cannot be read'],
    ['io/unreadable', 'A file of the body cannot be read'],
    ['io/outside-grant', 'The answer cannot be written to its file'],
    ['io/unwritable', 'The answer cannot be written to its file'],
  ]);
});

test('a server cannot speak through the message of a failure', async () => {
  pieces = [ok('', [`Location: http://${secretValue}.example/`], '307 On')];
  const headers = headersFor(server.origin, ['Content-Length', []]);
  const result = await run({
    method: 'POST',
    headers,
    body: [{ text: token }],
    redirects: { policy: 'follow', max: 1 },
  });
  expect([result.code, result.message]).toEqual([
    'network/redirect-body',
    `${server.origin} asks to send the body to http://\${secret:TOKEN}.example: a body never crosses an origin`,
  ]);
});
