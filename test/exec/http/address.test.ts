import { afterAll, beforeAll, expect, test } from 'vitest';
import { classOf } from '../../../src/exec/providers/http/address.ts';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import { checkClass, placeOf } from '../../../src/exec/providers/http/reach.ts';
import type { NetworkGrant } from '../../../src/exec/providers/http/request.ts';
import { callOf, contextWith, get, granting, ok, type Recorder, recorder, secretsFor, text } from './support.ts';

const provider = createHttpProvider({ limits: { connectMs: 300 } });
let good: Recorder;
let location = '';

beforeAll(async () => {
  good = await recorder(() => ok('', [`Location: ${location}`], '302 Found'));
});

afterAll(async () => {
  provider.close();
  await good.close();
});

/** Spellings of the metadata address and of loopback that URL readers, resolvers or kernels understand. */
const spellings = [
  '169.254.169.254',
  '169.254.169.254.',
  '2852039166',
  '0xa9fea9fe',
  '0xA9FEA9FE',
  '025177524776',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '0251.254.169.254',
  '169.254.43518',
  '169.16689662',
  '0xa9.254.0251.254',
  '169.254.0xa9fe',
  '%31%36%39.254.169.254',
  '169%2E254%2E169%2E254',
  '１６９.254.169.254',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  '169。254。169。254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[0000:0000:0000:0000:0000:FFFF:A9FE:A9FE]',
  '[::169.254.169.254]',
  '[::ffff:0:169.254.169.254]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:1:2:3:4:5601:5601]',
  '[fe80::5efe:a9fe:a9fe]',
  '[2600::5efe:a9fe:a9fe]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fe80::a9fe:a9fe]',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127.255.255.254',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::7f00:1]',
  '0',
  '0.0.0.0',
  '[::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ⓛocalhost',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '[fc00::1]',
  '[fec0::1]',
  '224.0.0.1',
  '[ff02::1]',
  '255.255.255.255',
  '240.0.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '[2001:db8::1]',
];

/** The grant names every origin as covered, none as private: what refuses is the address. */
const everything = (origin: string) => granting([], { covers: () => true, privateOrigins: [origin] });

test.each(spellings)('refuses %s as an origin', async (host) => {
  const origin = `http://${host}`;
  const result = await provider.run(
    { request: { ...get('http://x.invalid'), origin, headers: [['Host', [host]]] }, grant: everything('') },
    contextWith(secretsFor('')),
  );
  const canonical = new URL(origin).origin === origin;
  expect([result.status, result.code, result.used.network_bytes]).toEqual([
    'failed',
    canonical ? 'network/refused-address' : 'network/origin',
    0,
  ]);
});

test.each(spellings)('refuses a redirect to %s', async (host) => {
  location = `http://${host}/latest`;
  if (/[^\x21-\x7e]/.test(host)) location = new URL(location).href;
  const result = await provider.run(
    {
      request: get(good.origin, { redirects: { policy: 'follow', max: 5 } }),
      grant: everything(good.origin),
    },
    contextWith(secretsFor('')),
  );
  expect([result.code, (result.facts as { http: { hops: unknown[] } }).http.hops.length]).toEqual([
    'network/refused-address',
    1,
  ]);
});

test('the twin: the granted loopback origin itself is reached, by address and by name', async () => {
  location = '';
  const byName = `http://localhost:${good.port}`;
  const answers = [];
  for (const origin of [good.origin, byName]) {
    const result = await provider.run(callOf(get(origin)), contextWith(secretsFor('')));
    answers.push([result.status, (result.facts as { http: { status: number } }).http.status, text(result)]);
  }
  expect(answers).toEqual([
    ['done', 302, ''],
    ['done', 302, ''],
  ]);
});

test('a loopback grant is for one origin, not for its neighbour port', async () => {
  const neighbour = `http://127.0.0.1:${good.port + 1}`;
  const grant = granting([good.origin], { covers: () => true });
  const result = await provider.run({ request: get(neighbour), grant }, contextWith(secretsFor('')));
  expect(result.code).toBe('network/refused-address');
});

/** Nothing is connected to: what may be at these addresses is not ours to ask. */
test.each([
  ['loopback', 'http://127.0.0.1', true],
  ['private', 'http://10.0.0.1', true],
  ['shared', 'http://100.64.0.1', false],
  ['link-local', 'http://169.254.1.1', false],
  ['metadata', 'http://169.254.169.254', false],
  ['unspecified', 'http://0.0.0.0', false],
  ['multicast', 'http://224.0.0.1', false],
  ['private', 'http://intranet.example', false],
  ['loopback', 'http://rebound.example', false],
] as const)('a %s address of %s: by approval %s, by policy always', (kind, origin, byApproval) => {
  const allowed = (grant: NetworkGrant) => {
    try {
      checkClass(placeOf(origin), kind, grant);
      return true;
    } catch {
      return false;
    }
  };
  const none = granting([], { privateOrigins: [] });
  expect([allowed(none), allowed(granting([origin])), allowed({ ...none, policyOrigins: [origin] })]).toEqual([
    false,
    byApproval,
    true,
  ]);
});

test('classes of public addresses and of their neighbours', () => {
  const all = [
    '8.8.8.8',
    '172.32.0.1',
    '172.15.0.1',
    '100.128.0.1',
    '169.253.1.1',
    '11.0.0.1',
    '223.255.255.255',
    '192.0.3.1',
  ];
  expect(all.map(classOf)).toEqual(all.map(() => 'public'));
  const six = ['2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2001:4860::8888'];
  expect(six.map(classOf)).toEqual(six.map(() => 'public'));
  const odd = ['2002:808:808::1', '2001:0:1:2::1', '4000::1', '::8.8.8.8', 'fe80::1%eth0', 'x', '', '1.2.3', '0x7f.1'];
  expect(odd.map(classOf)).toEqual([
    ...['reserved', 'reserved', 'reserved', 'reserved'],
    ...['unreadable', 'unreadable', 'unreadable', 'unreadable', 'unreadable'],
  ]);
});
