import { describe, expect, test } from 'vitest';
import { admit, bench, grant, granted, load, request, start } from './bench.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('request', () => {
  test('puts a question once', async () => {
    const { submit, last, kinds } = bench();
    await submit(load);
    expect(await submit(request)).toEqual({ ok: true, value: { id: 'apr_today', status: 'pending', event: 'evt_1' } });
    expect(last()).toMatchObject({
      kind: 'approval-requested',
      parents: ['evt_0'],
      data: {
        approval: 'apr_today',
        digest: 'sha256:bound',
        skill: 'weather',
        skill_digest: 'sha256:one',
        operation: 'today',
        subject: { effects: ['GET https://example.com/'] },
        parameters: 'hmac:paris',
        call: 'call_1',
        clock: { wall: start, monotonic: 1_000, boot: 'boot-1' },
      },
    });
    expect(await submit({ ...request, call: 'call_2' })).toEqual({
      ok: true,
      value: { id: 'apr_today', status: 'pending', event: 'evt_1' },
    });
    expect(kinds()).toEqual(['skill-loaded', 'approval-requested']);
  });

  test('with other parameters, or of another session, is another one that waits', async () => {
    const { submit, ledger } = bench();
    for (const command of [load, request, { ...request, parameters: 'hmac:rome', call: 'call_2' }])
      await submit(command);
    await submit({ ...request, session: 'evening', call: 'call_3' });
    expect(ledger.state.get('approvals', 'apr_today')).toEqual({
      digest: 'sha256:bound',
      skill: 'weather',
      skillDigest: 'sha256:one',
      operation: 'today',
      subject: { effects: ['GET https://example.com/'] },
      status: 'pending',
      waiting: [
        { session: 'morning', parameters: 'hmac:paris', call: 'call_1', event: 'evt_1' },
        { session: 'morning', parameters: 'hmac:rome', call: 'call_2', event: 'evt_2' },
        { session: 'evening', parameters: 'hmac:paris', call: 'call_3', event: 'evt_3' },
      ],
      event: 'evt_3',
    });
  });

  test('of what is granted is no event', async () => {
    const { submit, kinds } = await granted('session');
    const before = kinds();
    expect(await submit(request)).toEqual({ ok: true, value: { id: 'apr_today', status: 'granted', event: 'evt_2' } });
    expect(kinds()).toEqual(before);
  });

  test('under an id that is bound to something else is refused', async () => {
    const { submit, code } = bench();
    await submit(load);
    await submit(request);
    expect(await submit({ ...request, digest: 'sha256:other' })).toEqual({
      ok: false,
      code: 'approval/other-content',
      message: 'approval `apr_today` is bound to other content',
      remedy: 'load the skill again and ask anew',
    });
    expect(await code({ ...request, id: 'apr_other', digest: 'sha256:other' })).toBe('ok');
  });

  test('for a skill that is not loaded with that content is refused', async () => {
    const { submit, code } = bench();
    expect(await submit(request)).toEqual({
      ok: false,
      code: 'skill/unknown',
      message: 'skill `weather` is not loaded',
      remedy: 'run `skillc load` with its source',
    });
    await submit(load);
    expect(await submit({ ...request, skillDigest: 'sha256:two' })).toEqual({
      ok: false,
      code: 'skill/changed',
      message: 'skill `weather` is loaded with other content',
      remedy: 'run `skillc load https://example.com/skill.md`',
    });
    expect(await code(request)).toBe('ok');
  });
});

test('a name is shown as it can be seen', async () => {
  const { submit } = bench();
  expect(await submit({ ...grant, id: 'apr_\u202e' })).toMatchObject({
    message: 'there is no approval `apr_\\u{202E}`',
  });
});

describe('grant', () => {
  test.each([
    ['once', 'morning', 'hmac:paris', 15 * minute],
    ['session', 'morning', null, 12 * hour],
    ['always', null, null, 90 * day],
  ] as const)('%s', async (scope, session, parameters, life) => {
    const { submit, last } = bench();
    await submit(load);
    await submit(request);
    expect(await submit({ ...grant, scope })).toEqual({
      ok: true,
      value: {
        id: 'apr_today',
        status: 'granted',
        scope,
        session,
        parameters,
        expires_at: start + life,
        event: 'evt_2',
      },
    });
    expect(last()).toMatchObject({
      kind: 'approval-granted',
      actor: 'person',
      parents: ['evt_1'],
      data: {
        approval: 'apr_today',
        digest: 'sha256:bound',
        skill: 'weather',
        skill_digest: 'sha256:one',
        scope,
        session,
        parameters,
        life,
        clock: { wall: start, monotonic: 1_000, boot: 'boot-1' },
      },
    });
  });

  test.each(['agent', 'skillc'] as const)('is not for %s to give', async (actor) => {
    const { submit, code } = bench();
    await submit(load);
    await submit(request);
    expect(await code({ ...grant, actor })).toBe('actor/not-allowed');
    expect(await code(admit)).toBe('approval/pending');
    expect(await code({ ...grant, actor: 'configuration' })).toBe('ok');
    expect(await code(admit)).toBe('ok');
  });

  test('of what nobody asked for is refused', async () => {
    const { submit } = bench();
    expect(await submit(grant)).toEqual({
      ok: false,
      code: 'approval/missing',
      message: 'there is no approval `apr_today`',
      remedy: 'run `skillc approvals` to see those that wait',
    });
  });

  test('once needs a call that waits', async () => {
    const { submit, code } = bench();
    const { parameters: _parameters, call: _call, ...atLoad } = request;
    await submit(load);
    await submit(atLoad);
    expect(await submit({ ...grant, scope: 'once' })).toEqual({
      ok: false,
      code: 'approval/no-call-waits',
      message: 'no call waits for approval `apr_today`',
      remedy: 'use `skillc approve apr_today --scope session`, or run the call first',
    });
    await submit(request);
    expect(await code({ ...grant, scope: 'once' })).toBe('ok');
  });

  test('once names the call where several wait', async () => {
    const { submit, code } = bench();
    for (const command of [load, request, { ...request, parameters: 'hmac:rome', call: 'call_2' }])
      await submit(command);
    expect(await submit({ ...grant, scope: 'once' })).toEqual({
      ok: false,
      code: 'approval/several-wait',
      message: '2 requests wait for approval `apr_today`: call_1, call_2',
      remedy: 'say which call is meant',
    });
    expect(await submit({ ...grant, scope: 'once', call: 'call_2' })).toMatchObject({
      ok: true,
      value: { parameters: 'hmac:rome' },
    });
    expect(await code(admit)).toBe('approval/not-covered');
    const rome = { id: 'apr_today', digest: 'sha256:bound', parameters: 'hmac:rome' };
    expect(await code({ ...admit, call: 'call_2', approval: rome })).toBe('ok');
  });

  test('session is for the session that asked', async () => {
    const { submit, code } = await granted('session');
    expect(await code(admit)).toBe('ok');
    expect(await submit({ ...admit, session: 'evening', call: 'call_2' })).toEqual({
      ok: false,
      code: 'approval/not-covered',
      message: 'approval `apr_today` is granted for another session or other parameters only',
      remedy: 'a person can run `skillc approve apr_today`',
    });
    await submit({ ...request, session: 'evening', call: 'call_2' });
    expect(await submit(grant)).toMatchObject({ ok: true, value: { session: 'evening' } });
    expect(await code({ ...admit, session: 'evening', call: 'call_2' })).toBe('ok');
    expect(await code({ ...admit, call: 'call_3' })).toBe('ok');
  });

  test('session of two that ask is the person’s own, else named', async () => {
    const { submit } = bench();
    for (const command of [load, request, { ...request, session: 'evening', call: 'call_2' }]) await submit(command);
    expect(await submit(grant)).toMatchObject({ ok: false, code: 'approval/several-wait' });
    expect(await submit({ ...grant, call: 'call_1' })).toMatchObject({ ok: true, value: { session: 'morning' } });
    expect(await submit({ ...grant, session: 'evening' })).toMatchObject({ ok: true, value: { session: 'evening' } });
  });

  test('always is for all sessions and parameters', async () => {
    const { code } = await granted('always');
    const rome = { id: 'apr_today', digest: 'sha256:bound', parameters: 'hmac:rome' };
    expect(await code({ ...admit, session: 'evening', approval: rome })).toBe('ok');
  });

  test('lives no longer than a year', async () => {
    const { submit, code } = bench();
    await submit(load);
    await submit(request);
    expect(await code({ ...grant, life: 366 * day + 1 })).toBe('approval/too-long');
    expect(await code({ ...grant, life: 366 * day })).toBe('ok');
  });
});
