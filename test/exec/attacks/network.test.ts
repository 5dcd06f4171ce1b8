import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RegisteredOperation } from '../../../src/exec/market/host.ts';
import type { Plan } from '../../../src/ir/plan.ts';
import { openTestHost, type Recorder, reasonCode, recorder, type TestHost } from '../market/test-host.ts';

const TOKEN = 'tok_CANARY_0123456789';

let good: Recorder;
let evil: Recorder;
/** On another address of this machine, at the port of `good`. */
let rebound: { readonly server: Server; seen: number };
let skillc: TestHost;
let redirect = { status: 302, location: '' };
const looked: string[] = [];
let addresses: (name: string) => readonly string[] = () => ['127.0.0.1'];

beforeAll(async () => {
  good = await recorder((request, response) => {
    if (request.url?.startsWith('/redirect') !== true) return void response.end('{"ok":true}');
    response.writeHead(redirect.status, { location: redirect.location });
    response.end();
  });
  evil = await recorder();
  const count = (response: ServerResponse) => {
    rebound.seen += 1;
    response.end();
  };
  rebound = { server: createServer((_, response) => count(response)), seen: 0 };
  await new Promise<void>((resolve) => rebound.server.listen(good.port, '127.0.0.2', resolve));
  const named = `http://good.test:${good.port}`;
  skillc = await openTestHost({
    resolver: async (name) => {
      looked.push(name);
      return addresses(name);
    },
    policy: `private_origins: [${named}]\ntrusted_hosts: [${named}]\nrules: []\n`,
  });
  const sent = `-H "Authorization: Bearer $TOK" -H "X-Api-Key: $TOK" -H "Cookie: s=$TOK" -d "token=$TOK"`;
  await skillc.load(
    skillc.write('net', {
      'Good name': `curl -s "${named}/x"`,
      'Longer name': `curl -s "http://good.test.evil.test:${good.port}/x"`,
      'Joined name': `curl -s "http://evilgood.test:${good.port}/x"`,
      'Sub name': `curl -s "http://a.good.test:${good.port}/x"`,
      'Other port': `curl -s "http://good.test:${evil.port}/x"`,
      Metadata: `curl -s "http://169.254.169.254/latest"`,
      Unspecified: `curl -s "http://0.0.0.0:${good.port}/x"`,
      Follow: `curl -sL -X POST "${good.origin}/redirect" ${sent}`,
      'Follow read': `curl -sL "${good.origin}/redirect" -H "X-Api-Key: $TOK" -u "me:$TOK"`,
      Stay: `curl -s "${good.origin}/redirect" -H "X-Api-Key: $TOK"`,
      Decimal: `curl -s "http://2130706433:${good.port}/x"`,
      Octal: `curl -s "http://0177.0.0.1:${good.port}/x"`,
      Hexadecimal: `curl -s "http://0x7f.0.0.1:${good.port}/x"`,
      Short: `curl -s "http://127.1:${good.port}/x"`,
      'Host header': `curl -s "${good.origin}/x" -H "Host: evil.test"`,
    }),
  );
  await skillc.secret('TOK', TOKEN);
  await skillc.approveAll('net');
});

afterAll(async () => {
  rebound.server.closeAllConnections();
  rebound.server.close();
  await Promise.all([skillc.close(), good.close(), evil.close()]);
});

beforeEach(() => {
  good.seen.length = 0;
  evil.seen.length = 0;
  rebound.seen = 0;
  looked.length = 0;
  addresses = () => ['127.0.0.1'];
});

test('a name of the policy is reached without a question, and without the others', async () => {
  expect((await skillc.ask('net.good_name')).outcome).toBe('done');
  expect(good.seen).toHaveLength(1);
});

test.each(['longer_name', 'joined_name', 'sub_name', 'other_port'])('%s is not it', async (operation) => {
  expect(reasonCode(await skillc.ask(`net.${operation}`))).toBe('network/refused-address');
  expect([good.seen, evil.seen]).toEqual([[], []]);
});

test.each(['metadata', 'unspecified'])('%s is refused though it was approved', async (operation) => {
  expect(reasonCode(await skillc.ask(`net.${operation}`))).toBe('network/refused-address');
  expect(good.seen).toEqual([]);
});

test.each(['decimal', 'octal', 'hexadecimal', 'short', 'host_header'])(
  '%s is no operation at all',
  async (operation) => {
    expect(reasonCode(await skillc.ask(`net.${operation}`))).toBe('capability/unknown');
    expect(good.seen).toEqual([]);
  },
);

test('an answer of the resolver with one bad address is refused whole', async () => {
  await skillc.load(skillc.write('mixed', { Get: `curl -s "http://public.test:${good.port}/x"` }));
  await skillc.approveAll('mixed');
  addresses = () => ['93.184.216.34', '127.0.0.1'];
  expect(reasonCode(await skillc.ask('mixed.get'))).toBe('network/refused-address');
  for (const lie of [['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], ['10.0.0.1'], ['localhost'], [''], []]) {
    addresses = () => lie;
    expect(reasonCode(await skillc.ask('mixed.get'))).toMatch(/^network\/(?:refused-address|unresolved)$/);
  }
  expect(good.seen).toEqual([]);
});

test('rebinding: one look-up a connection, and what it said is where it goes', async () => {
  await skillc.reopen();
  let turn = 0;
  addresses = () => [turn++ === 0 ? '127.0.0.1' : '127.0.0.2'];
  expect((await skillc.ask('net.good_name')).outcome).toBe('done');
  expect([looked, good.seen.length, rebound.seen]).toEqual([['good.test'], 1, 0]);
});

test.each([301, 302, 303, 307, 308])('%d to another origin takes nothing along', async (status) => {
  redirect = { status, location: `${evil.origin}/take` };
  for (const operation of ['follow', 'follow_read']) {
    const outcome = await skillc.ask(`net.${operation}`);
    expect([outcome.outcome, JSON.stringify(outcome).includes('CANARY')]).toEqual(['failed', false]);
  }
  expect(good.seen.map(({ url }) => url)).toEqual(['/redirect', '/redirect']);
  expect(evil.seen).toEqual([]);
});

test.each([
  'http://169.254.169.254/latest',
  'http://[::1]:1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:1/x',
  'http://me:pw@127.0.0.1/',
])('a redirect to %s is not followed', async (location) => {
  redirect = { status: 302, location };
  expect((await skillc.ask('net.follow_read')).outcome).toBe('failed');
  expect([good.seen.length, evil.seen.length]).toEqual([1, 0]);
});

test('a redirect that nobody asked to follow is an answer', async () => {
  redirect = { status: 302, location: `${evil.origin}/take` };
  expect((await skillc.ask('net.stay')).outcome).toBe('done');
  expect(evil.seen).toEqual([]);
});

test('a redirect on the same origin to a path that was not approved is refused', async () => {
  redirect = { status: 302, location: '/elsewhere' };
  expect(reasonCode(await skillc.ask('net.follow_read'))).toBe('network/outside-grant');
  expect(good.seen.map(({ url }) => url)).toEqual(['/redirect']);
});

/** A plan whose request is not what its effects say: the request is held against the grant when it is made. */
test.each([
  ['method', { method: 'POST', path: '/x' }],
  ['path', { method: 'GET', path: '/api/*' }],
  ['other tenant', { method: 'GET', path: '/tenant-a/**' }],
  ['nothing granted', undefined],
])('a request outside its grant: %s', async (_what, granted) => {
  const allowing = await openTestHost({
    policy: 'rules:\n  - {id: all, when: "true", decision: allow, reason: test}\n',
  });
  try {
    await allowing.load(allowing.write('grant', { Get: `curl -s "${good.origin}/x"` }));
    const found = await allowing.host.operations.find('grant.get');
    if (found.kind !== 'operation') throw new Error(found.message);
    const asked = (effects: Plan['effects']) => {
      const { plan } = found.operation;
      const calls = plan.calls.map((call) => ({ ...call, effects }));
      const operation: RegisteredOperation = { ...found.operation, plan: { ...plan, calls, effects } };
      return allowing.ask(
        'grant.get',
        {},
        { exec: { operations: { find: async () => ({ kind: 'operation', operation }) } } },
      );
    };
    const effects = granted === undefined ? [] : [{ kind: 'network', origin: good.origin, ...granted } as const];
    expect(reasonCode(await asked(effects))).toBe('network/outside-plan');
    expect(good.seen).toEqual([]);
    expect((await asked(found.operation.plan.effects)).outcome).toBe('done');
  } finally {
    await allowing.close();
  }
});

test('a pattern in the list of trusted hosts makes the whole policy void', async () => {
  const strict = await openTestHost({ policy: 'trusted_hosts: ["*.good.test"]\n' });
  await strict.load(strict.write('any', { Get: `curl -s "${good.origin}/x"` }));
  await strict.approveAll('any');
  expect(reasonCode(await strict.ask('any.get'))).toBe('policy/denied');
  expect(good.seen).toEqual([]);
  await strict.close();
});
