import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/exec/ledger/command.ts';
import type { Json } from '../../../src/ir/json.ts';
import { admit, agent, bench, grant, granted, load, person, request } from './bench.ts';

describe('deny and revoke', () => {
  const deny = { ...person, kind: 'deny-approval', id: 'apr_today', reason: 'no' } as const;
  const revoke = { ...person, kind: 'revoke-approval', id: 'apr_today' } as const;

  test('a denial ends what was granted, and asking again does not help', async () => {
    const { submit, last, code } = await granted('always');
    expect(await submit(deny)).toEqual({ ok: true, value: { id: 'apr_today', status: 'denied', event: 'evt_3' } });
    expect(last()).toMatchObject({
      kind: 'approval-denied',
      parents: ['evt_2'],
      data: { approval: 'apr_today', digest: 'sha256:bound', skill: 'weather', reason: 'no' },
    });
    expect(await submit(deny)).toEqual({ ok: true, value: { id: 'apr_today', status: 'denied', event: 'evt_3' } });
    expect(await submit(request)).toEqual({
      ok: false,
      code: 'approval/denied',
      message: 'approval `apr_today` was denied',
      remedy: 'a person can run `skillc approve apr_today`',
    });
    expect(await code(admit)).toBe('approval/denied');
    expect(await code({ ...grant, actor: 'agent' })).toBe('actor/not-allowed');
    expect(await code({ ...grant, scope: 'always' })).toBe('ok');
    expect(await code(admit)).toBe('ok');
  });

  test('after a denial a person can still grant the call that waited', async () => {
    const { submit, code } = bench();
    for (const command of [load, request, deny]) await submit(command);
    expect(await submit({ ...grant, scope: 'once' })).toMatchObject({ ok: true, value: { parameters: 'hmac:paris' } });
    expect(await code(admit)).toBe('ok');
  });

  test('a revocation ends what was granted; it may be asked for again', async () => {
    const { submit, code } = await granted('session');
    expect(await submit(revoke)).toEqual({ ok: true, value: { id: 'apr_today', status: 'revoked', event: 'evt_3' } });
    expect(await code(admit)).toBe('approval/revoked');
    expect([await code(request), await code(grant), await code(admit)]).toEqual(['ok', 'ok', 'ok']);
  });

  test('only what is granted is revoked', async () => {
    const { submit } = bench();
    await submit(load);
    await submit(request);
    expect(await submit(revoke)).toEqual({
      ok: false,
      code: 'approval/not-granted',
      message: 'approval `apr_today` is not granted',
      remedy: 'use `skillc deny apr_today` to say no',
    });
  });

  test.each([deny, revoke])('$kind is not an agent’s, nor for what there is not', async (command) => {
    const { submit, code } = await granted('always');
    expect(await code({ ...command, ...agent })).toBe('actor/not-allowed');
    expect(await submit({ ...command, id: 'apr_none' })).toEqual({
      ok: false,
      code: 'approval/missing',
      message: 'there is no approval `apr_none`',
      remedy: 'run `skillc approvals` to see those there are',
    });
    expect(await code(command)).toBe('ok');
  });
});

describe('what is not plainly a yes is a no', () => {
  const changes: readonly (readonly [string, Partial<Extract<Command, { kind: 'admit' }>>, string])[] = [
    [
      'another digest',
      { approval: { id: 'apr_today', digest: 'sha256:x', parameters: 'p' } },
      'approval/other-content',
    ],
    ['another id', { approval: { id: 'apr_x', digest: 'sha256:bound', parameters: 'p' } }, 'approval/missing'],
    ['another skill digest', { skillDigest: 'sha256:two' }, 'skill/changed'],
    ['another skill', { skill: 'mail' }, 'approval/other-content'],
    ['nothing changed', {}, 'ok'],
  ];

  test.each(changes)('%s', async (_what, change, expected) => {
    const { submit, code } = await granted('always');
    await submit({ ...load, skill: 'mail' });
    expect(await code({ ...admit, ...change })).toBe(expected);
  });

  const damages: readonly Json[] = [null, true, 'granted', [], {}, { digest: 'sha256:bound', status: 'granted' }];

  test.each(damages)('an approval row %j', async (row) => {
    const { submit, ledger, code } = await granted('always');
    const before = ledger.state.get('approvals', 'apr_today') ?? null;
    ledger.state.put('approvals', 'apr_today', row);
    expect(await submit(admit)).toEqual({
      ok: false,
      code: 'state/unreadable',
      message: 'approval `apr_today` cannot be read',
      remedy: 'run `skillc log rebuild`',
    });
    expect([await code(request), await code(grant)]).toEqual(['state/unreadable', 'state/unreadable']);
    ledger.state.put('approvals', 'apr_today', before);
    expect(await code(admit)).toBe('ok');
  });

  test.each(damages)('a grant row %j', async (row) => {
    const { ledger, code } = await granted('always');
    ledger.state.put('grants', 'apr_today\talways', row);
    expect(await code(admit)).toBe('state/unreadable');
  });
});
