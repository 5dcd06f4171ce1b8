import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CookieJar } from '../../../src/exec/providers/http/cookies.ts';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import type { HttpRequest } from '../../../src/exec/providers/http/request.ts';
import {
  contextWith,
  get,
  granting,
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
let good: Recorder;
/** Another origin: what it sees is the oracle. */
let evil: Recorder;
let status = 302;
let location = '';

beforeAll(async () => {
  good = await recorder((request) => {
    if (!/^[A-Z]+ \/start/.test(request)) return ok('at home');
    return ok('moved', [`Location: ${location}`, 'Set-Cookie: session=of-good; Path=/'], `${status} Moved`);
  });
  evil = await recorder(() => ok('from evil', ['Set-Cookie: evil=1']));
});

afterEach(() => {
  good.requests.length = 0;
  evil.requests.length = 0;
});

afterAll(async () => {
  provider.close();
  await good.close();
  await evil.close();
});

function request(method: string, more: Partial<HttpRequest> = {}): HttpRequest {
  const body = method === 'POST' || method === 'PUT';
  return get(good.origin, {
    method,
    target: ['/start?key=', ...token],
    headers: headersFor(
      good.origin,
      ['User-Agent', ['curl/8']],
      ['Accept', ['*/*']],
      ['Authorization', ['Bearer ', ...token]],
      ['X-Api-Key', ['literal-key']],
      ['Cookie', ['mine=1']],
      ['X-Custom', ['custom']],
      ...(body
        ? ([
            ['Content-Length', []],
            ['Content-Type', ['text/plain']],
          ] as const)
        : []),
    ),
    ...(body ? { body: [{ text: ['the-body-', ...token] }] } : {}),
    redirects: { policy: 'follow', max: 5 },
    ...more,
  });
}

async function run(sent: HttpRequest, secrets = secretsFor(good.origin)) {
  const grant = granting([good.origin, evil.origin]);
  const result = await provider.run({ request: sent, grant, cookies: new CookieJar() }, contextWith(secrets));
  return { result, asked: [...new Set(secrets.asked)] };
}

const statuses = [301, 302, 303, 307, 308];
const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const matrix = statuses.flatMap((code) => methods.map((method) => [code, method] as const));
const after = (code: number, method: string) => (code === 303 || (code < 303 && method === 'POST') ? 'GET' : method);

test.each(matrix)('%i after %s to another origin carries nothing over', async (code, method) => {
  status = code;
  location = `${evil.origin}/there`;
  const { result, asked } = await run(request(method));
  const next = after(code, method);
  const bodyWouldCross = (method === 'POST' || method === 'PUT') && next === method;
  expect([result.code, text(result), evil.requests, asked]).toEqual(
    bodyWouldCross
      ? ['network/redirect-body', '', [], [good.origin]]
      : [
          undefined,
          'from evil',
          [`${next} /there HTTP/1.1\r\nHost: 127.0.0.1:${evil.port}\r\nUser-Agent: curl/8\r\nAccept: */*\r\n\r\n`],
          [good.origin],
        ],
  );
});

test.each(matrix)('%i after %s at the same origin keeps what belongs there', async (code, method) => {
  status = code;
  location = 'there';
  const { result } = await run(request(method));
  const next = after(code, method);
  const keepsBody = (method === 'POST' || method === 'PUT') && next === method;
  const own = [
    `${next} /there HTTP/1.1`,
    `Host: 127.0.0.1:${good.port}`,
    'User-Agent: curl/8',
    'Accept: */*',
    `Authorization: Bearer ${secretValue}`,
    'X-Api-Key: literal-key',
    'Cookie: session=of-good; mine=1',
    'X-Custom: custom',
    ...(keepsBody ? ['Content-Length: 23', 'Content-Type: text/plain'] : []),
    '',
    keepsBody ? `the-body-${secretValue}` : '',
  ];
  expect([text(result), good.requests[1]]).toEqual(['at home', own.join('\r\n')]);
});

test.each(statuses)('%i: same-origin stops at another origin with that answer, none everywhere', async (code) => {
  status = code;
  location = `${evil.origin}/there`;
  const seen = [];
  for (const redirects of [{ policy: 'same-origin', max: 5 }, { policy: 'none' }] as const) {
    const { result } = await run(request('POST', { redirects, writeOut: ' %{http_code}' }));
    seen.push([result.status, text(result)]);
  }
  expect([seen, evil.requests]).toEqual([
    [
      ['done', `moved ${code}`],
      ['done', `moved ${code}`],
    ],
    [],
  ]);
});

test('going away and coming back gives nothing back', async () => {
  status = 302;
  const back = await recorder(() => ok('', [`Location: ${good.origin}/home`], '302 Found'));
  location = `${back.origin}/`;
  const secrets = secretsFor(good.origin);
  const grant = granting([good.origin, back.origin]);
  await provider.run({ request: request('GET'), grant }, contextWith(secrets));
  await back.close();
  expect(good.requests[1]).toBe(
    `GET /home HTTP/1.1\r\nHost: 127.0.0.1:${good.port}\r\nUser-Agent: curl/8\r\nAccept: */*\r\n\r\n`,
  );
});

test.each(['basic', 'digest'] as const)('%s: user and password stay at home, also on the way back', async (kind) => {
  const challenge = 'WWW-Authenticate: Digest realm="r", nonce="n", qop="auth"';
  const away = await recorder((sent) => {
    if (sent.startsWith('GET /ask')) return ok('', [challenge], '401 No');
    return ok('', [`Location: ${sent.startsWith('GET /away') ? '/further' : `${home.origin}/back`}`], '302 On');
  });
  const home = await recorder((sent) => {
    if (sent.startsWith('GET /back')) return ok('', [challenge], '401 No');
    if (kind === 'digest' && !sent.includes('Authorization')) return ok('', [challenge], '401 No');
    return ok('', [`Location: ${away.origin}/${sent.startsWith('GET /ask') ? 'ask' : 'away'}`], '302 On');
  });
  const grant = granting([home.origin, away.origin]);
  const seen = [];
  for (const target of ['/', '/ask']) {
    const sent = get(home.origin, {
      target: [target],
      auth: { kind, user: ['me'], password: token },
      redirects: { policy: 'follow', max: 3 },
      writeOut: '%{http_code}',
    });
    seen.push(text(await provider.run({ request: sent, grant }, contextWith(secretsFor(home.origin)))));
  }
  await home.close();
  await away.close();
  const withPassword = home.requests.filter((sent) => sent.includes('Authorization')).map((sent) => sent.split(' ')[1]);
  expect([seen, withPassword, away.requests.filter((sent) => sent.includes('Authorization'))]).toEqual([
    ['401', '401'],
    ['/', '/ask'],
    [],
  ]);
});

test('of two locations neither is followed; the same twice is one', async () => {
  const seen = [];
  for (const [first, second] of [
    ['/a', '/b'],
    ['/a', '/a'],
  ]) {
    const two = await recorder((sent) =>
      sent.startsWith('GET / ') ? ok('', [`Location: ${first}`, `location: ${second}`], '302 On') : ok('there'),
    );
    const sent = get(two.origin, { redirects: { policy: 'follow', max: 1 } });
    const result = await provider.run({ request: sent, grant: granting([two.origin]) }, contextWith(secretsFor('')));
    await two.close();
    seen.push(result.code ?? text(result));
  }
  expect(seen).toEqual(['network/redirect-location', 'there']);
});

test('an answer cannot hand the secret on in its Location; to itself it can', async () => {
  status = 302;
  location = `${evil.origin}/?stolen=${secretValue}`;
  const away = await run(request('GET'));
  location = `/?again=${secretValue}`;
  const home = await run(request('GET'));
  expect([away.result.code, evil.requests, text(home.result)]).toEqual(['network/redirect-secret', [], 'at home']);
  expect(JSON.stringify([away.result, home.result])).not.toContain(secretValue);
});

test('a safe header that holds a secret does not cross', async () => {
  status = 302;
  location = `${evil.origin}/`;
  await run(request('GET', { headers: headersFor(good.origin, ['User-Agent', token], ['Accept', ['a/b']]) }));
  expect(evil.requests).toEqual([`GET / HTTP/1.1\r\nHost: 127.0.0.1:${evil.port}\r\nAccept: a/b\r\n\r\n`]);
});

test('each hop needs the grant', async () => {
  status = 302;
  location = `${evil.origin}/there`;
  const grant = granting([good.origin], { privateOrigins: [good.origin, evil.origin] });
  const outside = await provider.run({ request: request('GET'), grant }, contextWith(secretsFor(good.origin)));
  location = '/other';
  const path = granting([good.origin], { covers: (_method, _origin, at) => at === '/start' });
  const otherPath = await provider.run({ request: request('GET'), grant: path }, contextWith(secretsFor(good.origin)));
  expect([outside.code, otherPath.code, evil.requests]).toEqual(['network/outside-grant', 'network/outside-grant', []]);
});

test.each([
  ['file:///etc/passwd', 'network/redirect-scheme'],
  ['ftp://127.0.0.1/', 'network/redirect-scheme'],
  ['javascript:alert(1)', 'network/redirect-scheme'],
  ['http:/evil.example/', 'network/redirect-location'],
  ['http:evil.example/', 'network/redirect-location'],
  ['http:///evil.example/', 'network/redirect-location'],
  ['///evil.example/', 'network/redirect-location'],
  ['http://EVIL\\@good/', 'network/redirect-location'],
  ['/\\evil.example/', 'network/redirect-location'],
  ['http://user:pw@evil.example/', 'network/redirect-location'],
  ['http://@evil.example/', 'network/redirect-location'],
  ['//user@evil.example/', 'network/redirect-location'],
  ['http://evil.example /', 'network/redirect-location'],
  ['/a\tb', 'network/redirect-location'],
  ['http://[::1/', 'network/redirect-location'],
  ['http://evil.example:99999/', 'network/redirect-location'],
])('refuses the location %s', async (to, code) => {
  status = 302;
  location = to;
  const { result } = await run(request('GET'));
  expect([result.code, good.requests.length]).toEqual([code, 1]);
});

test.each([
  ['../a/./b?x#fragment', '/a/b?x'],
  ['?only=query', '/start?only=query'],
  ['/caf\xe9', '/caf%E9'],
  ['', '/start'],
])('follows the location %j to %s', async (to, target) => {
  status = 302;
  location = to;
  await run(request('GET', { redirects: { policy: 'follow', max: 1 } }));
  expect(good.requests[1]?.split(' ')[1]).toBe(target);
});

test('ends a loop at its limit and says what happened on the way', async () => {
  status = 302;
  location = '/start';
  const { result } = await run(request('GET', { redirects: { policy: 'follow', max: 2 } }));
  const hop = { method: 'GET', origin: good.origin, path: '/start', status: 302, address: '127.0.0.1' };
  expect([result.code, result.exitCode, (result.facts as { http: { hops: unknown } }).http.hops]).toEqual([
    'network/too-many-redirects',
    47,
    [hop, hop, hop],
  ]);
});

test('does not wait for the end of a body that has none and that nobody wants', async () => {
  const endless = await recorder((request) =>
    request.startsWith('GET /start') ? 'HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\nand so on' : ok('next'),
  );
  const sent = get(endless.origin, { target: ['/start'], redirects: { policy: 'follow', max: 1 } });
  const result = await provider.run({ request: sent, grant: granting([endless.origin]) }, contextWith(secretsFor('')));
  await endless.close();
  expect([text(result), endless.connections]).toEqual(['next', 2]);
});
