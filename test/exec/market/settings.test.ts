import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHost, type Recorder, recorder, type TestHost } from './test-host.ts';

let skillc: TestHost;
let server: Recorder;

beforeAll(async () => {
  [skillc, server] = await Promise.all([openTestHost(), recorder()]);
  await skillc.secret('SHOP_TOKEN', 'token_0123456789');
  await skillc.load(
    skillc.write('shop', { Items: `curl -s "$SHOP_URL/items/$ID" -H "Authorization: Bearer $SHOP_TOKEN"` }),
  );
});

afterAll(async () => {
  await skillc.close();
  await server.close();
});

const set = (value: string) =>
  skillc.host.ledger.submit({
    kind: 'set-setting',
    session: 'default',
    actor: 'person',
    name: 'SHOP_URL',
    skill: 'shop',
    value,
  });

it('an origin that the skill leaves open waits for its setting', async () => {
  expect(await skillc.ask('shop.items', { id: '7' })).toMatchObject({
    outcome: 'waiting',
    reason: { code: 'setting/missing' },
  });
});

it.each([
  ['an origin', (origin: string) => origin, '/items/7'],
  ['an origin with a path', (origin: string) => `${origin}/v1`, '/v1/items/7'],
  ['capital letters', (origin: string) => origin.replace('http', 'HTTP'), '/items/7'],
  ['no scheme', (origin: string) => origin.replace('http://', ''), '/items/7'],
])('%s: asked about as it is, and then run', async (_, spelled, path) => {
  await set(spelled(server.origin));
  expect((await skillc.ask('shop.items', { id: '7' })).outcome).toBe('waiting');
  expect((await skillc.subjectOf('shop', 'items'))?.origins).toEqual([server.origin]);
  await skillc.approveAll('shop');
  expect((await skillc.ask('shop.items', { id: '7' })).outcome).toBe('done');
  expect(server.seen.at(-1)).toMatchObject({ url: path, headers: expect.arrayContaining(['Bearer token_0123456789']) });
});
