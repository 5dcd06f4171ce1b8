import { describe, expect, test } from 'vitest';
import type { KeepSecret, SetSetting } from '../../../src/exec/ledger/command.ts';
import { agent, bench, machine, person, start } from './bench.ts';

const store: KeepSecret = { ...person, kind: 'secret-stored', name: 'TOKEN' };
const remove: KeepSecret = { ...person, kind: 'secret-removed', name: 'TOKEN' };
const place = { origin: 'https://example.com', slot: 'header:authorization' };
const bind: KeepSecret = { ...machine, kind: 'bind-secret', name: 'TOKEN', skill: 'weather', ...place };

describe('secrets', () => {
  test('are known by name', async () => {
    const { submit, last, ledger } = bench();
    expect(await submit({ ...store, skill: 'weather' })).toEqual({
      ok: true,
      value: { name: 'TOKEN', skill: 'weather', event: 'evt_0' },
    });
    expect(last()).toMatchObject({
      kind: 'secret-stored',
      data: { name: 'TOKEN', skill: 'weather', origin: null, slot: null },
    });
    expect(ledger.state.list('secrets', 'TOKEN\t')).toEqual([
      ['TOKEN\tweather', { name: 'TOKEN', skill: 'weather', origin: null, slot: null, at: start, event: 'evt_0' }],
    ]);
  });

  test('are bound to an origin and a slot, once', async () => {
    const { submit, code, kinds, ledger } = bench();
    const value = { name: 'TOKEN', skill: 'weather', ...place };
    expect(await submit(bind)).toEqual({ ok: true, value: { ...value, changed: true } });
    expect(await submit(bind)).toEqual({ ok: true, value: { ...value, changed: false } });
    expect(kinds()).toEqual(['secret-bound']);
    expect(ledger.state.list('bindings', 'TOKEN\t')).toEqual([
      ['TOKEN\tweather\thttps://example.com\theader:authorization', { ...value, event: 'evt_0' }],
    ]);
    const { slot: _slot, ...half } = bind;
    expect(await code(half)).toBe('command/malformed');
  });

  test('take their bindings with them', async () => {
    const { submit, ledger } = bench();
    for (const command of [store, { ...store, skill: 'weather' }, bind, { ...bind, skill: 'mail' }])
      await submit(command);
    expect(await submit({ ...remove, skill: 'weather' })).toEqual({
      ok: true,
      value: { name: 'TOKEN', skill: 'weather', event: 'evt_4' },
    });
    expect(ledger.state.list('secrets', '').map(([key]) => key)).toEqual(['TOKEN\t']);
    expect(ledger.state.list('bindings', '').map(([key]) => key)).toEqual([
      'TOKEN\tmail\thttps://example.com\theader:authorization',
    ]);
    expect(await submit({ ...remove, skill: 'weather' })).toEqual({
      ok: false,
      code: 'secret/unknown',
      message: 'there is no secret `TOKEN`',
      remedy: 'run `skillc secret list` to see those there are',
    });
  });

  test.each([store, remove, bind])('$kind is not an agent’s', async (command) => {
    const { submit, code } = bench();
    await submit(store);
    expect(await code({ ...command, ...agent })).toBe('actor/not-allowed');
    expect(await code(command)).toBe('ok');
  });

  test('whose names would share a row are refused', async () => {
    const { code, ledger } = bench();
    expect(await code({ ...store, name: 'A\tb' })).toBe('command/malformed');
    expect(await code({ ...store, name: 'A\ud800' })).toBe('command/malformed');
    expect(await code({ ...store, name: '__proto__', skill: 'constructor' })).toBe('ok');
    expect(ledger.state.list('secrets', '').map(([key]) => key)).toEqual(['__proto__\tconstructor']);
  });
});

describe('settings', () => {
  const set: SetSetting = { ...person, kind: 'set-setting', name: 'BASE_URL', value: 'https://example.com' };
  const { value: _value, ...clear } = set;

  test('are set and taken away', async () => {
    const { submit, ledger } = bench();
    expect(await submit(set)).toEqual({
      ok: true,
      value: { name: 'BASE_URL', skill: null, value: 'https://example.com', event: 'evt_0' },
    });
    expect(ledger.state.list('settings', '')).toEqual([
      ['BASE_URL\t', { name: 'BASE_URL', skill: null, value: 'https://example.com', event: 'evt_0' }],
    ]);
    expect(await submit(clear)).toEqual({
      ok: true,
      value: { name: 'BASE_URL', skill: null, value: null, event: 'evt_1' },
    });
    expect(ledger.state.list('settings', '')).toEqual([]);
    expect(await submit(clear)).toEqual({
      ok: false,
      code: 'setting/unknown',
      message: 'there is no setting `BASE_URL`',
      remedy: 'run `skillc setting list` to see those there are',
    });
  });

  test.each(['agent', 'skillc'] as const)('are not for %s to choose', async (actor) => {
    const { code } = bench();
    expect(await code({ ...set, actor })).toBe('actor/not-allowed');
    expect(await code(set)).toBe('ok');
  });
});

test('a warning is an event and no more', async () => {
  const { submit, last, ledger } = bench();
  const empty = ledger.state.dump();
  expect(await submit({ ...machine, kind: 'warn', capability: 'json.query', data: { reason: 'odd' } })).toEqual({
    ok: true,
    value: { event: 'evt_0' },
  });
  expect(last()).toMatchObject({ kind: 'warning', capability: 'json.query', data: { reason: 'odd' } });
  expect(ledger.state.dump()).toEqual(empty);
});
