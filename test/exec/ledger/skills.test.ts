import { describe, expect, test } from 'vitest';
import { admit, agent, bench, grant, granted, load, person, request } from './bench.ts';

describe('load', () => {
  test('registers a skill', async () => {
    const { submit, last, ledger } = bench();
    expect(await submit(load)).toEqual({
      ok: true,
      value: { skill: 'weather', digest: 'sha256:one', event: 'evt_0', changed: true, replaced: null, ended: [] },
    });
    expect(last()).toEqual({
      seq: 0,
      id: 'evt_0',
      at: 1769817600000,
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      kind: 'skill-loaded',
      session: 'morning',
      actor: 'agent',
      parents: [],
      derived_from: { uri: 'https://example.com/skill.md', digest: 'sha256:one' },
      data: {
        skill: 'weather',
        digest: 'sha256:one',
        uri: 'https://example.com/skill.md',
        format: 'markdown',
        version: '1.0.0',
        operations: [{ name: 'today', plan: 'sha256:plan', approval: 'apr_today' }],
        replaced: null,
        ended: [],
        resumed: false,
      },
    });
    expect(ledger.state.get('skills', 'weather')).toEqual({
      digest: 'sha256:one',
      uri: 'https://example.com/skill.md',
      format: 'markdown',
      version: '1.0.0',
      operations: [{ name: 'today', plan: 'sha256:plan', approval: 'apr_today' }],
      event: 'evt_0',
      paused: null,
    });
  });

  test('again is no second event', async () => {
    const { submit, kinds } = bench();
    await submit(load);
    expect(await submit({ ...load, session: 'evening' })).toEqual({
      ok: true,
      value: { skill: 'weather', digest: 'sha256:one', event: 'evt_0', changed: false, replaced: null, ended: [] },
    });
    expect(kinds()).toEqual(['skill-loaded']);
  });

  test('other content takes its place and ends the grants of the old, for good', async () => {
    const { submit, code } = await granted('always');
    expect(await code(admit)).toBe('ok');
    expect(await submit({ ...load, digest: 'sha256:two' })).toEqual({
      ok: true,
      value: {
        skill: 'weather',
        digest: 'sha256:two',
        event: 'evt_4',
        changed: true,
        replaced: 'sha256:one',
        ended: ['apr_today'],
      },
    });
    expect(await code({ ...admit, call: 'call_2' })).toBe('skill/changed');
    expect(await code(grant)).toBe('approval/ended');
    await submit(load);
    expect(await submit({ ...admit, call: 'call_3' })).toEqual({
      ok: false,
      code: 'approval/ended',
      message: 'approval `apr_today` ended with the skill it was for',
      remedy: 'ask for it, then run the call again',
    });
    expect([await code(request), await code(grant), await code({ ...admit, call: 'call_3' })]).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
  });

  test('the same content with other operations keeps the grants', async () => {
    const { submit, code } = await granted('always');
    await submit({ ...load, operations: [] });
    expect(await code(admit)).toBe('ok');
  });
});

describe('unload', () => {
  test('is a person’s', async () => {
    const { submit } = await granted('always');
    expect(await submit({ ...agent, kind: 'unload-skill', skill: 'weather' })).toEqual({
      ok: false,
      code: 'actor/not-allowed',
      message: 'an agent may not unload a skill',
      remedy: 'a person does this at the command line',
    });
    expect(await submit({ ...person, kind: 'unload-skill', skill: 'weather' })).toEqual({
      ok: true,
      value: { skill: 'weather', event: 'evt_3', ended: ['apr_today'] },
    });
  });

  test('ends the grants, also for the same content loaded again', async () => {
    const { submit, code, ledger } = await granted('always');
    await submit({ ...person, kind: 'unload-skill', skill: 'weather' });
    expect(ledger.state.list('grants', '')).toEqual([]);
    expect(await code(admit)).toBe('skill/unknown');
    await submit(load);
    expect(await code(admit)).toBe('approval/ended');
  });

  test('of what is not loaded is refused', async () => {
    const { submit } = bench();
    expect(await submit({ ...person, kind: 'unload-skill', skill: 'weather' })).toEqual({
      ok: false,
      code: 'skill/unknown',
      message: 'skill `weather` is not loaded',
      remedy: 'run `skillc skills` to see which are',
    });
  });
});

describe('a skill that asks too often', () => {
  async function flooded() {
    const made = bench();
    await made.submit(load);
    for (let index = 0; index < 100; index++) {
      expect(await made.code({ ...request, id: `apr_${index}`, digest: `sha256:${index}` })).toBe('ok');
    }
    return made;
  }

  test('is paused at the 101st question of a minute', async () => {
    const { submit, kinds, last, code } = await flooded();
    const paused = {
      ok: false,
      code: 'skill/paused',
      message: 'skill `weather` is paused: it asked for too many approvals',
      remedy: 'a person runs `skillc load https://example.com/skill.md` or approves one of its requests',
    };
    expect(await submit({ ...request, id: 'apr_100' })).toEqual(paused);
    expect(last()).toMatchObject({
      kind: 'skill-paused',
      actor: 'skillc',
      parents: ['evt_0'],
      data: {
        skill: 'weather',
        digest: 'sha256:one',
        reason: 'skill `weather` asked for more than 100 approvals within a minute',
      },
    });
    expect(await submit({ ...request, id: 'apr_101' })).toEqual(paused);
    const { approval: _approval, ...free } = admit;
    expect(await submit(free)).toEqual(paused);
    expect(kinds()).toHaveLength(102);
    expect(await code({ ...load, version: '2' })).toBe('ok');
    expect(await code(free)).toBe('skill/paused');
  });

  test('goes on when a person loads it', async () => {
    const { submit, code } = await flooded();
    await submit({ ...request, id: 'apr_100' });
    expect(await submit({ ...load, ...person })).toMatchObject({ ok: true, value: { changed: true } });
    const { approval: _approval, ...free } = admit;
    expect(await code(free)).toBe('ok');
    expect(await code({ ...request, id: 'apr_100' })).toBe('ok');
  });

  test('goes on when a person grants one of its requests, not when configuration does', async () => {
    const { submit, code } = await flooded();
    await submit({ ...request, id: 'apr_100' });
    const { approval: _approval, ...free } = admit;
    expect(await code({ ...grant, actor: 'configuration', id: 'apr_5' })).toBe('ok');
    expect(await code(free)).toBe('skill/paused');
    expect(await code({ ...grant, id: 'apr_6' })).toBe('ok');
    expect(await code(free)).toBe('ok');
  });

  test('may ask a hundred more a minute later, by both clocks', async () => {
    const made = await flooded();
    made.clock = { ...made.clock, wall: made.clock.wall + 60_000 };
    expect(await made.code({ ...request, id: 'apr_100' })).toBe('skill/paused');
    const other = await flooded();
    other.wait(60_000);
    expect(await other.code({ ...request, id: 'apr_100' })).toBe('ok');
  });

  test('asks for the same as often as it likes: one event', async () => {
    const { submit, code, kinds } = bench();
    await submit(load);
    for (let index = 0; index < 300; index++) expect(await code(request)).toBe('ok');
    expect(kinds()).toEqual(['skill-loaded', 'approval-requested']);
  });

  test('a session without a skill is refused, and told so', async () => {
    const { submit, code } = bench();
    const { skill: _skill, skillDigest: _digest, ...plain } = request;
    for (let index = 0; index < 100; index++) await submit({ ...plain, id: `apr_${index}` });
    expect(await submit({ ...plain, id: 'apr_100' })).toEqual({
      ok: false,
      code: 'approval/too-many',
      message: 'session `morning` asked for more than 100 approvals within a minute',
      remedy: 'answer the requests that wait: `skillc approvals`',
    });
    expect(await code({ ...plain, id: 'apr_100', session: 'evening' })).toBe('ok');
  });
});
