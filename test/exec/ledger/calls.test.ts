import { describe, expect, test } from 'vitest';
import { admit, bench, granted, machine, person, plainAdmit, settle } from './bench.ts';

describe('admit', () => {
  test('uses the approval, reserves the budget and records the intent', async () => {
    const { submit, ledger } = await granted('session');
    expect(await submit(admit)).toEqual({
      ok: true,
      value: {
        call: 'call_1',
        intent: 'evt_3',
        cap: { calls: 1, network_bytes: 1_000, wall_clock_ms: 500, cpu_ms: 0, money: 0 },
        scopes: ['session:morning', 'skill:weather'],
        grant: { event: 'evt_2', scope: 'session' },
      },
    });
    expect(ledger.log.slice(3)).toMatchObject([
      {
        kind: 'call-intent',
        parents: ['evt_2', 'evt_0'],
        capability: 'network.http-fetch',
        decision: { rules: ['ask'] },
        data: {
          call: 'call_1',
          skill: 'weather',
          skill_digest: 'sha256:one',
          scopes: ['session:morning', 'skill:weather'],
          reserved: { calls: 1, network_bytes: 1_000, wall_clock_ms: 500, cpu_ms: 0, money: 0 },
          process: { pid: 7, started: '12345' },
          details: { effects: [] },
          approval: 'apr_today',
          grant: { digest: 'sha256:bound', scope: 'session', session: 'morning', parameters: null },
        },
      },
    ]);
    expect(ledger.state.get('open-calls', 'call_1')).toEqual({
      intent: 'evt_3',
      session: 'morning',
      capability: 'network.http-fetch',
      skill: 'weather',
      scopes: ['session:morning', 'skill:weather'],
      reserved: { calls: 1, network_bytes: 1_000, wall_clock_ms: 500, cpu_ms: 0, money: 0 },
      process: { pid: 7, started: '12345' },
    });
  });

  test('carries who it is delegated to, where it comes from, and what led to it', async () => {
    const { submit, last } = await granted('session');
    const derivedFrom = { uri: 'u', digest: 'sha256:one', span: { source: 'SKILL.md', start: 3, end: 9 } };
    await submit({ ...admit, delegatedTo: 'network.http-fetch', derivedFrom, parents: ['evt_1'] });
    expect(last()).toMatchObject({
      parents: ['evt_1', 'evt_2', 'evt_0'],
      delegated_to: 'network.http-fetch',
      derived_from: derivedFrom,
    });
  });

  test.each(['evt_3', 'evt_99', 'evt_-1', 'evt_01', 'evt_1.5', 'call_1'])('does not follow from %s', async (parent) => {
    const { submit, code } = await granted('session');
    expect(await submit({ ...admit, parents: [parent] })).toEqual({
      ok: false,
      code: 'event/unknown',
      message: `there is no event \`${parent}\` to follow from`,
    });
    expect(await code({ ...admit, parents: ['evt_2'] })).toBe('ok');
  });

  test('admits no id twice, also after the call has ended', async () => {
    const { submit, code } = bench();
    const duplicate = {
      ok: false,
      code: 'call/duplicate',
      message: 'call `call_1` has been admitted before',
      remedy: 'start a new call',
    };
    expect(await code(plainAdmit)).toBe('ok');
    expect(await submit(plainAdmit)).toEqual(duplicate);
    expect(await code(settle)).toBe('ok');
    expect(await submit(plainAdmit)).toEqual(duplicate);
    expect(await code({ ...plainAdmit, call: 'call_2' })).toBe('ok');
  });

  test('names a skill by id and digest together', async () => {
    const { code } = await granted('session');
    const { skillDigest: _digest, ...half } = admit;
    expect(await code(half)).toBe('command/malformed');
    expect(await code(admit)).toBe('ok');
  });
});

describe('settle', () => {
  test('ends the call at what it cost', async () => {
    const { submit, last, ledger } = bench();
    await submit(plainAdmit);
    expect(await submit(settle)).toEqual({
      ok: true,
      value: {
        call: 'call_1',
        outcome: 'done',
        event: 'evt_1',
        used: { calls: 1, network_bytes: 812, wall_clock_ms: 41, cpu_ms: 0, money: 0 },
        over: [],
      },
    });
    expect(last()).toMatchObject({
      kind: 'call-done',
      parents: ['evt_0'],
      capability: 'network.http-fetch',
      resources: { calls: 1, network_bytes: 812, wall_clock_ms: 41, cpu_ms: 0, money: 0 },
      data: { call: 'call_1', details: { status: 200 } },
    });
    expect(ledger.state.get('open-calls', 'call_1')).toBeUndefined();
    expect(ledger.state.get('calls', 'call_1')).toEqual({ state: 'done', intent: 'evt_0', end: 'evt_1' });
    expect(ledger.state.get('budgets', 'session:morning')).toEqual({
      used: { calls: 1, network_bytes: 812, wall_clock_ms: 41, cpu_ms: 0, money: 0 },
      reserved: { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 },
      warned: [],
    });
  });

  test('ends a call once', async () => {
    const { submit, code } = bench();
    const notOpen = {
      ok: false,
      code: 'call/not-open',
      message: 'call `call_1` is not open: it never began or has ended',
    };
    expect(await submit(settle)).toEqual(notOpen);
    await submit(plainAdmit);
    expect(await code(settle)).toBe('ok');
    expect(await submit(settle)).toEqual(notOpen);
  });

  test('counts unknown at the reservation', async () => {
    const { submit } = bench();
    await submit(plainAdmit);
    expect(await submit({ ...settle, outcome: 'unknown' })).toMatchObject({
      ok: true,
      value: { used: { calls: 1, network_bytes: 1_000, wall_clock_ms: 500, cpu_ms: 0, money: 0 } },
    });
  });

  test('makes figures whole, and takes what is no number at the reservation', async () => {
    const { submit, ledger } = bench();
    await submit(plainAdmit);
    const used = { calls: -3, network_bytes: Number.NaN, wall_clock_ms: 40.2, cpu_ms: -0, money: 0 };
    expect(await submit({ ...settle, outcome: 'failed', used })).toMatchObject({
      ok: true,
      value: { outcome: 'failed', used: { calls: 0, network_bytes: 1_000, wall_clock_ms: 41, cpu_ms: 0, money: 0 } },
    });
    expect(JSON.stringify(ledger.state.get('budgets', 'session:morning'))).not.toMatch(/null|-/);
  });

  test('records the true figure where more was used than reserved, with a warning', async () => {
    const { submit, last } = bench();
    await submit(plainAdmit);
    const used = { ...settle.used, network_bytes: 5_000, cpu_ms: 1 };
    expect(await submit({ ...settle, used })).toMatchObject({ value: { used, over: ['network_bytes', 'cpu_ms'] } });
    expect(last()).toMatchObject({
      kind: 'warning',
      actor: 'skillc',
      parents: ['evt_1'],
      data: { call: 'call_1', reason: 'more was used than reserved', dimensions: ['network_bytes', 'cpu_ms'] },
    });
  });
});

describe('recover', () => {
  test('ends the calls whose process is gone as unknown', async () => {
    const { submit, code, ledger } = bench();
    await submit(plainAdmit);
    await submit({ ...plainAdmit, call: 'call_2' });
    const gone = ['call_1', 'call_1', 'call_3'];
    expect(await submit({ ...machine, kind: 'recover', gone })).toEqual({
      ok: true,
      value: { ended: ['call_1'], not_open: ['call_3'], damaged: [] },
    });
    expect(ledger.log.at(-1)).toMatchObject({
      kind: 'call-unknown',
      parents: ['evt_0'],
      resources: { calls: 1, network_bytes: 1_000, wall_clock_ms: 500, cpu_ms: 0, money: 0 },
      data: { call: 'call_1', details: { reason: 'the process that ran it is gone' } },
    });
    expect(await code(settle)).toBe('call/not-open');
    expect(await code({ ...settle, call: 'call_2' })).toBe('ok');
    expect(await code(plainAdmit)).toBe('call/duplicate');
  });

  test('leaves what it cannot read, and says so', async () => {
    const { submit, code, ledger } = bench();
    await submit(plainAdmit);
    ledger.state.put('open-calls', 'call_1', { intent: 'evt_0' });
    expect(await submit({ ...machine, kind: 'recover', gone: ['call_1'] })).toEqual({
      ok: true,
      value: { ended: [], not_open: [], damaged: ['call_1'] },
    });
    expect(await code(settle)).toBe('state/unreadable');
  });

  test('warns of a budget that the lost calls bring near its limit, once', async () => {
    const { submit, kinds } = bench();
    await submit({ ...person, kind: 'set-budget', scope: 'session:morning', limits: { calls: 5 } });
    const calls = ['a', 'b', 'c', 'd', 'e'];
    for (const call of calls) await submit({ ...plainAdmit, call });
    await submit({ ...machine, kind: 'recover', gone: calls });
    expect(kinds().slice(6)).toEqual([...calls.map(() => 'call-unknown'), 'budget-warning']);
  });
});
