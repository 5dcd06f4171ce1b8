import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasPassed, isOver, readNow, type Stamp } from '../../../src/exec/ledger/time.ts';
import { admit, bench, grant, granted, load, person, plainAdmit, request, start } from './bench.ts';

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

describe('a grant for fifteen minutes', () => {
  test('ends with its last millisecond', async () => {
    const made = await granted('once');
    made.wait(15 * minute);
    expect(await made.submit(admit)).toEqual({
      ok: false,
      code: 'approval/expired',
      message: 'approval `apr_today` has expired',
      remedy: 'a person can run `skillc approve apr_today`',
    });
    const other = await granted('once');
    other.wait(15 * minute - 1);
    expect(await other.code(admit)).toBe('ok');
  });

  test('ends by the monotonic clock when the wall clock was set back', async () => {
    const made = await granted('once');
    made.wait(15 * minute);
    made.clock = { ...made.clock, wall: start - year };
    expect(await made.code(admit)).toBe('approval/expired');
  });

  test('ends by the wall clock on another run of the machine', async () => {
    const made = await granted('once');
    made.clock = { wall: start + 15 * minute, monotonic: 5, boot: 'boot-2' };
    expect(await made.code(admit)).toBe('approval/expired');
    const other = await granted('once');
    other.clock = { wall: start + 15 * minute - 1, monotonic: 99 * year, boot: 'boot-2' };
    expect(await other.code(admit)).toBe('ok');
  });

  test('ends by the last event where the wall clock was set back on another run', async () => {
    const made = await granted('once');
    made.clock = { wall: start + 15 * minute, monotonic: 5, boot: 'boot-2' };
    await made.submit({ ...person, kind: 'warn', data: {} });
    made.clock = { wall: start - year, monotonic: 5, boot: 'boot-3' };
    expect(await made.code(admit)).toBe('approval/expired');
  });

  test('ends by the wall clock it was given at, where the log is ahead of it', async () => {
    const made = bench();
    made.clock = { ...made.clock, wall: start + year };
    await made.submit(load);
    made.clock = { ...made.clock, wall: start };
    await made.submit(request);
    await made.submit({ ...grant, scope: 'once' });
    made.clock = { wall: start + 15 * minute, monotonic: 0, boot: 'boot-2' };
    expect(await made.code(admit)).toBe('approval/expired');
  });

  test('lives by the wall clock where the monotonic clock went back', async () => {
    const made = await granted('once');
    made.clock = { wall: start + minute, monotonic: 0, boot: 'boot-1' };
    expect(await made.code(admit)).toBe('ok');
  });
});

test('time never goes back in the log', async () => {
  const made = bench();
  await made.submit(load);
  made.clock = { ...made.clock, wall: start - year };
  await made.submit(request);
  expect(made.ledger.log.map(({ at }) => at)).toEqual([start, start]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, 8.64e15 + 1])('a wall clock that says %d', async (wall) => {
  const made = bench();
  made.clock = { ...made.clock, wall };
  expect(await made.submit(load)).toEqual({
    ok: false,
    code: 'clock/unreadable',
    message: 'the clock says no time that can be',
    remedy: 'set the clock',
  });
  made.clock = { ...made.clock, wall: 8.64e15 };
  expect(await made.code({ ...plainAdmit, scopes: ['day:2026-01-31'] })).toBe('ok');
});

describe('the day of a budget', () => {
  test('is the ledger’s own: a clock set back does not open the day before', async () => {
    const made = bench();
    await made.submit({ ...person, kind: 'set-budget', scope: 'day:2026-01-31', limits: { calls: 1 } });
    expect(await made.submit({ ...plainAdmit, scopes: ['day:2026-01-30'] })).toMatchObject({
      ok: true,
      value: { scopes: ['session:morning', 'day:2026-01-31'] },
    });
    made.clock = { ...made.clock, wall: start - 24 * 60 * minute };
    expect(await made.code({ ...plainAdmit, call: 'call_2', scopes: ['day:2026-01-30'] })).toBe('budget/exhausted');
    made.wait(48 * 60 * minute);
    expect(await made.code({ ...plainAdmit, call: 'call_2', scopes: ['day:2026-01-30'] })).toBe('ok');
  });
});

describe('no reading of the clocks loosens', () => {
  const time = fc.integer({ min: 0, max: 10_000 });
  const boot = fc.constantFrom('a', 'b');
  const stamps: fc.Arbitrary<Stamp> = fc.record({ at: time, wall: time, monotonic: time, boot });
  const moments = fc.record({ wall: time, monotonic: time, boot });

  test('what is over by the log and the wall stays over, whatever else is said', () => {
    fc.assert(
      fc.property(stamps, time, moments, time, (stamp, life, moment, lastAt) => {
        const now = readNow(moment, lastAt);
        if (now === undefined) throw new Error('a time that can be');
        const later = readNow({ ...moment, wall: 0 }, now.at);
        if (later === undefined) throw new Error('a time that can be');
        if (now.at - stamp.at >= life) expect(isOver(stamp, life, later)).toBe(true);
        if (moment.boot === stamp.boot && moment.monotonic - stamp.monotonic >= life && life > 0) {
          expect(isOver(stamp, life, later)).toBe(true);
        }
      }),
    );
  });

  test('what has passed for sure is over as well', () => {
    fc.assert(
      fc.property(stamps, time, moments, time, (stamp, life, moment, lastAt) => {
        const now = readNow(moment, lastAt);
        if (now === undefined) throw new Error('a time that can be');
        if (hasPassed(stamp, life, now)) expect(isOver(stamp, life, now)).toBe(true);
      }),
    );
  });
});
