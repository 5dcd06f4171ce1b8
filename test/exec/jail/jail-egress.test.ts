import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Refusal } from '../../../src/exec/egress/refusal.ts';
import { connectHost } from '../../../src/exec/jail/connect-host.ts';
import { type JailEgress, openJailEgress } from '../../../src/exec/jail/jail-egress.ts';
import { raw, rawInTunnel, verdict } from '../egress/raw.ts';
import { type Api, api } from '../egress/run.ts';

let model: Api;
let jail: JailEgress;
const denied: string[] = [];
const opened: string[] = [];
const lookedUp: string[] = [];
const hosts = ['https://inside.test', 'https://public.test'];

beforeAll(async () => {
  model = await api();
  const all = [...hosts, model.origin];
  jail = await openJailEgress({
    hosts: all,
    open: async (origin, signal) => {
      opened.push(origin);
      const resolver = async (name: string) => {
        lookedUp.push(name);
        return name === 'inside.test' ? ['10.1.2.3'] : [];
      };
      const connected = await connectHost(origin, all, [], resolver, signal);
      return connected.kind === 'refusal' ? connected : connected.socket;
    },
    denied: async ({ code }: Refusal) => void denied.push(code),
    authorities: [],
    random: randomBytes,
    wall: Date.now,
    limits: { headMs: 2_000 },
  });
});

beforeEach(() => {
  for (const list of [denied, opened, lookedUp, model.seen]) list.length = 0;
});

afterAll(async () => {
  await jail.close();
  await model.close();
});

const connect = (authority: string, rest = '') =>
  raw({ socket: jail.socket }, `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n${rest}`);

test('a configured name that leads to a private address, or nowhere, is refused after it was looked up', async () => {
  const answers = [await connect('inside.test:443'), await connect('public.test:443')];
  expect([answers.map(verdict), lookedUp, denied]).toEqual([
    ['403 network/refused-address', '502 network/unresolved'],
    ['inside.test', 'public.test'],
    ['network/refused-address', 'network/unresolved'],
  ]);
});

test.each([
  ['another port', 'inside.test:8443', '403 egress/port'],
  ['an address', '10.1.2.3:443', '403 egress/address'],
  ['a name that only begins so', 'inside.test.evil.test:443', 'HTTP/1.1 200'],
  ['NUL', 'inside.test\0.evil.test:443', '400 egress/malformed'],
])('%s is not what was configured: nothing is opened', async (_, authority, expected) => {
  const answer = await connect(authority);
  expect([answer.startsWith('HTTP/1.1 200') ? 'HTTP/1.1 200' : verdict(answer), opened, lookedUp]).toEqual([
    expected,
    [],
    [],
  ]);
});

test('a host that is not configured is answered inside its tunnel, in plain words', async () => {
  const answer = await rawInTunnel(
    jail,
    'evil.test:443',
    'POST /x HTTP/1.1\r\nHost: evil.test\r\nContent-Length: 1\r\n\r\na',
  );
  expect([verdict(answer), denied, opened]).toEqual(['403 egress/jailed', ['egress/jailed'], []]);
});

test.each([
  ['plain HTTP', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
])('a tunnel that begins with %s ends before a byte goes on', async (_, bytes) => {
  const answer = await connect(`localhost:${model.port}`, bytes);
  expect([answer.startsWith('HTTP/1.1 200'), model.seen]).toEqual([true, []]);
  await expect.poll(() => denied).toEqual(['egress/tunnel-name']);
});
