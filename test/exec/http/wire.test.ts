import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import type { BodyPiece, Header, OpenFile } from '../../../src/exec/providers/http/request.ts';
import {
  callOf,
  contextWith,
  get,
  granting,
  headersFor,
  ok,
  type Recorder,
  recorder,
  secretsFor,
  text,
  token,
} from './support.ts';

const provider = createHttpProvider();
let server: Recorder;

beforeAll(async () => {
  server = await recorder((request) =>
    request.startsWith('HEAD') ? 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n' : ok('ok'),
  );
});

afterEach(() => {
  server.requests.length = 0;
});

afterAll(async () => {
  provider.close();
  await server.close();
});

const run = (more: Parameters<typeof get>[1]) =>
  provider.run(callOf(get(server.origin, more)), contextWith(secretsFor(server.origin)));

const file = (...chunks: string[]): BodyPiece => ({
  file: '/granted/file',
  open: async (): Promise<OpenFile> => ({
    size: 6,
    chunks: (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
    })(),
    close: async () => undefined,
  }),
});

test('sends exactly the given bytes: case, order, repeats, empty values, bytes above ASCII', async () => {
  const headers = headersFor(
    server.origin,
    ['User-Agent', ['curl/8.5.0']],
    ['aCCept', ['*/*']],
    ['X-Twice', ['1']],
    ['Authorization', ['Bearer ', ...token]],
    ['x-twice', ['2']],
    ['X-Empty', []],
    ['X-Latin', ['caf\xe9']],
  );
  const result = await run({ target: ['/a%2fb/../c?q=', ...token, '&r=\xff'], headers });
  expect([result.status, text(result), server.requests]).toEqual([
    'done',
    'ok',
    [
      [
        'GET /a%2fb/../c?q=tok-7c1fd0a94e&r=\xff HTTP/1.1',
        `Host: 127.0.0.1:${server.port}`,
        'User-Agent: curl/8.5.0',
        'aCCept: */*',
        'X-Twice: 1',
        'Authorization: Bearer tok-7c1fd0a94e',
        'x-twice: 2',
        'X-Empty:',
        'X-Latin: caf\xe9',
        '',
        '',
      ].join('\r\n'),
    ],
  ]);
});

const length: Header = ['Content-Length', []];
const bodies: [name: string, method: string, header: Header, body: BodyPiece[], sent: string][] = [
  ['text with a secret', 'POST', length, [{ text: ['k=', ...token] }], 'Content-Length: 16\r\n\r\nk=tok-7c1fd0a94e'],
  ['bytes', 'PATCH', length, [{ bytes: Buffer.from('\x00\xff', 'latin1') }], 'Content-Length: 2\r\n\r\n\x00\xff'],
  [
    'a file between texts',
    'PUT',
    length,
    [{ text: ['<'] }, file('abc', 'def'), { text: ['>'] }],
    'Content-Length: 8\r\n\r\n<abcdef>',
  ],
  ['nothing', 'POST', length, [], 'Content-Length: 0\r\n\r\n'],
  ['a body with GET', 'GET', length, [{ text: ['x'] }], 'Content-Length: 1\r\n\r\nx'],
  ['a stated length', 'DELETE', ['Content-Length', ['3']], [{ text: ['xyz'] }], 'Content-Length: 3\r\n\r\nxyz'],
  [
    'chunked text',
    'POST',
    ['Transfer-Encoding', ['chunked']],
    [{ text: ['0123456789abcdef'] }],
    'Transfer-Encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n',
  ],
  [
    'a chunked file',
    'PUT',
    ['Transfer-Encoding', ['chunked']],
    [file('abcdef')],
    'Transfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n0\r\n\r\n',
  ],
];

test.each(bodies)('body: %s', async (_name, method, header, body, sent) => {
  const result = await run({ method, headers: headersFor(server.origin, header), body });
  expect([result.code, text(result), server.requests]).toEqual([
    undefined,
    'ok',
    [`${method} / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${sent}`],
  ]);
});

const refused: [name: string, code: string, more: Parameters<typeof get>[1]][] = [
  ['a file that grew', 'io/changed-file', { method: 'PUT', headers: [length], body: [file('abcdef', 'g')] }],
  ['a file that shrank', 'io/changed-file', { method: 'PUT', headers: [length], body: [file('abc')] }],
  [
    'a wrong length',
    'network/invalid-request',
    { method: 'POST', headers: [['Content-Length', ['2']]], body: [{ text: ['abc'] }] },
  ],
  ['a length without a body', 'network/invalid-request', { method: 'POST', headers: [['Content-Length', ['2']]] }],
  ['a length that is no number', 'network/invalid-request', { headers: [['Content-Length', ['+0']]], body: [] }],
  ['two lengths', 'network/invalid-request', { headers: [length, length], body: [] }],
  ['length and coding', 'network/invalid-request', { headers: [length, ['Transfer-Encoding', ['chunked']]], body: [] }],
  ['another coding', 'network/invalid-request', { headers: [['Transfer-Encoding', ['gzip, chunked']]], body: [] }],
  ['a body of no length', 'network/invalid-request', { method: 'POST', body: [{ text: ['abc'] }] }],
  ['a line end in a value', 'network/invalid-request', { headers: [['X', ['a\r\nEvil: 1']]] }],
  ['a NUL in a value', 'network/invalid-request', { headers: [['X', ['a\0']]] }],
  ['a character above latin1', 'network/invalid-request', { headers: [['X', ['\u0100']]] }],
  ['a colon in a name', 'network/invalid-request', { headers: [['X: y\r\nZ', ['a']]] }],
  ['an empty name', 'network/invalid-request', { headers: [['', ['a']]] }],
  ['a space in the target', 'network/invalid-request', { target: ['/a HTTP/1.1'] }],
  ['a line end in the target', 'network/invalid-request', { target: ['/a\r\nX: y'] }],
  ['a target without its slash', 'network/invalid-request', { target: ['@evil.example/'] }],
  ['a method with a space', 'network/invalid-request', { method: 'GET /' }],
  ['CONNECT', 'network/invalid-request', { method: 'CONNECT' }],
  ['a change of protocol', 'network/invalid-request', { headers: [['Upgrade', ['h2c']]] }],
  ['a second host', 'network/host-header', { headers: [['Host', ['evil.example']]] }],
];

test.each(refused)('refuses %s and sends nothing whole', async (_name, code, more) => {
  const headers = headersFor(server.origin, ...(more?.headers ?? []));
  const result = await run({ ...more, headers });
  expect([result.status, result.code, server.requests]).toEqual(['failed', code, []]);
});

test.each([[[]], [[['Host', ['other.example']]]], [[['Host', token]]]] as [Header[]][])(
  'refuses the host header %j',
  async (headers) => {
    const result = await run({ headers });
    expect([result.code, server.requests]).toEqual(['network/host-header', []]);
  },
);

test('a secret with a line end cannot add a header', async () => {
  const headers = headersFor(server.origin, ['Authorization', token]);
  const secrets = secretsFor(server.origin, 'value\r\nX-Evil: 1');
  const result = await provider.run(callOf(get(server.origin, { headers })), contextWith(secrets));
  expect([result.code, result.message, server.requests]).toEqual([
    'network/invalid-request',
    'The value of the header Authorization cannot be sent',
    [],
  ]);
});

test('connections are kept for one holder, opened anew for another, and for what may not be sent twice', async () => {
  const other = createHttpProvider();
  const before = server.connections;
  const opened: number[] = [];
  const request = get(server.origin);
  const post = get(server.origin, { method: 'POST', headers: headersFor(server.origin, length), body: [] });
  for (const [holder, sent] of [
    ['a', request],
    ['a', request],
    ['b', request],
    ['a', post],
    ['a', request],
  ] as const) {
    await other.run({ request: sent, grant: granting([server.origin], { holder }) }, contextWith(secretsFor('')));
    opened.push(server.connections - before);
  }
  other.close();
  expect(opened).toEqual([1, 1, 2, 3, 3]);
});

test('a kept connection is checked again under the grant of the call that wants it', async () => {
  const without = granting([server.origin], { privateOrigins: [] });
  const allowed = await run({});
  const denied = await provider.run({ request: get(server.origin), grant: without }, contextWith(secretsFor('')));
  expect([allowed.status, denied.code, server.requests.length]).toEqual(['done', 'network/refused-address', 1]);
});

test('HEAD gives no body and the head can be shown', async () => {
  const result = await run({ method: 'HEAD', includeHeaders: true });
  expect(text(result)).toBe('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n');
});

test('skips the 100 Continue that was asked for', async () => {
  const asks = await recorder(() => `HTTP/1.1 100 Continue\r\n\r\n${ok('late')}`);
  const headers = headersFor(asks.origin, length, ['Expect', ['100-continue']]);
  const request = get(asks.origin, { method: 'POST', headers, body: [{ text: ['x'] }] });
  const result = await provider.run(callOf(request), contextWith(secretsFor('')));
  const unasked = await provider.run(callOf(get(asks.origin)), contextWith(secretsFor('')));
  await asks.close();
  expect([text(result), unasked.code]).toEqual(['late', 'network/closed']);
});

test('what the grant does not cover is not connected to', async () => {
  const grant = granting([server.origin], { covers: (method, _origin, path) => method === 'GET' && path === '/ok' });
  const codes = [];
  for (const more of [{ target: ['/ok?x=1'] }, { target: ['/no'] }, { target: ['/ok'], method: 'DELETE' }]) {
    const result = await provider.run({ request: get(server.origin, more), grant }, contextWith(secretsFor('')));
    codes.push(result.code);
  }
  expect([codes, server.requests.length]).toEqual([[undefined, 'network/outside-grant', 'network/outside-grant'], 1]);
});

test('connections that are kept do not keep the process', async () => {
  const program = `
    import { createHttpProvider } from '${new URL('../../../src/exec/providers/http/provider.ts', import.meta.url)}';
    import { callOf, contextWith, get, headersFor, secretsFor, token } from '${new URL('./support.ts', import.meta.url)}';
    const origin = '${server.origin}';
    const provider = createHttpProvider({ limits: { idleMs: 60_000 } });
    const used = await provider.run(callOf(get(origin)), contextWith(secretsFor(origin)));
    const headers = headersFor(origin, ['Authorization', token]);
    const post = get(origin, { method: 'POST', headers });
    const unused = await provider.run(callOf(post), contextWith(secretsFor('elsewhere')));
    console.log(used.status, unused.code);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', program], {
    timeout: 10_000,
  });
  expect(stdout).toBe('done secret/not-bound\n');
});
