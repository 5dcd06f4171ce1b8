import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rawInTunnel, verdict } from './raw.ts';
import { type Api, api, network, type Run, secretEffects, startRun } from './run.ts';

const value = 'tok/5f0c+2b7791=aa"q';
const bot = '12345:AAbb-77';
const login = 'pass:word-88f1c2';
let server: Api;
let other: Api;
let run: Run;

beforeAll(async () => {
  server = await api((seen, response) => {
    if (seen.url.startsWith('/echo')) {
      response.setHeader('X-Echo', String(seen.headers.authorization));
      response.end(
        `${seen.headers.authorization} ${encodeURIComponent(value)} ${Buffer.from(value).toString('base64')}`,
      );
    } else response.end('ok');
  });
  other = await api();
  const at = (name: string, slot: string) => ({ name, origin: server.origin, slot });
  const uses = [
    at('KEY', 'header:authorization'),
    at('KEY', 'header:x-api-key'),
    at('KEY', 'query:key'),
    at('BOT', 'path'),
    at('WHOLE', 'cookie:session'),
    at('KEY', 'body:/auth/token'),
    at('KEY', 'body:/token'),
    at('LOGIN', 'basic:password'),
    at('WHOLE', 'body:'),
  ];
  run = await startRun({
    ceiling: [
      network('*', server.origin, '/**'),
      network('*', other.origin, '/**'),
      network('GET', 'https://third.test', '/**'),
      ...secretEffects(uses),
    ],
    secrets: { KEY: value, LOGIN: login, WHOLE: 'whole-6612aa', BOT: bot },
    uses,
  });
});

beforeEach(() => {
  for (const list of [server.seen, other.seen, run.denials, run.calls]) list.length = 0;
});

afterAll(async () => {
  await run.close();
  await server.close();
  await other.close();
});

const handle = (name = 'KEY') => run.handle(name);
const send = (head: string, body = '', to = server) => {
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n`;
  const [line, ...headers] = head.split('\n');
  const lines = [line, `Host: localhost:${to.port}`, ...headers].map((one) => `${one}\r\n`).join('');
  return rawInTunnel(run.egress, `localhost:${to.port}`, `${lines}${length}\r\n${body}`);
};
const filled = (text: string) =>
  text
    .replaceAll('HANDLE', handle())
    .replaceAll('botBOT', `bot${handle('BOT')}`)
    .replaceAll('WHOLE', handle('WHOLE'))
    .replaceAll('LOGIN64', Buffer.from(`me:${handle('LOGIN')}`).toString('base64'));

const form = 'Content-Type: application/x-www-form-urlencoded';
const multipart = 'Content-Type: multipart/form-data; boundary=XX';
const field = (name: string, text: string, more = '') =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n--XX--\r\n`;

test.each([
  [
    'a header',
    'GET /a HTTP/1.1\nAuthorization: Bearer HANDLE',
    '',
    (s: Seen) => s.headers.authorization,
    `Bearer ${value}`,
  ],
  ['another bound header', 'GET /a HTTP/1.1\nx-API-key: HANDLE', '', (s: Seen) => s.headers['x-api-key'], value],
  [
    'a login',
    'GET /a HTTP/1.1\nAuthorization: Basic LOGIN64',
    '',
    (s: Seen) => s.headers.authorization,
    `Basic ${Buffer.from(`me:${login}`).toString('base64')}`,
  ],
  [
    'the query',
    'GET /a?x=1&key=HANDLE&y=%20 HTTP/1.1',
    '',
    (s: Seen) => s.url,
    `/a?x=1&key=${encodeURIComponent(value)}&y=%20`,
  ],
  ['the path', 'GET /botBOT/me HTTP/1.1', '', (s: Seen) => s.url, `/bot${encodeURIComponent(bot)}/me`],
  [
    'JSON',
    'POST /a HTTP/1.1\nContent-Type: application/json',
    '{"n": 1.0, "auth": {"token": "x HANDLE"}}',
    (s: Seen) => s.body.toString(),
    `{"n": 1.0, "auth": {"token": "x ${value.replace('"', '\\"')}"}}`,
  ],
  [
    'a form',
    `POST /a HTTP/1.1\n${form}`,
    'a=%41&token=HANDLE',
    (s: Seen) => s.body.toString(),
    `a=%41&token=${encodeURIComponent(value)}`,
  ],
  [
    'a field',
    `POST /a HTTP/1.1\n${multipart}`,
    field('token', 'HANDLE'),
    (s: Seen) => s.body.toString(),
    field('token', value),
  ],
  [
    'a cookie',
    'GET /a HTTP/1.1\nCookie: a=1; session=WHOLE',
    '',
    (s: Seen) => s.headers.cookie,
    'a=1; session=whole-6612aa',
  ],
  [
    'a body that is all of one piece',
    'POST /a HTTP/1.1\nContent-Type: text/plain',
    'token WHOLE',
    (s: Seen) => s.body.toString(),
    'token whole-6612aa',
  ],
])('a handle in %s that the plan binds arrives as the value', async (_, head, body, look, expected) => {
  const answer = await send(filled(head), filled(body));
  expect([verdict(answer), run.denials, server.seen.map(look)]).toEqual(['200', [], [expected]]);
});

type Seen = Api['seen'][number];

test.each([
  ['a header of another name', 'GET /a HTTP/1.1\nX-Other: HANDLE', ''],
  ['the name of a header', 'GET /a HTTP/1.1\nX-HANDLE: a', ''],
  [
    'a login that is bound to a header only',
    `GET /a HTTP/1.1\nAuthorization: Basic ${Buffer.from('me:HANDLE').toString('base64')}`,
    '',
  ],
  ['the user name', 'GET /a HTTP/1.1\nAuthorization: Basic USER64', ''],
  ['another query value', 'GET /a?q=HANDLE HTTP/1.1', ''],
  ['the name of a query value', 'GET /a?HANDLE=1 HTTP/1.1', ''],
  ['a query without names', 'GET /a?HANDLE HTTP/1.1', ''],
  ['another cookie', 'GET /a HTTP/1.1\nCookie: a=1; other=HANDLE', ''],
  ['another member', 'POST /a HTTP/1.1\nContent-Type: application/json', '{"auth": {"other": "HANDLE"}}'],
  [
    'the same name elsewhere',
    'POST /a HTTP/1.1\nContent-Type: application/json',
    '{"deep": {"auth": {"token": "HANDLE"}}}',
  ],
  ['a key', 'POST /a HTTP/1.1\nContent-Type: application/json', '{"auth": {"token": "HANDLE"}, "HANDLE": 1}'],
  [
    'a member that another replaces',
    'POST /a HTTP/1.1\nContent-Type: application/json',
    '{"token": "HANDLE", "token": "HANDLE"}',
  ],
  ['JSON escapes', 'POST /a HTTP/1.1\nContent-Type: application/json', '{"token": "ESCAPED"}'],
  ['text that is said to be JSON', 'POST /a HTTP/1.1\nContent-Type: application/json', 'token=HANDLE'],
  ['plain text', 'POST /a HTTP/1.1\nContent-Type: text/plain', 'HANDLE'],
  ['another pair of a form', `POST /a HTTP/1.1\n${form}`, 'a=HANDLE'],
  ['a file of a form', `POST /a HTTP/1.1\n${multipart}`, field('token', 'HANDLE', '; filename="a"')],
  ['a field behind the end', `POST /a HTTP/1.1\n${multipart}`, `${field('a', 'b')}${field('token', 'HANDLE')}`],
  ['a body that is no text', 'POST /a HTTP/1.1\nContent-Type: application/json', '{"token": "HANDLE\xff"}'],
  ['base64 of a body', 'POST /a HTTP/1.1', 'BASE64'],
  ['base64 of a header', 'GET /a HTTP/1.1\nX-Other: BASE64', ''],
  ['hexadecimal digits', 'GET /a?q=HEX HTTP/1.1', ''],
  ['percent signs', 'GET /a?key=PERCENT HTTP/1.1', ''],
  ['a packed body', 'POST /a HTTP/1.1\nContent-Encoding: gzip', 'GZIP'],
  [
    'a header, though the body is right',
    'POST /a HTTP/1.1\nX-Other: HANDLE\nContent-Type: application/json',
    '{"token": "HANDLE"}',
  ],
])('a handle in %s is refused, recorded, and sends nothing', async (_, head, body) => {
  const key = handle();
  const write = (text: string) =>
    filled(text)
      .replaceAll(Buffer.from('me:HANDLE').toString('base64'), Buffer.from(`me:${key}`).toString('base64'))
      .replaceAll('USER64', Buffer.from(`${handle('LOGIN')}:x`).toString('base64'))
      .replaceAll('BASE64', Buffer.from(`some text and ${key}`).toString('base64'))
      .replaceAll('HEX', Buffer.from(key).toString('hex'))
      .replaceAll('PERCENT', [...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''))
      .replaceAll('ESCAPED', `\\u0073${key.slice(1)}`)
      .replaceAll('GZIP', gzipSync(`{"token": "${key}"}`).toString('latin1'));
  const answer = await send(write(head), write(body));
  const recorded = [
    ...run.denials.map(({ code }) => code),
    ...run.calls.map(({ result }) => (result.status === 'turned-away' ? result.code : result.status)),
  ];
  // A place that a plan could name is judged like any other use of a secret; the rest is no request at all.
  expect(['ceiling/secret', 'egress/handle']).toContain(recorded[0]);
  expect([verdict(answer), recorded.length, server.seen]).toEqual([`403 ${recorded[0]}`, 1, []]);
});

test('a handle for another origin is refused there, whatever that origin is granted', async () => {
  const answers = [
    await send(filled('GET /a HTTP/1.1\nAuthorization: Bearer HANDLE'), '', other),
    await send('GET /a HTTP/1.1\nAuthorization: Bearer mine', '', other),
  ];
  expect([answers.map(verdict), other.seen.map(({ headers }) => headers.authorization)]).toEqual([
    ['403 ceiling/secret', '200'],
    ['Bearer mine'],
  ]);
  expect(answers[0]).toContain(`"name":"KEY","origin":"${other.origin}","slot":"header:authorization"`);
});

test('a handle of nobody is refused too', async () => {
  const answer = await send(`GET /a HTTP/1.1\nAuthorization: Bearer skh_${'0'.repeat(32)}`);
  expect([verdict(answer), server.seen]).toEqual(['403 egress/handle', []]);
});

test('an echo comes back as the handle, in headers and in every encoding of the body', async () => {
  const answer = await send(filled('GET /echo HTTP/1.1\nAuthorization: Bearer HANDLE'));
  const [head = '', body] = answer.split('\r\n\r\n');
  expect([/X-Echo: (.*)/.exec(head)?.[1], body, answer.includes(value)]).toEqual([
    `Bearer ${handle()}`,
    `Bearer ${handle()} ${handle()} ${handle()}`,
    false,
  ]);
});

test('a link with the value in it can be followed', async () => {
  const linked = await api((seen, response) => response.end(JSON.stringify({ next: seen.url.replace('a?', 'b?') })));
  const uses = [{ name: 'KEY', origin: linked.origin, slot: 'query:key' }];
  const pages = await startRun({
    ceiling: [network('GET', linked.origin, '/**'), ...secretEffects(uses)],
    secrets: { KEY: 'plain-token-0001' },
    uses,
  });
  const ask = (target: string) =>
    rawInTunnel(
      pages.egress,
      `localhost:${linked.port}`,
      `GET ${target} HTTP/1.1\r\nHost: localhost:${linked.port}\r\n\r\n`,
    );
  const first = await ask(`/a?key=${pages.handle('KEY')}`);
  const { next } = JSON.parse(first.split('\r\n\r\n')[1] ?? '') as { readonly next: string };
  const second = await ask(next);
  await pages.close();
  await linked.close();
  expect([verdict(second), linked.seen.map(({ url }) => url)]).toEqual([
    '200',
    ['/a?key=plain-token-0001', '/b?key=plain-token-0001'],
  ]);
});
