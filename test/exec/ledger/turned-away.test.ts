import { describe, expect, test } from 'vitest';
import type { Command, Turned } from '../../../src/exec/ledger/command.ts';
import { countingTurned } from '../../../src/exec/ledger/turned-counter.ts';
import { type Bench, bench, machine, plainAdmit, start } from './bench.ts';

const turned: Turned = {
  ...machine,
  kind: 'turned-away',
  call: 'call_1',
  how: 'denied',
  capability: 'network.http-fetch',
  skill: 'weather',
  decision: { rules: ['no-uploads'] },
};

describe('a call that never began', () => {
  test.each(['denied', 'waiting', 'over-budget'] as const)('is recorded as %s', async (how) => {
    const { submit, last, ledger } = bench();
    expect(await submit({ ...turned, how })).toEqual({
      ok: true,
      value: { call: 'call_1', recorded: true, event: 'evt_0' },
    });
    expect(last()).toMatchObject({
      kind: `call-${how}`,
      capability: 'network.http-fetch',
      decision: { rules: ['no-uploads'] },
      data: {
        call: 'call_1',
        skill: 'weather',
        count: 1,
        clock: { wall: start, monotonic: 1_000, boot: 'boot-1' },
      },
    });
    expect(ledger.state.get('calls', 'call_1')).toEqual({ state: how, intent: null, end: 'evt_0' });
  });

  test('may still begin, and then is not turned away', async () => {
    const { code } = bench();
    expect(await code({ ...turned, how: 'waiting' })).toBe('ok');
    expect(await code(plainAdmit)).toBe('ok');
    expect(await code(turned)).toBe('call/duplicate');
  });
});

describe('more than a hundred a minute', () => {
  async function flood(made: Bench, submit: Bench['submit'], calls: number): Promise<void> {
    for (let index = 0; index < calls; index++)
      await submit({ ...turned, call: `call_${made.kinds().length}_${index}` });
  }

  test('are left to be counted, for one kind of them', async () => {
    const made = bench();
    await flood(made, made.submit, 100);
    expect(await made.submit({ ...turned, call: 'late' })).toEqual({
      ok: true,
      value: { call: 'late', recorded: false, event: null },
    });
    expect(await made.submit({ ...turned, call: 'late', how: 'waiting' })).toMatchObject({ value: { recorded: true } });
    expect(await made.submit({ ...turned, call: 'late', capability: 'io.println' })).toMatchObject({
      value: { recorded: true },
    });
    expect(await made.submit({ ...turned, call: 'late', skill: 'mail' })).toMatchObject({ value: { recorded: true } });
    made.wait(60_000);
    expect(await made.submit({ ...turned, call: 'late' })).toMatchObject({ value: { recorded: true } });
  });

  test('become one event a minute that keeps the number', async () => {
    const made = bench();
    const counting = countingTurned(made.ledger, () => made.clock.monotonic);
    await flood(made, counting.submit, 150);
    expect(made.kinds()).toHaveLength(100);
    made.wait(59_999);
    await flood(made, counting.submit, 3);
    expect(made.kinds()).toHaveLength(100);
    made.wait(1);
    await counting.submit({ ...machine, kind: 'warn', data: {} });
    expect(made.ledger.log.slice(100)).toMatchObject([
      { kind: 'call-denied', data: { call: null, count: 53, skill: 'weather' } },
      { kind: 'warning' },
    ]);
    await flood(made, counting.submit, 200);
    await counting.close();
    expect(counted(made)).toBe(353);
  });

  test('are handed in at the end', async () => {
    const made = bench();
    const counting = countingTurned(made.ledger, () => made.clock.monotonic);
    await flood(made, counting.submit, 107);
    await counting.close();
    expect(made.last()).toMatchObject({ kind: 'call-denied', data: { call: null, count: 7 } });
  });

  test('are kept while the ledger fails', async () => {
    let fails = false;
    const fault = (command: Command) =>
      fails && command.kind === 'turned-away' ? ({ kind: 'crash-before-commit' } as const) : undefined;
    const made = bench({ fault });
    const counting = countingTurned(made.ledger, () => made.clock.monotonic);
    await flood(made, counting.submit, 107);
    made.wait(60_000);
    fails = true;
    await counting.submit({ ...machine, kind: 'warn', data: {} });
    expect(counted(made)).toBe(100);
    fails = false;
    await counting.submit({ ...machine, kind: 'warn', data: {} });
    expect(counted(made)).toBe(107);
  });

  function counted({ ledger }: Bench): number {
    return ledger.log.reduce((sum, { data }) => sum + (typeof data.count === 'number' ? data.count : 0), 0);
  }
});
