import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { CookieJar } from '../../../src/exec/providers/http/cookies.ts';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import { placeOf } from '../../../src/exec/providers/http/reach.ts';
import type { HttpRequest } from '../../../src/exec/providers/http/request.ts';
import {
  type Answer,
  callOf,
  contextWith,
  get,
  headersFor,
  ok,
  recorder,
  secretsFor,
  secretValue,
  text,
  token,
} from './support.ts';

const provider = createHttpProvider({ random: (bytes) => new Uint8Array(bytes).fill(7) });
afterAll(() => provider.close());

const curlHeaders = (origin: string) => headersFor(origin, ['User-Agent', ['curl/8']], ['Accept', ['*/*']]);

/** Checks the answer to its question by itself, from RFC 7616. */
function digestServer(challenge: string, algorithm: 'md5' | 'sha256', users: ReadonlyMap<string, string>): Answer {
  const digest = (value: string) => createHash(algorithm).update(value, 'latin1').digest('hex');
  const counts = new Set<string>();
  return (request) => {
    const field = (name: string) => new RegExp(`\\b${name}="?([^",\\r]*)`).exec(authorization)?.[1] ?? '';
    const authorization = /\r\nAuthorization: Digest ([^\r]*)/.exec(request)?.[1] ?? '';
    const [method, target] = request.split(' ');
    const plain = digest(`${field('username')}:${field('realm')}:${users.get(field('username'))}`);
    const ha1 = field('algorithm').endsWith('-sess') ? digest(`${plain}:${field('nonce')}:${field('cnonce')}`) : plain;
    const middle = field('qop') === '' ? field('nonce') : `${field('nonce')}:${field('nc')}:${field('cnonce')}:auth`;
    const right = digest(`${ha1}:${middle}:${digest(`${method}:${target}`)}`);
    const use = `${field('nonce')} ${field('nc')}`;
    const fresh = field('qop') === '' || !counts.has(use);
    counts.add(use);
    if (authorization === '' || field('response') !== right || field('uri') !== target || !fresh) {
      return ok('who?', [`WWW-Authenticate: ${challenge}`], '401 No');
    }
    if (target === '/first') return ok('', ['Location: /second'], '307 On');
    return ok(`welcome ${field('nc')} ${request.split('\r\n\r\n')[1]}`);
  };
}

const auth = (kind: 'basic' | 'digest', user = 'me'): Partial<HttpRequest> => ({
  auth: { kind, user: [user], password: token },
});
const users = new Map([['me', secretValue]]);

test('basic: where curl puts it, and not beside one given by hand', async () => {
  const server = await recorder(() => ok(''));
  const run = (headers: HttpRequest['headers']) =>
    provider.run(callOf(get(server.origin, { headers, ...auth('basic') })), contextWith(secretsFor(server.origin)));
  await run(curlHeaders(server.origin));
  await run([...curlHeaders(server.origin), ['authorization', ['mine']]]);
  await server.close();
  const start = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`;
  const pair = Buffer.from(`me:${secretValue}`).toString('base64');
  expect(server.requests).toEqual([
    `${start}Authorization: Basic ${pair}\r\nUser-Agent: curl/8\r\nAccept: */*\r\n\r\n`,
    `${start}User-Agent: curl/8\r\nAccept: */*\r\nauthorization: mine\r\n\r\n`,
  ]);
});

const challenges: [challenge: string, algorithm: 'md5' | 'sha256', nc: string][] = [
  ['Digest realm="r", nonce="n1", qop="auth"', 'md5', '00000001'],
  ['Digest realm="r", nonce="n1", qop="auth,auth-int", algorithm=MD5, opaque="o\\"p"', 'md5', '00000001'],
  ['Digest realm="r", nonce="n1", qop="auth", algorithm=SHA-256', 'sha256', '00000001'],
  ['Digest realm="r", nonce="n1", qop="auth", algorithm=MD5-sess', 'md5', '00000001'],
  ['Digest realm="r", nonce="n1"', 'md5', ''],
];

test.each(challenges)('digest: %s', async (challenge, algorithm, nc) => {
  const server = await recorder(digestServer(challenge, algorithm, users));
  const result = await provider.run(callOf(get(server.origin, auth('digest'))), contextWith(secretsFor(server.origin)));
  const wrong = await provider.run(
    callOf(get(server.origin, auth('digest', 'you'))),
    contextWith(secretsFor(server.origin)),
  );
  await server.close();
  expect([text(result), text(wrong), server.requests.length]).toEqual([`welcome ${nc} `, 'who?', 4]);
});

test('digest: counts the uses of a nonce over a redirect, and sends the body only once it is known', async () => {
  const server = await recorder(digestServer('Digest realm="r", nonce="n1", qop="auth"', 'md5', users));
  const request = get(server.origin, {
    ...auth('digest'),
    method: 'POST',
    target: ['/first'],
    headers: headersFor(server.origin, ['Content-Length', []], ['Content-Type', ['text/plain']]),
    body: [{ text: ['payload'] }],
    redirects: { policy: 'follow', max: 2 },
  });
  const result = await provider.run(callOf(request), contextWith(secretsFor(server.origin)));
  await server.close();
  const bodies = server.requests.map((sent) => [sent.split(' ')[1], sent.split('\r\n\r\n')[1]]);
  expect([text(result), bodies]).toEqual([
    'welcome 00000002 payload',
    [
      ['/first', ''],
      ['/first', 'payload'],
      ['/second', 'payload'],
    ],
  ]);
});

test.each([
  'Digest realm="r", nonce="n", qop="auth-int"',
  'Digest realm="r", nonce="n", algorithm=SHA-512-256',
  'Digest realm="r"',
])('digest: refuses %s', async (challenge) => {
  const server = await recorder(() => ok('', [`WWW-Authenticate: ${challenge}`], '401 No'));
  const result = await provider.run(callOf(get(server.origin, auth('digest'))), contextWith(secretsFor(server.origin)));
  await server.close();
  expect([result.code, server.requests.length]).toEqual(['network/digest', 1]);
});

test('the same conversation as curl: digest with a body', async () => {
  const converse = async (ask: (origin: string) => Promise<unknown>) => {
    const server = await recorder(
      digestServer('Digest realm="r", nonce="n1", qop="auth", opaque="o", algorithm=SHA-256', 'sha256', users),
    );
    await ask(server.origin);
    await server.close();
    return server.requests.map((request) =>
      request.replaceAll(String(server.port), 'PORT').replace(/(cnonce|response)="[^"]*"/g, '$1'),
    );
  };
  const curl = await converse((origin) =>
    promisify(execFile)('curl', [
      '-q',
      '-s',
      '--noproxy',
      '*',
      '--digest',
      '-u',
      `me:${secretValue}`,
      '-A',
      'curl/8',
      '-d',
      'payload',
      `${origin}/x?y`,
    ]),
  );
  const ours = await converse((origin) => {
    const headers = [
      ...curlHeaders(origin),
      ['Content-Length', []] as const,
      ['Content-Type', ['application/x-www-form-urlencoded']] as const,
    ];
    const request = get(origin, {
      ...auth('digest'),
      method: 'POST',
      target: ['/x?y'],
      headers,
      body: [{ text: ['payload'] }],
    });
    return provider.run(callOf(request), contextWith(secretsFor(origin)));
  });
  expect(ours).toEqual(curl);
});

test('cookies go back to the origin and path that set them, as long as they live', () => {
  const jar = new CookieJar();
  const home = placeOf('https://a.example');
  const set = (cookies: string[], place = home, path = '/dir/page') => jar.keep(place, path, cookies, 1_000);
  set([
    'a=1',
    'root=2; Path=/',
    'deep=3; Path=/dir/deep',
    'short=4; Max-Age=1; Path=/',
    'gone=5; Max-Age=0',
    '=no',
    'bad\x01=1',
  ]);
  set([
    'foreign=1; Domain=b.example; Path=/',
    'wide=6; Domain=.example; Path=/',
    'old=7; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  ]);
  set(['s=1; Secure'], placeOf('http://a.example'), '/');
  const at = (origin: string, path: string, now = 1_500) => jar.header(placeOf(origin), path, now);
  expect([
    at('https://a.example', '/dir/deep/x'),
    at('https://a.example', '/dir', 5_000),
    at('https://a.example', '/directory', 5_000),
    at('https://b.a.example', '/dir'),
    at('https://example', '/'),
    at('https://a.example:8443', '/dir'),
    at('http://a.example', '/dir'),
  ]).toEqual([
    'deep=3; a=1; short=4; root=2; wide=6',
    'a=1; root=2; wide=6',
    'root=2; wide=6',
    ...[undefined, undefined, undefined, undefined],
  ]);
  set(['root=; Max-Age=0; Path=/', 'a=changed']);
  expect(at('https://a.example', '/dir', 5_000)).toBe('a=changed; wide=6');
});

test('a cookie of one call is for the calls that share its jar', async () => {
  const server = await recorder(() => ok('', ['Set-Cookie: id=42']));
  const jar = new CookieJar();
  const request = get(server.origin, { headers: [...curlHeaders(server.origin), ['X-Own', ['1']]] });
  for (const cookies of [jar, jar, new CookieJar(), undefined]) {
    await provider.run(
      { ...callOf(request), ...(cookies === undefined ? {} : { cookies }) },
      contextWith(secretsFor('')),
    );
  }
  await server.close();
  const start = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUser-Agent: curl/8\r\nAccept: */*\r\n`;
  const without = `${start}X-Own: 1\r\n\r\n`;
  expect(server.requests).toEqual([without, `${start}Cookie: id=42\r\nX-Own: 1\r\n\r\n`, without, without]);
});
