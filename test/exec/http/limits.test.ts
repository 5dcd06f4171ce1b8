import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { ProviderContext } from '../../../src/exec/provider.ts';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import type { HttpRequest } from '../../../src/exec/providers/http/request.ts';
import { type Answer, callOf, contextWith, get, ok, type Recorder, recorder, secretsFor, text } from './support.ts';

const provider = createHttpProvider({
  limits: { decodedBytes: 4_000_000, ratioFrom: 100_000, retryDelayMs: 5, idleMs: 500 },
});
const open: Recorder[] = [];

async function against(answer: Answer, more: Partial<HttpRequest> = {}, context: Partial<ProviderContext> = {}) {
  const server = await recorder(answer);
  open.push(server);
  const result = await provider.run(callOf(get(server.origin, more)), contextWith(secretsFor(server.origin), context));
  return { result, server };
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

afterAll(() => provider.close());

const cap = (network_bytes: number, wall_clock_ms = 10_000) => ({ cap: { network_bytes, wall_clock_ms, cpu_ms: 1 } });
const bytes = (body: Buffer, coding: string) =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ]);

const codings: [string, (text: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['gzip, br', (plain) => brotliCompressSync(gzipSync(plain))],
  ['identity', (plain) => plain],
];

test.each(codings)('decodes %s, and keeps it where that is asked for', async (coding, encode) => {
  const plain = Buffer.from('plain text '.repeat(20));
  const answer = () => bytes(encode(plain), coding);
  const decoded = await against(answer, { decompress: true });
  const kept = await against(answer);
  expect([text(decoded.result), Buffer.from(kept.result.stdout)]).toEqual([plain.toString(), encode(plain)]);
});

test.each(codings.slice(0, 7))('stops a bomb in %s', async (coding, encode) => {
  const { result } = await against(() => bytes(encode(Buffer.alloc(30_000_000)), coding), { decompress: true });
  expect([result.status, result.code, text(result)]).toEqual(['failed', 'limit/decompressed', '']);
});

test.each([
  ['too large, though it shrank little', () => Buffer.from(randomBytes(2_100_000).toString('hex'))],
  ['within the size, but of almost nothing', () => Buffer.alloc(2_000_000)],
])('stops what is %s', async (_name, plain) => {
  const { result } = await against(() => bytes(gzipSync(plain()), 'gzip'), { decompress: true });
  expect([result.code, text(result)]).toEqual(['limit/decompressed', '']);
});

test('a large answer that shrank little is no bomb', async () => {
  const large = Buffer.from(Array.from({ length: 200_000 }, (_, n) => String(n)).join(' '));
  const { result } = await against(() => bytes(gzipSync(large), 'gzip'), { decompress: true });
  expect([result.status, result.stdout.length]).toEqual(['done', large.length]);
});

test.each([
  ['cut off', 'gzip', () => gzipSync('hello').subarray(0, 12), 'network/bad-encoding'],
  ['not gzip', 'gzip', () => Buffer.from('hello'), 'network/bad-encoding'],
  ['unknown', 'exotic', () => Buffer.from('hello'), 'network/unknown-encoding'],
  ['too deep', 'gzip, gzip, gzip, gzip', () => Buffer.from('hello'), 'network/unknown-encoding'],
])('refuses a coding that is %s', async (_name, coding, body, code) => {
  const { result } = await against(() => bytes(body(), coding), { decompress: true });
  expect([result.code, text(result)]).toEqual([code, '']);
});

test('counts both directions, and ends at the reservation', async () => {
  const answer = () => ok('x'.repeat(1_000));
  const { result: whole, server } = await against(answer);
  const size = whole.used.network_bytes;
  const sent = server.requests[0]?.length ?? 0;
  expect([whole.status, size]).toEqual(['done', sent + answer().length]);
  const short = await against(answer, {}, cap(size - 1));
  const enough = await against(answer, {}, cap(size));
  const unsent = await against(answer, {}, cap(sent - 1));
  expect([short.result.code, enough.result.code, unsent.result.code, unsent.server.requests]).toEqual([
    'limit/bytes',
    undefined,
    'limit/bytes',
    [],
  ]);
});

const forever: [name: string, start: string, drip: string][] = [
  [
    'endless chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    '400\r\n'.concat('x'.repeat(1024), '\r\n'),
  ],
  ['an endless chunk extension', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', 'x'.repeat(1024)],
  ['an endless body', 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(1024)],
  ['endless interim answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(30)],
];

test.each(forever)('ends %s', async (_name, start, drip) => {
  const { result } = await against(
    (_request, socket) => {
      const pump = () => {
        while (!socket.destroyed && socket.write(drip));
      };
      socket.on('drain', pump).write(start);
      pump();
      return undefined;
    },
    {},
    cap(300_000),
  );
  expect([result.code, text(result), result.used.network_bytes < 500_000]).toEqual(['limit/bytes', '', true]);
});

test.each([
  ['10,000 headers', Array.from({ length: 10_000 }, (_, n) => `a${n % 9}: b`), 'limit/headers'],
  ['501 headers', Array.from({ length: 500 }, () => 'a: b'), 'limit/headers'],
  ['a header of 70,000 bytes', [`a: ${'x'.repeat(70_000)}`], 'limit/headers'],
  ['499 headers', Array.from({ length: 499 }, () => 'a: b'), undefined],
  ['a header of 60,000 bytes', [`a: ${'x'.repeat(60_000)}`], undefined],
])('answers with %s', async (_name, headers, code) => {
  const { result } = await against(() => ok('', headers));
  expect(result.code).toBe(code);
});

const slow: Answer = (_request, socket) => {
  const full = ok('slow');
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= full.length) clearInterval(timer);
    else socket.write(full[at++] ?? '');
  }, 5);
  return undefined;
};

test('a byte at a time is fine until the deadline, whoever set it', async () => {
  const ends = await against(slow);
  const reserved = await against(slow, {}, cap(10_000, 80));
  const asked = await against(slow, { timeoutMs: 80 });
  expect([text(ends.result), reserved.result.code, asked.result.code, asked.result.exitCode]).toEqual([
    'slow',
    'limit/time',
    'network/timeout',
    28,
  ]);
  expect([reserved.result.uncertain, asked.result.uncertain]).toEqual([true, true]);
});

test('the caller can stop it', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 30);
  const { result } = await against(() => undefined, {}, { signal: controller.signal });
  const early = await against(() => ok(''), {}, { signal: AbortSignal.abort() });
  expect([result.code, result.uncertain, early.result.code, early.result.uncertain, early.server.connections]).toEqual([
    'network/stopped',
    true,
    'network/stopped',
    undefined,
    0,
  ]);
});

test.each([
  ['nothing', '', 'network/closed'],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-', 'network/closed'],
  ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'network/closed'],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', 'network/bad-answer'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'network/cut-off'],
  [
    'length and coding',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'network/cut-off',
  ],
  ['a change of protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'network/closed'],
])('a POST answered by %s may have happened', async (_name, answer, code) => {
  const { result, server } = await against(
    (_request, socket) => {
      socket.end(answer);
      return undefined;
    },
    { method: 'POST', retries: 3 },
  );
  expect([result.status, result.code, result.uncertain, server.requests.length]).toEqual(['failed', code, true, 1]);
});

test('repeats only what may be repeated, and only where no answer came or it says `not now`', async () => {
  const flaky =
    (until: number): Answer =>
    (_request, socket, count) => {
      if (count >= until) return ok('at last');
      socket.destroy();
      return undefined;
    };
  const says =
    (status: string, until = 2): Answer =>
    (_request, _socket, count) =>
      ok(status.slice(0, 3), [], count < until ? status : '200 OK');
  const seen = [];
  for (const [answer, method, retries] of [
    [flaky(3), 'GET', 2],
    [flaky(3), 'PUT', 2],
    [flaky(3), 'DELETE', 2],
    [flaky(4), 'GET', 2],
    [flaky(2), 'GET', 0],
    [flaky(2), 'POST', 2],
    [flaky(2), 'PATCH', 2],
    [says('503 Busy'), 'POST', 2],
    [says('429 Too Many Requests'), 'PATCH', 2],
    [says('503 Busy'), 'GET', 0],
    [says('503 Busy', 9), 'GET', 2],
    [says('404 Not Found', 3), 'GET', 2],
    [says('501 Not Implemented', 3), 'GET', 2],
    ...(['408 A', '429 A', '500 A', '502 A', '503 A', '504 A'] as const).map(
      (status) => [says(status), 'GET', 1] as const,
    ),
    [says('503 Busy', 3), 'PUT', 2],
    [says('503 Busy', 3), 'DELETE', 2],
  ] as const) {
    const { result, server } = await against(answer, { method, retries });
    seen.push([method, result.code ?? text(result), result.uncertain ?? false, server.requests.length]);
  }
  expect(
    seen.map(([method, code, uncertain, count]) => [
      method,
      code === 'network/reset' ? 'network/closed' : code,
      uncertain,
      count,
    ]),
  ).toEqual([
    ['GET', 'at last', false, 3],
    ['PUT', 'at last', false, 3],
    ['DELETE', 'at last', false, 3],
    ['GET', 'network/closed', true, 3],
    ['GET', 'network/closed', true, 1],
    ['POST', 'network/closed', true, 1],
    ['PATCH', 'network/closed', true, 1],
    ['POST', '503', false, 1],
    ['PATCH', '429', false, 1],
    ['GET', '503', false, 1],
    ['GET', '503', false, 3],
    ['GET', '404', false, 1],
    ['GET', '501', false, 1],
    ...['408', '429', '500', '502', '503', '504'].map((status) => ['GET', status, false, 2]),
    ['PUT', '503', false, 3],
    ['DELETE', '503', false, 3],
  ]);
});

test('every try is recorded and paid for, and only the last answer is the result', async () => {
  const busyOnce: Answer = (_request, _socket, count) =>
    count === 1 ? ok('x'.repeat(1_000), ['Set-Cookie: a=1'], '503 Busy') : ok('fine');
  const { result } = await against(busyOnce, { retries: 1, includeHeaders: true, failOnStatus: true });
  const { http } = Object(result.facts) as { readonly http: { readonly hops: readonly { status: number }[] } };
  expect([
    result.status,
    text(result).match(/HTTP\/1\.1 \d+|fine|x{9}/g),
    http.hops.map(({ status }) => status),
  ]).toEqual(['done', ['HTTP/1.1 200', 'fine'], [503, 200]]);
  expect(result.used.network_bytes).toBeGreaterThan(1_000);
  const { result: short, server } = await against(busyOnce, { retries: 1 }, cap(1_120, 5_000));
  expect([short.code, server.requests.length]).toEqual(['limit/bytes', 1]);
});

test('waits as long as the server asks, unless the call could not end in time', async () => {
  const later =
    (wait: string): Answer =>
    (_request, _socket, count) =>
      count === 1 ? ok('later', [`Retry-After: ${wait}`], '429 Too Many Requests') : ok('now');
  const timed = async (wait: string, ms: number) => {
    const started = performance.now();
    const { result, server } = await against(later(wait), { retries: 3 }, cap(100_000, ms));
    return [result.status, text(result), server.requests.length, performance.now() - started >= 1_000];
  };
  expect(await timed('1', 5_000)).toEqual(['done', 'now', 2, true]);
  expect(await timed('1', 900)).toEqual(['done', 'later', 1, false]);
  expect(await timed('99999999999', 900)).toEqual(['done', 'later', 1, false]);
  expect(await timed(new Date(Date.now() + 3_600_000).toUTCString(), 900)).toEqual(['done', 'later', 1, false]);
  // What says nothing waits as long as the call itself says.
  for (const nothing of ['0', '-1', 'soon', '1; 2'])
    expect(await timed(nothing, 900)).toEqual(['done', 'now', 2, false]);
});

test('a call that was redirected begins anew, and a POST never does', async () => {
  const answer: Answer = (request, _socket, count) =>
    request.startsWith('GET /b')
      ? ok('b', [], count === 2 ? '503 Busy' : '200 OK')
      : ok('', ['Location: /b'], '303 See Other');
  const redirects = { policy: 'follow', max: 5 } as const;
  const seen = [];
  for (const method of ['GET', 'POST']) {
    const { result, server } = await against(answer, { method, retries: 2, redirects });
    seen.push([result.status, server.requests.map((one) => one.split(' ').slice(0, 2).join(' '))]);
  }
  expect(seen).toEqual([
    ['done', ['GET /', 'GET /b', 'GET /', 'GET /b']],
    ['done', ['POST /', 'GET /b']],
  ]);
});

test('a try that may have arrived stays uncertain when the next one cannot even connect', async () => {
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        server.close();
        socket.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const result = await provider.run(callOf(get(origin, { method: 'PUT', retries: 1 })), contextWith(secretsFor('')));
  expect([result.code, result.uncertain]).toEqual(['network/connect', true]);
});

test('a kept connection that the server closed is replaced without being asked', async () => {
  const server = await recorder((_request, socket, count) => {
    if (count === 2) socket.destroy();
    return count === 2 ? undefined : ok(String(count));
  });
  open.push(server);
  const said = [];
  for (let n = 0; n < 2; n += 1)
    said.push(text(await provider.run(callOf(get(server.origin)), contextWith(secretsFor('')))));
  expect([said, server.connections]).toEqual([['1', '3'], 2]);
});

test('nothing listens, and nothing was sent', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const result = await provider.run(callOf(get(`http://127.0.0.1:${port}`)), contextWith(secretsFor('')));
  expect([result.code, result.exitCode, result.uncertain]).toEqual(['network/connect', 7, undefined]);
});

test('failing on a status gives no body but what -w asks for', async () => {
  const seen = [];
  for (const [status, failOnStatus] of [
    ['404 No', true],
    ['404 No', false],
    ['200 OK', true],
  ] as const) {
    const { result } = await against(() => ok('body', [], status), {
      failOnStatus,
      writeOut: '|%{http_code}|%{exitcode}%%\\n',
    });
    seen.push([result.status, result.code, text(result)]);
  }
  expect(seen).toEqual([
    ['failed', 'network/status', '|404|22%\n'],
    ['done', undefined, 'body|404|0%\n'],
    ['done', undefined, 'body|200|0%\n'],
  ]);
});

test('a format that cannot be written is refused before anything is sent', async () => {
  const { result, server } = await against(() => ok(''), { writeOut: '%{certs}' });
  expect([result.code, server.connections]).toEqual(['network/write-out', 0]);
});

test('memory does not follow a file: each chunk waits for the one before', async () => {
  const written: number[] = [];
  let inside = 0;
  let most = 0;
  const write = async () => ({
    write: async (chunk: Uint8Array) => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      written.push(chunk.length);
      inside -= 1;
    },
    close: async () => void written.push(-1),
    abandon: async () => void written.push(-2),
  });
  const fine = await against(() => ok('x'.repeat(1_000_000)), { output: { kind: 'file', write } });
  expect([fine.result.status, text(fine.result), most, written.at(-1), written.reduce((a, b) => a + b, 1)]).toEqual([
    'done',
    '',
    1,
    -1,
    1_000_000,
  ]);
  const cut = await against(() => ok('x'.repeat(1_000_000)), { output: { kind: 'file', write } }, cap(500_000));
  expect([cut.result.code, written.at(-1)]).toEqual(['limit/bytes', -2]);
});
