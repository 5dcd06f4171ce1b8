import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SecretText } from '../../../src/exec/secret-text.ts';
import { type Binding, describeBinding, isBound } from '../../../src/exec/secrets/binding.ts';
import { Broker, type CallSecrets, type SecretGrant } from '../../../src/exec/secrets/broker.ts';
import { memoryStore } from '../../../src/exec/secrets/store/memory-store.ts';
import type { SecretStore } from '../../../src/exec/secrets/store/store.ts';
import { secret } from './made.ts';

const api = 'https://api.example.com';
const use = { name: 'KEY', origin: api, slot: 'header:authorization' };
const bound: Binding = { ...use, skill: 'weather' };
const grant: SecretGrant = { call: 'call_1', skill: 'weather', uses: [use], bindings: [bound], loopback: false };
const bearer: SecretText = ['Bearer ', { secret: 'KEY', slot: 'header:authorization' }];

function brokerOn(store: SecretStore = memoryStore(new Map([['KEY', secret('correct-horse')]]))): Broker {
  return new Broker({ store, timeoutMs: 50, random: randomBytes });
}

async function opened(grantGiven: SecretGrant, broker = brokerOn()): Promise<CallSecrets> {
  const answer = await broker.open(grantGiven);
  if (answer.kind !== 'open') return expect.fail(`${answer.code}: ${answer.message}`);
  return answer.secrets;
}

function granting(origin: string, slot: string, more: Partial<SecretGrant> = {}): SecretGrant {
  const at = { name: 'KEY', origin, slot };
  return { ...grant, uses: [at], bindings: [{ ...at, skill: 'weather' }], ...more };
}

const notBound = (origin: string, slot: string): unknown => ({
  kind: 'refused',
  code: 'secret/not-bound',
  message: `\`KEY\` is not bound to ${origin} (${slot}) for this skill`,
});

describe('filling', () => {
  test('the bound origin and slot get the value', async () => {
    const { fill } = await opened(grant);
    expect(await fill(bearer, api)).toEqual({ kind: 'filled', value: 'Bearer correct-horse' });
    expect(await fill(['plain ${secret:KEY}'], 'https://elsewhere.example')).toEqual({
      kind: 'filled',
      value: 'plain ${secret:KEY}',
    });
  });

  test.each([
    'https://api.example.org',
    'https://api.example.com.evil.example',
    'https://evil-api.example.com',
    'https://example.com',
    'https://api.example.com:8443',
    'https://api.example.com:443',
    'https://api.example.com.',
    'https://API.example.com',
    'https://api.example.com/',
    'https://api.example.com@evil.example',
    'https://api.ex\u0430mple.com',
    'https://xn--api-example-com.example',
    'http://api.example.com',
    'wss://api.example.com',
    'file://',
    'null',
    '',
  ])('another origin gets nothing: %s', async (origin) => {
    expect(await (await opened(grant)).fill(bearer, origin)).toEqual(notBound(origin, 'header:authorization'));
  });

  test.each(['header:x-api-key', 'header:Authorization', 'query:key', 'basic:password', 'body:/token', ''])(
    'another slot gets nothing: %s',
    async (slot) => {
      expect(await (await opened(grant)).fill([{ secret: 'KEY', slot }], api)).toEqual(notBound(api, slot));
    },
  );

  test('one slot of two that is not bound: nothing is filled', async () => {
    const text: SecretText = [...bearer, { secret: 'KEY', slot: 'query:key' }];
    expect(await (await opened(grant)).fill(text, api)).toEqual(notBound(api, 'query:key'));
  });

  test('bound but not in this call’s plan, and planned but not bound', async () => {
    const other = { ...use, slot: 'query:key' };
    const secrets = await opened({ ...grant, bindings: [bound, { ...other, skill: 'weather' }] });
    expect(await secrets.fill([{ secret: 'KEY', slot: 'query:key' }], api)).toEqual(notBound(api, 'query:key'));
    expect(await brokerOn().open({ ...grant, uses: [use, other] })).toEqual(notBound(api, 'query:key'));
  });

  test('another skill with the same plan gets nothing', async () => {
    expect(await brokerOn().open({ ...grant, skill: 'Weather' })).toEqual(notBound(api, 'header:authorization'));
    expect(await brokerOn().open(grant)).toMatchObject({ kind: 'open' });
  });

  test('after the call nothing is filled', async () => {
    const secrets = await opened(grant);
    secrets.close();
    expect(await secrets.fill(bearer, api)).toMatchObject({ kind: 'refused', code: 'secret/missing' });
  });
});

describe('plain http', () => {
  const slot = 'header:authorization';
  test.each([
    'http://localhost:8080',
    'http://a.localhost',
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://[::1]:1',
  ])('loopback by grant: %s', async (origin) => {
    const { fill } = await opened(granting(origin, slot, { loopback: true }));
    expect(await fill(bearer, origin)).toEqual({ kind: 'filled', value: 'Bearer correct-horse' });
    const without = await opened(granting(origin, slot));
    expect(await without.fill(bearer, origin)).toMatchObject({ kind: 'refused', code: 'secret/plain-http' });
  });

  test.each([
    'http://api.example.com',
    'http://10.0.0.1',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
  ])('never elsewhere: %s', async (origin) => {
    const { fill } = await opened(granting(origin, slot, { loopback: true }));
    expect(await fill(bearer, origin)).toMatchObject({ kind: 'refused', code: 'secret/plain-http' });
  });
});

describe('a value that would leave its place', () => {
  test.each([
    ['header:x-key', 'gr\u00fc\u00dfe-1', '', 'header:x-key', 'plain-text'],
    ['header:cookie', 'a; admin=1', 's=', 'header:cookie', 'a-admin=1'],
    ['query:key', 'a&admin=1', '/x?key=', 'query:key', 'a+b/c=='],
    ['path', '../admin', '/bot', 'path', '123:ABC'],
    ['basic:user', 'user:name', '', 'basic:password', 'pass:word'],
    ['body:/token', 'a","admin":"1', '{"token":"', 'body:/token', 'a&b=c%'],
    ['body:/token', 'a&admin=1', 'token=', 'body:/token', 'a"b=c'],
    ['env:KEY', 'correct-horse', '', 'header:key', 'correct-horse'],
  ])('%s: %s is refused, the twin goes', async (slot, bad, literal, goodSlot, good) => {
    const fillWith = async (at: string, text: string): Promise<unknown> => {
      const broker = brokerOn(memoryStore(new Map([['KEY', secret(text)]])));
      return (await opened(granting(api, at), broker)).fill([literal, { secret: 'KEY', slot: at }], api);
    };
    expect(await fillWith(slot, bad)).toMatchObject({ kind: 'refused', code: 'secret/unfit-value' });
    expect(await fillWith(goodSlot, good)).toEqual({ kind: 'filled', value: literal + good });
  });
});

describe('a store that fails', () => {
  const lost = { kind: 'refused', code: 'secret/store-unavailable', message: 'the store of secrets does not answer' };
  const answering = (get: () => Promise<unknown>): SecretStore => ({
    ...memoryStore(),
    get: get as SecretStore['get'],
  });

  test('missing', async () => {
    expect(await brokerOn(memoryStore()).open(grant)).toEqual({
      kind: 'refused',
      code: 'secret/missing',
      message: 'there is no secret `KEY`',
      remedy: 'skillc secret set KEY',
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['hangs', () => new Promise(() => {})],
    ['throws', () => Promise.reject(new Error('correct-horse', { cause: 'correct-horse' }))],
    [
      'throws at once',
      () => {
        throw new Error('correct-horse');
      },
    ],
    ['answers nothing', async () => undefined],
    ['answers a bare string', async () => 'correct-horse'],
    ['answers a value that is none', async () => ({ kind: 'found', value: 'correct-horse' })],
    ['answers something unknown', async () => ({ kind: 'maybe' })],
  ])('%s: no call, and no word of what it said', async (_, get) => {
    expect(await brokerOn(answering(get)).open(grant)).toEqual(lost);
  });

  test('twin: a call without secrets does not ask it', async () => {
    const broker = brokerOn(answering(() => new Promise(() => {})));
    expect(await broker.open({ ...grant, uses: [] })).toMatchObject({ kind: 'open' });
  });
});

describe('handles', () => {
  test('are exchanged for their origin and slot, in their call, for their skill, until it ends', async () => {
    const broker = brokerOn();
    const secrets = await opened(grant, broker);
    const handed = secrets.handle(use);
    if (handed.kind !== 'handle') return expect.fail(handed.message);
    expect(handed.handle).toMatch(/^skh_[0-9a-f]{32}$/);
    const { exchange } = secrets;
    expect(exchange(handed.handle, api, use.slot)).toEqual({ kind: 'filled', value: 'correct-horse' });
    expect(exchange(handed.handle, 'https://evil.example', use.slot)).toEqual(
      notBound('https://evil.example', use.slot),
    );
    expect(exchange(handed.handle, api, 'query:key')).toEqual(notBound(api, 'query:key'));

    const unknown = {
      kind: 'refused',
      code: 'secret/unknown-handle',
      message: 'the handle stands for no secret of this call',
    };
    const otherCall = await opened({ ...grant, call: 'call_2' }, broker);
    const otherSkill = await opened(
      { ...granting(api, use.slot), skill: 'b', bindings: [{ ...bound, skill: 'b' }] },
      broker,
    );
    expect(otherCall.exchange(handed.handle, api, use.slot)).toEqual(unknown);
    expect(otherSkill.exchange(handed.handle, api, use.slot)).toEqual(unknown);
    expect(exchange(`${handed.handle.slice(0, -1)}x`, api, use.slot)).toEqual(unknown);
    secrets.close();
    expect(exchange(handed.handle, api, use.slot)).toEqual(unknown);
    expect(secrets.handle(use)).toEqual(notBound(api, use.slot));
  });

  test('none for what is not bound; every one is another', async () => {
    const secrets = await opened(grant);
    expect(secrets.handle({ ...use, origin: 'https://evil.example' })).toEqual(
      notBound('https://evil.example', use.slot),
    );
    expect(new Set(Array.from({ length: 100 }, () => JSON.stringify(secrets.handle(use)))).size).toBe(100);
  });
});

describe('bindings', () => {
  test('hold whole or not at all', () => {
    expect(isBound([bound], bound)).toBe(true);
    for (const [field, value] of Object.entries({ name: 'key', skill: 'b', origin: `${api}:443`, slot: 'header:*' }))
      expect(isBound([bound], { ...bound, [field]: value })).toBe(false);
  });

  test('are described to who is asked for another one', () => {
    expect(describeBinding([bound], bound)).toBeUndefined();
    expect(describeBinding([], bound)).toBeUndefined();
    expect(describeBinding([bound, { ...bound, name: 'OTHER' }], { ...bound, skill: 'b' })).toBe(
      'already bound to https://api.example.com (header:authorization) for weather',
    );
  });
});
