import { describe, expect, test } from 'vitest';
import { admit, grant, granted, person, request } from './bench.ts';

describe('once', () => {
  test('is used once, and each use is an event', async () => {
    const { submit, code, kinds } = await granted('once');
    expect(await code(admit)).toBe('ok');
    expect(await submit({ ...admit, call: 'call_2' })).toEqual({
      ok: false,
      code: 'approval/used',
      message: 'approval `apr_today` was granted once and is used',
      remedy: 'a person can run `skillc approve apr_today`',
    });
    expect(kinds().slice(3)).toEqual(['call-intent']);
    await submit(request);
    await submit({ ...grant, scope: 'once' });
    expect(await code({ ...admit, call: 'call_2' })).toBe('ok');
  });

  test('is not used up by a call that the budget refuses', async () => {
    const { submit, code } = await granted('once');
    await submit({ ...person, kind: 'set-budget', scope: 'session:morning', limits: { calls: 0 } });
    expect(await code(admit)).toBe('budget/exhausted');
    await submit({ ...person, kind: 'set-budget', scope: 'session:morning', limits: { calls: 1 } });
    expect(await code(admit)).toBe('ok');
  });

  test('is spared where a wider grant holds', async () => {
    const { submit, code, ledger } = await granted('once');
    await submit({ ...grant, scope: 'always' });
    expect(await code(admit)).toBe('ok');
    expect(ledger.state.list('grants', '').map(([key]) => key)).toEqual([
      'apr_today\talways',
      'apr_today\tonce\tmorning\thmac:paris',
    ]);
  });
});
