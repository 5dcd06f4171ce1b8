import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import type { Resolver } from '../../../src/exec/providers/http/reach.ts';
import type { HttpRequest } from '../../../src/exec/providers/http/request.ts';
import { makeCertificates } from './certificates.ts';
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
  secretValue,
  text,
  token,
} from './support.ts';

const certificates = makeCertificates(['DNS:good.test', 'DNS:*.wild.test', 'IP:127.0.0.1']);
const other = makeCertificates(['DNS:good.test']);
let server: Recorder;
let untrusted: Recorder;
const indicated: (string | false)[] = [];
const protocols: (string | false | null)[] = [];

beforeAll(async () => {
  const answer = () => ok('over tls');
  server = await recorder(
    (request, socket) => {
      const { servername, alpnProtocol } = socket as typeof socket & {
        servername: string | false;
        alpnProtocol: string | false;
      };
      indicated.push(servername);
      protocols.push(alpnProtocol);
      return request.startsWith('GET /plain') ? ok('', ['Location: http://good.test/'], '302 Found') : answer();
    },
    { ...certificates.server, ALPNProtocols: ['h2', 'http/1.1'] },
  );
  untrusted = await recorder(answer, other.server);
});

afterAll(async () => {
  await server.close();
  await untrusted.close();
});

const loopback: Resolver = async () => ['127.0.0.1'];

async function ask(
  origin: string,
  options: Parameters<typeof createHttpProvider>[0] = {},
  more: Partial<HttpRequest> = {},
) {
  const provider = createHttpProvider({ resolver: loopback, extraAuthorities: [certificates.authority], ...options });
  const grant = granting([origin], { policyOrigins: [origin], covers: () => true });
  const result = await provider.run(callOf(get(origin, more), { grant }), contextWith(secretsFor(origin)));
  provider.close();
  return result;
}

test('checks the certificate for the name asked for, at the address that was checked', async () => {
  const codes = [];
  for (const host of ['good.test', 'a.wild.test', '127.0.0.1', 'evil.test', 'wild.test', 'a.b.wild.test']) {
    const result = await ask(`https://${host}:${server.port}`);
    codes.push([host, result.code ?? text(result), result.exitCode]);
  }
  expect([codes, indicated, protocols]).toEqual([
    [
      ['good.test', 'over tls', 0],
      ['a.wild.test', 'over tls', 0],
      ['127.0.0.1', 'over tls', 0],
      ['evil.test', 'tls/wrong-host', 60],
      ['wild.test', 'tls/wrong-host', 60],
      ['a.b.wild.test', 'tls/wrong-host', 60],
    ],
    ['good.test', 'a.wild.test', false],
    ['http/1.1', 'http/1.1', 'http/1.1'],
  ]);
});

test('trusts another authority only by configuration, never by the environment', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1');
  vi.stubEnv('https_proxy', 'http://127.0.0.1:1');
  const origin = `https://good.test:${untrusted.port}`;
  const refused = await ask(origin);
  const trusted = await ask(origin, { extraAuthorities: [other.authority] });
  vi.unstubAllEnvs();
  expect([refused.code, text(trusted), untrusted.requests.length]).toEqual(['tls/untrusted', 'over tls', 1]);
});

test('plain text where TLS is spoken, and TLS where it is not', async () => {
  const plain = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\n\r\nplain'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const toPlain = await ask(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`);
  const toTls = await ask(`http://127.0.0.1:${server.port}`);
  plain.close();
  expect([toPlain.code, toPlain.uncertain, toTls.status]).toEqual(['tls/failed', undefined, 'failed']);
});

test('https never goes on as http', async () => {
  const origin = `https://good.test:${server.port}`;
  const followed = await ask(origin, {}, { target: ['/plain'], redirects: { policy: 'follow', max: 3 } });
  const shown = await ask(origin, {}, { target: ['/plain'], writeOut: '%{http_code}' });
  expect([followed.code, text(shown)]).toEqual(['network/redirect-plain-http', '302']);
});

test('counts the bytes of TLS too, against the reservation and in the account', async () => {
  const origin = `https://good.test:${server.port}`;
  const provider = createHttpProvider({
    resolver: loopback,
    extraAuthorities: [certificates.authority],
    limits: { idleConnections: 0 },
  });
  const grant = granting([origin], { policyOrigins: [origin] });
  const seen = [];
  for (const network_bytes of [600, 10_000]) {
    const cap = { network_bytes, wall_clock_ms: 5_000, cpu_ms: 1 };
    const result = await provider.run({ request: get(origin), grant }, contextWith(secretsFor(origin), { cap }));
    seen.push([result.code ?? text(result), result.used.network_bytes > 1_000]);
  }
  expect(seen).toEqual([
    ['limit/bytes', true],
    ['over tls', true],
  ]);
});

test('a name is looked up once a connection: what it says later changes nothing', async () => {
  const seen = await recorder(() => ok('first'));
  const elsewhere = await recorder(() => ok('second'), undefined, '127.0.0.2');
  const origin = `http://rebind.test:${seen.port}`;
  let asked = 0;
  const resolver: Resolver = async () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2'];
  const result = await ask(origin, { resolver });
  await seen.close();
  await elsewhere.close();
  expect([text(result), asked, elsewhere.connections]).toEqual(['first', 1, 0]);
});

test.each([
  [['127.0.0.1']],
  [['93.184.216.34', '169.254.169.254']],
  [['93.184.216.34', '::ffff:10.0.0.1']],
  [['0x7f000001']],
  [['fe80::1%lo']],
])(
  'a granted name that resolves to %j is refused, although its origin is on the list of private ones',
  async (addresses) => {
    const origin = `http://good.test:${server.port}`;
    const provider = createHttpProvider({ resolver: async () => addresses });
    const result = await provider.run(callOf(get(origin)), contextWith(secretsFor(origin)));
    expect([result.code, result.used.network_bytes]).toEqual(['network/refused-address', 0]);
  },
);

test.each([
  ['throws', async () => Promise.reject(new Error('no such name')), 'network/unresolved'],
  ['knows none', async () => [], 'network/unresolved'],
  ['hangs', () => new Promise<never>(() => undefined), 'network/timeout'],
] as [string, Resolver, string][])('a resolver that %s', async (_name, resolver, code) => {
  const result = await ask('https://good.test', { resolver }, { timeoutMs: 50 });
  expect([result.code, result.uncertain]).toEqual([code, undefined]);
});

test('a secret goes over plain http only to loopback, and only where that is granted', async () => {
  const plain = await recorder(() => ok('ok'));
  const headers = headersFor(plain.origin, ['Authorization', token]);
  const provider = createHttpProvider();
  const seen = [];
  for (const [plainHttpLoopback, sent] of [
    [true, headers],
    [false, headers],
    [false, headersFor(plain.origin)],
  ] as const) {
    const grant = granting([plain.origin], { plainHttpLoopback });
    const result = await provider.run(
      { request: get(plain.origin, { headers: sent }), grant },
      contextWith(secretsFor(plain.origin)),
    );
    seen.push(result.code ?? text(result));
  }
  provider.close();
  await plain.close();
  expect([seen, plain.requests.map((request) => request.includes(secretValue))]).toEqual([
    ['ok', 'network/plain-http-secret', 'ok'],
    [true, false],
  ]);
});

test('an address by which the machine reaches another one is not used', async () => {
  const server = await recorder(() => ok('ok'));
  const result = await ask(`http://0.0.0.0:${server.port}`);
  await server.close();
  expect([result.code, server.requests]).toEqual(['network/refused-address', []]);
});

test('a secret that is not bound to this origin is not sent', async () => {
  const origin = `https://good.test:${server.port}`;
  const provider = createHttpProvider({ resolver: loopback, extraAuthorities: [certificates.authority] });
  const before = server.requests.length;
  const grant = granting([origin], { policyOrigins: [origin] });
  const request = get(origin, { headers: headersFor(origin, ['Authorization', token]) });
  const refused = await provider.run({ request, grant }, contextWith(secretsFor('https://other.test')));
  const sent = await provider.run({ request, grant }, contextWith(secretsFor(origin)));
  provider.close();
  expect([refused.code, sent.status, server.requests.length - before]).toEqual(['secret/not-bound', 'done', 1]);
});
