import { describe, expect, test } from 'vitest';
import type { SetBudget } from '../../../src/exec/ledger/command.ts';
import { agent, bench, person, plainAdmit, settle } from './bench.ts';

const setCalls = (calls: number): SetBudget => ({
  ...person,
  kind: 'set-budget',
  scope: 'session:morning',
  limits: { calls },
});

test('a session has limits that nobody set', async () => {
  const { submit } = bench();
  const reserve = { calls: 9e15, network_bytes: 9e15, wall_clock_ms: 9e15, cpu_ms: 9e15, money: 9e15 };
  expect(await submit({ ...plainAdmit, reserve })).toMatchObject({
    ok: true,
    value: { cap: { calls: 1_000, network_bytes: 100_000_000, wall_clock_ms: 1_800_000, cpu_ms: 9e15, money: 9e15 } },
  });
});

test('the cap is the least that remains in any scope', async () => {
  const { submit } = bench();
  await submit({ ...person, kind: 'set-budget', scope: 'skill:weather', limits: { network_bytes: 300 } });
  await submit({
    ...person,
    kind: 'set-budget',
    scope: 'capability:network.http-fetch',
    limits: { wall_clock_ms: 70 },
  });
  const scopes = ['skill:weather', 'capability:network.http-fetch', 'skill:weather'] as const;
  expect(await submit({ ...plainAdmit, scopes })).toMatchObject({
    value: {
      cap: { calls: 1, network_bytes: 300, wall_clock_ms: 70, cpu_ms: 0, money: 0 },
      scopes: ['session:morning', 'skill:weather', 'capability:network.http-fetch'],
    },
  });
});

test('what nobody has left is refused by name, and free again when it is settled', async () => {
  const { submit, code } = bench();
  await submit({ ...person, kind: 'set-budget', scope: 'skill:weather', limits: { network_bytes: 1_000 } });
  const inSkill = { ...plainAdmit, scopes: ['skill:weather'] } as const;
  expect(await code(inSkill)).toBe('ok');
  expect(await submit({ ...inSkill, call: 'call_2' })).toEqual({
    ok: false,
    code: 'budget/exhausted',
    message: 'the budget of `skill:weather` has no network_bytes left: 0 used and 1000 reserved of 1000',
    remedy: 'a person can run `skillc budget set skill:weather network_bytes N`',
    exhausted: { scope: 'skill:weather', dimension: 'network_bytes', limit: 1000, taken: 1000 },
  });
  const { reserve } = plainAdmit;
  expect(await code({ ...inSkill, call: 'call_3', reserve: { ...reserve, network_bytes: 0 } })).toBe('ok');
  await submit(settle);
  expect(await submit({ ...inSkill, call: 'call_2' })).toMatchObject({
    ok: true,
    value: { cap: { network_bytes: 188 } },
  });
});

test('a call counts as one, whatever it asks for', async () => {
  const { submit, code } = bench();
  await submit(setCalls(1));
  const reserve = { ...plainAdmit.reserve, calls: 0 };
  expect(await submit({ ...plainAdmit, reserve })).toMatchObject({ ok: true, value: { cap: { calls: 1 } } });
  expect(await code({ ...plainAdmit, call: 'call_2', reserve })).toBe('budget/exhausted');
});

test('of 64 at once no more are admitted than the limit says, and nothing stays reserved', async () => {
  const { submit, ledger } = bench();
  await submit(setCalls(5));
  const calls = Array.from({ length: 64 }, (_, index) => `call_${index}`);
  const replies = await Promise.all(calls.map((call) => submit({ ...plainAdmit, call })));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(5);
  await Promise.all(calls.map((call) => submit({ ...settle, call })));
  expect(ledger.state.get('budgets', 'session:morning')).toMatchObject({
    used: { calls: 5 },
    reserved: { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 },
  });
});

describe('a limit', () => {
  test('is set', async () => {
    const { submit, last, ledger } = bench();
    expect(await submit({ ...setCalls(5), limits: { calls: 5, money: 7 } })).toEqual({
      ok: true,
      value: { scope: 'session:morning', limits: { calls: 5, money: 7 }, event: 'evt_0' },
    });
    expect(last()).toMatchObject({
      kind: 'budget-set',
      data: {
        scope: 'session:morning',
        limits: { calls: 5, money: 7 },
        before: { calls: 1_000, money: Number.MAX_SAFE_INTEGER },
      },
    });
    await submit(setCalls(6));
    expect(ledger.state.get('limits', 'session:morning')).toEqual({ calls: 6, money: 7 });
  });

  test.each([
    ['agent', 'an agent'],
    ['skillc', 'skillc itself'],
  ] as const)('is lowered but not raised by %s', async (actor, who) => {
    const { submit, code } = bench();
    expect(await submit({ ...setCalls(1_001), actor })).toEqual({
      ok: false,
      code: 'actor/not-allowed',
      message: `${who} may not raise a budget`,
      remedy: 'a person does this at the command line',
    });
    expect(await code({ ...setCalls(10), actor })).toBe('ok');
    expect(await code({ ...setCalls(11), actor })).toBe('actor/not-allowed');
    expect(await code({ ...setCalls(11), actor: 'configuration' })).toBe('ok');
    expect(await code({ ...setCalls(12), actor: 'person' })).toBe('ok');
  });

  test('one dimension raised among others lowered is a raise', async () => {
    const { code } = bench();
    const limits = { calls: 1, network_bytes: 100_000_001 };
    expect(await code({ ...setCalls(1), ...agent, limits })).toBe('actor/not-allowed');
    expect(await code({ ...setCalls(1), limits })).toBe('ok');
  });

  test('may go under what is used: nothing more is admitted', async () => {
    const { submit, code } = bench();
    for (const call of ['call_1', 'call_2']) await submit({ ...plainAdmit, call });
    await submit(settle);
    expect(await code(setCalls(1))).toBe('ok');
    expect(await code({ ...plainAdmit, call: 'call_3' })).toBe('budget/exhausted');
    expect(await code({ ...settle, call: 'call_2' })).toBe('ok');
    await submit(setCalls(3));
    expect(await code({ ...plainAdmit, call: 'call_3' })).toBe('ok');
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('is not %d', async (calls) => {
    const { code } = bench();
    expect(await code(setCalls(calls))).toBe('command/malformed');
    expect(await code({ ...plainAdmit, reserve: { ...plainAdmit.reserve, money: calls } })).toBe('command/malformed');
    expect(await code(setCalls(0))).toBe('ok');
  });

  test.each([{}, { coins: 3 }])('is named: %j', async (limits) => {
    const { code } = bench();
    expect(await code({ ...setCalls(1), limits: limits as object })).toBe('command/malformed');
  });
});

test('a warning comes once when four fifths are used, and again after a new limit', async () => {
  const { submit, kinds, ledger } = bench();
  await submit(setCalls(5));
  let calls = 0;
  const callOnce = async (): Promise<void> => {
    const call = `call_${calls++}`;
    await submit({ ...plainAdmit, call });
    await submit({ ...settle, call });
  };
  const warnings = () => kinds().filter((kind) => kind === 'budget-warning').length;
  for (let index = 0; index < 3; index++) await callOnce();
  expect(warnings()).toBe(0);
  await callOnce();
  expect(ledger.log.at(-1)).toMatchObject({
    kind: 'budget-warning',
    actor: 'skillc',
    data: { scope: 'session:morning', dimension: 'calls', used: 4, limit: 5 },
  });
  await callOnce();
  expect(warnings()).toBe(1);
  await submit(setCalls(10));
  for (let index = 0; index < 3; index++) await callOnce();
  expect(warnings()).toBe(2);
});

test.each(['budgets', 'limits'] as const)('a row of %s that cannot be read refuses', async (table) => {
  const { submit, code, ledger } = bench();
  ledger.state.put(table, 'session:morning', { calls: 'many' });
  expect(await submit(plainAdmit)).toEqual({
    ok: false,
    code: 'state/unreadable',
    message: 'the budget of `session:morning` cannot be read',
    remedy: 'run `skillc log rebuild`',
  });
  expect(await code(setCalls(1))).toBe('state/unreadable');
  expect(await code({ ...plainAdmit, session: 'evening' })).toBe('ok');
});
