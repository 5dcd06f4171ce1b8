import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SecretText } from '../../../src/exec/secret-text.ts';
import { Broker, type CallSecrets } from '../../../src/exec/secrets/broker.ts';
import { memoryStore } from '../../../src/exec/secrets/store/memory-store.ts';
import { secret } from './made.ts';
import { echoes } from './scrub/echoes.ts';

/** Gives back what it got, in the form that the path names, in chunks of random sizes; and keeps it, as an outside witness. */
const seen: string[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(async (incoming, answer) => {
    const value = await valueIn(incoming);
    seen.push(value);
    const echo = echoes[Number(new URL(incoming.url ?? '', origin).searchParams.get('echo'))];
    const bytes = Buffer.concat([
      Buffer.from('you sent ['),
      echo?.of(value, Math.random) ?? Buffer.alloc(0),
      Buffer.from(']'),
    ]);
    answer.setHeader('x-echo', encodeURIComponent(value));
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + Math.floor(Math.random() * 12);
      answer.write(bytes.subarray(at, at + size));
      at += size;
      await new Promise(setImmediate);
    }
    answer.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

async function valueIn(incoming: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const query = new URL(incoming.url ?? '', origin).searchParams.get('key');
  const { authorization = '', 'x-api-key': header } = incoming.headers;
  if (authorization.startsWith('Basic '))
    return Buffer.from(authorization.slice(6), 'base64').toString().slice('me:'.length);
  if (body !== '') return (JSON.parse(body) as { token: string }).token;
  return query ?? (typeof header === 'string' ? header : authorization.slice('Bearer '.length));
}

const slots = ['header:authorization', 'header:x-api-key', 'query:key', 'basic:password', 'body:/token'] as const;
type Slot = (typeof slots)[number];

async function openFor(value: string): Promise<CallSecrets> {
  const broker = new Broker({
    store: memoryStore(new Map([['KEY', secret(value)]])),
    timeoutMs: 1000,
    random: randomBytes,
  });
  const uses = slots.map((slot) => ({ name: 'KEY', origin, slot }));
  const bindings = uses.map((use) => ({ ...use, skill: 'weather' }));
  const opened = await broker.open({ call: 'call_1', skill: 'weather', uses, bindings, loopback: true });
  return opened.kind === 'open' ? opened.secrets : expect.fail(opened.message);
}

/** What an agent would see of the answer: the head as data, the body as a stream. */
async function send(secrets: CallSecrets, slot: Slot, echo: number): Promise<{ body: string; head: unknown }> {
  const fill = async (...text: SecretText): Promise<string> => {
    const filled = await secrets.fill(text, origin);
    return filled.kind === 'filled' ? filled.value : expect.fail(filled.message);
  };
  const key = { secret: 'KEY', slot };
  const path = `/?echo=${echo}`;
  const basic = async (): Promise<string> => `Basic ${Buffer.from(`me:${await fill(key)}`).toString('base64')}`;
  const sent = {
    'header:authorization': async () => ({ path, headers: { authorization: await fill('Bearer ', key) } }),
    'header:x-api-key': async () => ({ path, headers: { 'x-api-key': await fill(key) } }),
    'query:key': async () => ({ path: await fill(`${path}&key=`, key), headers: {} }),
    'basic:password': async () => ({ path, headers: { authorization: await basic() } }),
    'body:/token': async () => ({ path, headers: {}, body: await fill('{"token":"', key, '"}') }),
  };
  const { body = '', ...options } = (await sent[slot]()) as {
    path: string;
    headers: Record<string, string>;
    body?: string;
  };
  const answer = await new Promise<IncomingMessage>((got, failed) =>
    request(origin, { ...options, method: body === '' ? 'GET' : 'POST' }, got)
      .on('error', failed)
      .end(body),
  );
  const scrubber = secrets.scrubber();
  const parts: Uint8Array[] = [];
  for await (const chunk of answer) parts.push(scrubber.push(chunk as Uint8Array));
  parts.push(scrubber.end());
  const head = secrets.scrub.json({ 'x-echo': answer.headers['x-echo'] as string });
  return { body: Buffer.concat(parts).toString('latin1'), head };
}

describe('a server that gives the secret back', () => {
  test.each(echoes.map((echo, at) => ({ ...echo, at })))('$name', async ({ at, left = '*' }) => {
    for (const value of ['sk_live_9aB3xQ7Lm2Zt', 'kp-test+4Ye8wK/cR6==']) {
      const secrets = await openFor(value);
      const slot = slots[at % slots.length] as Slot;
      seen.length = 0;
      expect(await send(secrets, slot, at)).toEqual({
        body: `you sent [${left.replace('*', '${secret:KEY}')}]`,
        head: { 'x-echo': '${secret:KEY}' },
      });
      expect(seen).toEqual([slot === 'query:key' ? value.replace('+', ' ') : value]);
    }
  });

  test.each(slots)('every slot reaches it, and is masked: %s', async (slot) => {
    seen.length = 0;
    expect((await send(await openFor('sk_live_9aB3xQ7Lm2Zt'), slot, 0)).body).toBe('you sent [${secret:KEY}]');
    expect(seen).toEqual(['sk_live_9aB3xQ7Lm2Zt']);
  });
});

describe('errors', () => {
  test('with causes, addresses and stacks tell nothing', async () => {
    const { scrub } = await openFor('sk_live_9aB3xQ7Lm2Zt');
    const cause = new Error(`connect https://x.example/?key=${encodeURIComponent('sk_live_9aB3xQ7Lm2Zt')}`);
    const error = new AggregateError(
      [new Error('header Bearer sk_live_9aB3xQ7Lm2Zt')],
      'sent c2tfbGl2ZV85YUIzeFE3TG0yWnQ=',
      { cause },
    );
    const shown = scrub.text(inspect(error, { depth: 9 }));
    expect(shown).not.toMatch(/9aB3|c2tf/);
    expect(shown.match(/\$\{secret:KEY\}/g)?.length).toBeGreaterThanOrEqual(3);
    expect(scrub.text('connect https://x.example/?key=other')).toBe('connect https://x.example/?key=other');
  });

  test('a value that another call has sent before is masked too', async () => {
    const values = new Map([['KEY', secret('sk_live_9aB3xQ7Lm2Zt')]]);
    const broker = new Broker({ store: memoryStore(values), timeoutMs: 1000, random: randomBytes });
    const use = { name: 'KEY', origin, slot: 'query:key' };
    const grant = { skill: 'weather', uses: [use], bindings: [{ ...use, skill: 'weather' }], loopback: true };
    const early = await broker.open({ ...grant, call: 'call_1', uses: [] });
    expect(early.kind === 'open' && early.secrets.scrub.text('sk_live_9aB3xQ7Lm2Zt')).toBe('sk_live_9aB3xQ7Lm2Zt');
    await broker.open({ ...grant, call: 'call_2' });
    expect(early.kind === 'open' && early.secrets.scrub.text('sk_live_9aB3xQ7Lm2Zt')).toBe('${secret:KEY}');
  });
});
