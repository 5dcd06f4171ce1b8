import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../../src/exec/outcome.ts';
import type { Clock } from '../../../src/exec/provider.ts';
import { approve, findApprovals } from '../../../src/host/approvals.ts';
import { openTestHost, type Recorder, reasonCode, recorder, type TestHost } from './test-host.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let server: Recorder;
let skillc: TestHost;
/** What is added to the machine's clocks. */
const jump = { wall: 0, monotonic: 0 };
const start = { wall: Date.now(), monotonic: 1_000_000 };
const clock: Clock = {
  wall: () => start.wall + jump.wall,
  monotonic: () => start.monotonic + jump.monotonic,
  boot: 'boot-1',
};

beforeEach(async () => {
  jump.wall = 0;
  jump.monotonic = 0;
  server = await recorder();
  skillc = await openTestHost({ clock });
  await skillc.load(skillc.write('life', { Post: `curl -s -X POST "${server.origin}/v1" -d '{"n":1,"m":2}'` }));
});

afterEach(async () => {
  await Promise.all([skillc.close(), server.close()]);
});

const ask = (input: unknown = {}, session = 'default') => skillc.ask('life.post', input, { session });
const both = (ms: number) => {
  jump.wall += ms;
  jump.monotonic += ms;
};
const approvalOf = async (outcome: Promise<Outcome>) => {
  const waiting = await outcome;
  if (waiting.outcome !== 'waiting' || waiting.approval_id === undefined) throw new Error(JSON.stringify(waiting));
  return waiting.approval_id;
};

async function answer(id: string, scope: 'once' | 'session' | 'always', more: object = {}): Promise<void> {
  const [approval] = await findApprovals(skillc.host, id);
  if (approval === undefined) throw new Error(`no ${id}`);
  const reply = await approve(skillc.host, approval, { session: 'default', actor: 'person', scope, ...more });
  expect(reply).toMatchObject({ ok: true });
}

test('once: these parameters, this session, one time', async () => {
  const id = await approvalOf(ask({ n: 5 }));
  await answer(id, 'once');
  expect((await ask({ n: 6 })).outcome).toBe('waiting');
  expect((await ask({ n: 5 }, 'another')).outcome).toBe('waiting');
  expect(server.seen).toEqual([]);
  expect((await ask({ n: 5 })).outcome).toBe('done');
  expect((await ask({ n: 5 })).outcome).toBe('waiting');
  expect(server.seen.map(({ body }) => body)).toEqual(['{"n":5,"m":2}']);
});

test('once: of many that come at the same time one runs', async () => {
  await answer(await approvalOf(ask({ n: 5 })), 'once');
  const outcomes = await Promise.all(Array.from({ length: 16 }, () => ask({ n: 5 })));
  expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
  expect(server.seen).toHaveLength(1);
});

test('session: any parameters, in this session alone', async () => {
  await answer(await approvalOf(ask()), 'session');
  expect((await ask({}, 'another')).outcome).toBe('waiting');
  expect(server.seen).toEqual([]);
  expect([(await ask({ n: 3 })).outcome, (await ask({ n: 4 })).outcome]).toEqual(['done', 'done']);
});

test('always: every session', async () => {
  await answer(await approvalOf(ask()), 'always');
  expect([(await ask()).outcome, (await ask({}, 'another')).outcome]).toEqual(['done', 'done']);
});

test.each([
  ['once', 15 * minute],
  ['session', 12 * hour],
  ['always', 90 * day],
] as const)('%s ends by either clock', async (scope, life) => {
  const id = await approvalOf(ask());
  await answer(id, scope);
  both(life - 1_000);
  if (scope !== 'once') expect((await ask()).outcome).toBe('done');
  const before = server.seen.length;
  both(2_000);
  expect((await ask()).outcome).toBe('waiting');
  await answer(id, scope);
  jump.wall += life + 1_000;
  expect((await ask()).outcome).toBe('waiting');
  expect(server.seen).toHaveLength(before);
});

test('a wall clock that is set back gives no time: the monotonic one counts on', async () => {
  await answer(await approvalOf(ask()), 'session');
  jump.wall -= 365 * day;
  expect((await ask()).outcome).toBe('done');
  jump.monotonic += 12 * hour + 1;
  expect((await ask()).outcome).toBe('waiting');
  expect(server.seen).toHaveLength(1);
});

test('a wall clock that jumps a year ahead ends grants, and setting it back brings none to life', async () => {
  await answer(await approvalOf(ask()), 'always');
  jump.wall += 365 * day;
  expect((await ask()).outcome).toBe('waiting');
  jump.wall -= 365 * day;
  expect((await ask()).outcome).toBe('waiting');
  expect(server.seen).toEqual([]);
  const events = await skillc.host.ledger.events(0, 100);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  expect(events.every(({ at }, place) => place === 0 || at >= (events[place - 1]?.at ?? 0))).toBe(true);
});

test('denied and revoked are no, until a person says yes again', async () => {
  const id = await approvalOf(ask());
  const say = (kind: 'deny-approval' | 'revoke-approval') =>
    skillc.host.ledger.submit({ kind, session: 'default', actor: 'person', id });
  await say('deny-approval');
  expect(reasonCode(await ask())).toBe('approval/denied');
  await answer(id, 'session');
  expect((await ask()).outcome).toBe('done');
  await say('revoke-approval');
  expect((await ask()).outcome).toBe('waiting');
  expect(server.seen).toHaveLength(1);
});

test('a grant or an approval that cannot be read is no', async () => {
  await answer(await approvalOf(ask()), 'session');
  const damage = (table: string, value: string) => {
    const database = new DatabaseSync(join(skillc.home, 'ledger.db'));
    const { changes } = database.prepare('UPDATE state SET value = ? WHERE tbl = ?').run(value, table);
    database.close();
    return changes;
  };
  // In a process that has not read the rows before.
  const anew = async () => {
    await skillc.reopen();
    return (await ask()).outcome;
  };
  const grants = (await skillc.host.ledger.list('grants')).map(([, row]) => JSON.stringify(row));
  expect((await ask()).outcome).toBe('done');
  for (const value of ['{"approval":1}', '"granted"', 'null', '{']) {
    expect(damage('grants', value)).toBe(1);
    expect(await anew()).not.toBe('done');
  }
  damage('grants', grants[0] ?? '');
  expect(await anew()).toBe('done');
  expect(damage('approvals', '{"status":"granted"}')).toBe(1);
  expect(await anew()).not.toBe('done');
  expect(server.seen).toHaveLength(2);
});
