import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recorder } from '../market/test-host.ts';
import { answersTo, openTunnel, raw, rawInTunnel, verdict } from './raw.ts';
import { type Api, api, network, type Run, startRun } from './run.ts';

let server: Api;
let evil: Api;
let plain: Awaited<ReturnType<typeof recorder>>;
let run: Run;

beforeAll(async () => {
  server = await api();
  evil = await api();
  plain = await recorder();
  run = await startRun({
    ceiling: [
      network('GET', server.origin, '/v1/*'),
      network('POST', server.origin, '/v1/items'),
      network('GET', plain.origin, '/v1/*'),
      network('GET', 'https://api.test', '/**'),
    ],
    limits: { bodyBytes: 1_000 },
  });
});

beforeEach(() => {
  for (const list of [server.seen, evil.seen, plain.seen, run.denials, run.calls, run.lookedUp]) list.length = 0;
});

afterAll(async () => {
  await run.close();
  for (const one of [server, evil, plain]) await one.close();
});

const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${headers.map((h) => `${h}\r\n`).join('')}\r\n`;
const host = () => `Host: localhost:${server.port}`;
const inTunnel = (bytes: string) => rawInTunnel(run.egress, `localhost:${server.port}`, bytes);

test('what is granted passes, in a tunnel and to loopback without one', async () => {
  const answers = [
    await inTunnel(get('/v1/me', host())),
    await inTunnel(`POST /v1/items HTTP/1.1\r\n${host()}\r\nContent-Length: 2\r\n\r\nhi`),
    await inTunnel(`POST /v1/items HTTP/1.1\r\n${host()}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`),
    await raw(run.egress, get(`${plain.origin}/v1/me`, `Host: 127.0.0.1:${plain.port}`)),
    await rawInTunnel(run.egress, `localhost:${server.port}`, get('/v1/a', host()) + get('/v1/b', host()), {
      answers: 2,
    }),
  ];
  expect([
    answers.map(verdict),
    server.seen.map(({ method, url }) => `${method} ${url}`),
    plain.seen.map(({ url }) => url),
  ]).toEqual([
    ['200', '200', '200', '200', '200'],
    ['GET /v1/me', 'POST /v1/items', 'POST /v1/items', 'GET /v1/a', 'GET /v1/b'],
    ['/v1/me'],
  ]);
  expect(server.seen.map(({ body }) => body.toString())).toEqual(['', 'hi', 'hi', '', '']);
});

test.each([
  ['another method', 'DELETE /v1/me HTTP/1.1\r\nHOST\r\n\r\n', '403 ceiling/network'],
  ['another path', 'GET /admin HTTP/1.1\r\nHOST\r\n\r\n', '403 ceiling/network'],
  ['dots in the path', 'GET /v1/../admin HTTP/1.1\r\nHOST\r\n\r\n', '400 egress/url'],
  ['dots in the path, encoded', 'GET /v1/%2e%2e HTTP/1.1\r\nHOST\r\n\r\n', '400 egress/url'],
  ['a slash, encoded', 'GET /v1/a%2fb HTTP/1.1\r\nHOST\r\n\r\n', '403 ceiling/network'],
  ['a fragment', 'GET /v1/me#x HTTP/1.1\r\nHOST\r\n\r\n', '400 egress/url'],
  ['a backslash', 'GET /v1/a\\b HTTP/1.1\r\nHOST\r\n\r\n', '400 egress/url'],
  ['absolute form', 'GET https://EVIL/v1/me HTTP/1.1\r\nHOST\r\n\r\n', '400 egress/target'],
  ['absolute form of its own origin', 'GET https://GOOD/v1/me HTTP/1.1\r\nHOST\r\n\r\n', '400 egress/target'],
  ['no path at all', 'OPTIONS * HTTP/1.1\r\nHOST\r\n\r\n', '400 egress/target'],
  ['a tunnel in the tunnel', 'CONNECT EVIL HTTP/1.1\r\nHost: EVIL\r\n\r\n', '400 egress/target'],
  ['another Host', 'GET /v1/me HTTP/1.1\r\nHost: EVIL\r\n\r\n', '403 egress/host-header'],
  ['two Hosts', 'GET /v1/me HTTP/1.1\r\nHOST\r\nHost: EVIL\r\n\r\n', '403 egress/host-header'],
  ['the same Host twice', 'GET /v1/me HTTP/1.1\r\nHOST\r\nHOST\r\n\r\n', '403 egress/host-header'],
  ['no Host', 'GET /v1/me HTTP/1.1\r\n\r\n', '403 egress/host-header'],
  ['no Host in HTTP/1.0', 'GET /v1/me HTTP/1.0\r\n\r\n', '403 egress/host-header'],
  [
    'a host for the proxy behind',
    'GET /v1/me HTTP/1.1\r\nHOST\r\nX-Forwarded-Host: EVIL\r\n\r\n',
    '403 egress/host-header',
  ],
  [
    'another method by header',
    'GET /v1/me HTTP/1.1\r\nHOST\r\nX-HTTP-Method-Override: DELETE\r\n\r\n',
    '403 ceiling/network',
  ],
  ['another path by header', 'GET /v1/me HTTP/1.1\r\nHOST\r\nX-Original-URL: /admin\r\n\r\n', '403 ceiling/network'],
  [
    'length and chunks',
    'POST /v1/items HTTP/1.1\r\nHOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    '400 egress/malformed',
  ],
  [
    'two lengths',
    'POST /v1/items HTTP/1.1\r\nHOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    '400 egress/malformed',
  ],
  ['a length with a sign', 'POST /v1/items HTTP/1.1\r\nHOST\r\nContent-Length: +2\r\n\r\nab', '400 egress/malformed'],
  [
    'an unknown coding',
    'POST /v1/items HTTP/1.1\r\nHOST\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    '400 egress/malformed',
  ],
  [
    'two codings',
    'POST /v1/items HTTP/1.1\r\nHOST\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    '400 egress/framing',
  ],
  [
    'a trailer',
    'POST /v1/items HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\n\r\n',
    '400 egress/framing',
  ],
  [
    'an announced trailer',
    'POST /v1/items HTTP/1.1\r\nHOST\r\nTrailer: X\r\nContent-Length: 1\r\n\r\na',
    '400 egress/framing',
  ],
  ['a bare line feed', 'GET /v1/me HTTP/1.1\r\nHOST\nX: y\r\n\r\n', '400 egress/malformed'],
  ['only line feeds', 'GET /v1/me HTTP/1.1\nHOST\n\n', '400 egress/malformed'],
  ['a bare carriage return', 'GET /v1/me HTTP/1.1\r\nHOST\r\nX: a\rb\r\n\r\n', '400 egress/malformed'],
  [
    'a chunk with a line feed',
    'POST /v1/items HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n',
    '400 egress/malformed',
  ],
  ['a folded line', 'GET /v1/me HTTP/1.1\r\nHOST\r\nX: a\r\n b\r\n\r\n', '400 egress/malformed'],
  ['a space before the colon', 'GET /v1/me HTTP/1.1\r\nHOST\r\nX : a\r\n\r\n', '400 egress/malformed'],
  ['NUL in a header', 'GET /v1/me HTTP/1.1\r\nHOST\r\nX: a\0b\r\n\r\n', '400 egress/malformed'],
  ['NUL in Host', 'GET /v1/me HTTP/1.1\r\nHost: localhost\0.EVIL\r\n\r\n', '400 egress/malformed'],
  ['bytes that are no text', 'GET /v1/me HTTP/1.1\r\nHOST\r\nX: \xff\r\n\r\n', '400 egress/header'],
  ['two logins', 'GET /v1/me HTTP/1.1\r\nHOST\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n', '400 egress/header'],
  [
    'a nominated header',
    'GET /v1/me HTTP/1.1\r\nHOST\r\nConnection: close, Authorization\r\n\r\n',
    '400 egress/framing',
  ],
  [
    'a web socket',
    'GET /v1/me HTTP/1.1\r\nHOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    '403 egress/upgrade',
  ],
  [
    'HTTP/2 by upgrade',
    'GET /v1/me HTTP/1.1\r\nHOST\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
    '403 egress/upgrade',
  ],
  ['HTTP/2 by its first bytes', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 egress/malformed'],
  ['no HTTP at all', '\x16\x03\x01\x02\0\x01\0', '400 egress/malformed'],
  [
    'a body over the limit',
    `POST /v1/items HTTP/1.1\r\nHOST\r\nContent-Length: 1001\r\n\r\n${'a'.repeat(1_001)}`,
    '413 egress/body-size',
  ],
  [
    'chunks over the limit',
    `POST /v1/items HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n${`ff\r\n${'a'.repeat(255)}\r\n`.repeat(5)}`,
    '413 egress/body-size',
  ],
  ['a head over the limit', `GET /v1/me HTTP/1.1\r\nHOST\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, '431 egress/head-size'],
])('in a tunnel, %s is refused and recorded, and nothing goes out', async (_, bytes, expected) => {
  const written = bytes
    .replaceAll('HOST', host())
    .replaceAll('GOOD', `localhost:${server.port}`)
    .replaceAll('EVIL', `localhost:${evil.port}`);
  const answer = verdict(await inTunnel(written));
  const recorded = [
    ...run.denials.map(({ code }) => code),
    ...run.calls.map(({ result }) => (result.status === 'turned-away' ? result.code : result.status)),
  ];
  // A request whose head was refused may be broken further on, and then both are recorded.
  expect([answer, recorded.at(-1), server.seen, evil.seen]).toEqual([expected, expected.slice(4), [], []]);
});

test.each([
  ['an address', '203.0.113.7:443', '403 egress/address'],
  ['the metadata address', '169.254.169.254:443', '403 egress/address'],
  ['an IPv6 address', '[2001:db8::1]:443', '403 egress/address'],
  ['loopback by number', '127.0.0.1:443', '403 egress/address'],
  ['a decimal address', '2130706433:443', '400 egress/connect-target'],
  ['a hexadecimal address', '0x7f000001:443', '400 egress/connect-target'],
  ['an octal address', '0177.0.0.1:443', '400 egress/connect-target'],
  ['a short address', '127.1:443', '400 egress/connect-target'],
  ['another port of a granted host', 'api.test:8443', '403 egress/port'],
  ['the port of mail', 'evil.test:25', '403 egress/port'],
  ['no port', 'api.test', '400 egress/connect-target'],
  ['port nought', 'api.test:0', '400 egress/connect-target'],
  ['a port with noughts', 'api.test:0443', '400 egress/connect-target'],
  ['a port too high', 'api.test:70000', '400 egress/connect-target'],
  ['a dot at the end', 'api.test.:443', '400 egress/connect-target'],
  ['a login', 'user@api.test:443', '400 egress/connect-target'],
  ['a path', 'api.test:443/x', '400 egress/connect-target'],
  ['letters that are not ASCII', 'ap\u00ec.test:443', '400 egress/malformed'],
  ['NUL', 'api.test\0.evil.test:443', '400 egress/malformed'],
  ['a percent sign', 'api.test%00.evil.test:443', '400 egress/connect-target'],
  ['a name of 300 letters', `${'a.'.repeat(150)}test:443`, '400 egress/connect-target'],
])('a tunnel to %s is refused and recorded', async (_, authority, expected) => {
  const answer = await raw(run.egress, `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect([verdict(answer), run.denials.map(({ code }) => code), run.calls, run.lookedUp]).toEqual([
    expected,
    [expected.slice(4)],
    [],
    [],
  ]);
});

test('a host that is not granted is told why, and its name is never looked up', async () => {
  const names = ['evil.test', 'secret-in-a-name.evil.test', 'api.test.evil.test', 'xapi.test'];
  const answers = [];
  for (const name of names)
    answers.push(verdict(await rawInTunnel(run.egress, `${name}:443`, get('/', `Host: ${name}`))));
  expect([answers, run.calls.map(({ result }) => result.status), run.lookedUp]).toEqual([
    names.map(() => '403 ceiling/network'),
    names.map(() => 'turned-away'),
    [],
  ]);
});

test.each([
  ['to another host', 'http://evil.test/', 'evil.test', '403 egress/plain-http'],
  ['to a granted host that is granted encrypted', 'http://api.test/', 'api.test', '403 egress/plain-http'],
  ['to an address', 'http://203.0.113.7/', '203.0.113.7', '403 egress/plain-http'],
  ['to a loopback port that is not granted', 'http://127.0.0.1:9/', '127.0.0.1:9', '403 ceiling/network'],
  ['with another Host', 'http://127.0.0.1:PLAIN/v1/me', 'evil.test', '403 egress/host-header'],
  ['with a login in it', 'http://user@127.0.0.1:PLAIN/v1/me', '127.0.0.1:PLAIN', '400 egress/url'],
  ['https in absolute form', 'https://api.test/', 'api.test', '400 egress/target'],
  ['another scheme', 'ftp://api.test/', 'api.test', '400 egress/target'],
  ['the proxy itself', '/', '127.0.0.1:3128', '400 egress/target'],
])('without a tunnel, %s is refused and recorded', async (_, target, named, expected) => {
  const fill = (text: string) => text.replaceAll('PLAIN', String(plain.port));
  const answer = verdict(await raw(run.egress, get(fill(target), `Host: ${fill(named)}`)));
  expect([answer, run.denials.length + run.calls.length, plain.seen, run.lookedUp]).toEqual([expected, 1, [], []]);
});

test('another name in TLS than in the tunnel, and another protocol, end the tunnel', async () => {
  const tunnel = `localhost:${server.port}`;
  expect([
    await openTunnel(run.egress, tunnel, { servername: 'evil.test' }),
    await openTunnel(run.egress, tunnel, { alpn: ['h2'] }),
    verdict(await rawInTunnel(run.egress, tunnel, get('/v1/me', host()))),
  ]).toEqual([expect.stringMatching(/^tls: /), expect.stringMatching(/^tls: /), '200']);
});

test('bytes that come with the CONNECT are read as the tunnel they are', async () => {
  const socket = connect(run.egress.socket);
  const answer = await answersTo(
    socket,
    `CONNECT localhost:${server.port} HTTP/1.1\r\nHost: x\r\n\r\n${get('/v1/me', host())}`,
    2,
  );
  expect([answer.split('\r\n')[0], server.seen]).toEqual(['HTTP/1.1 200 Connection established', []]);
});
