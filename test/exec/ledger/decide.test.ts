import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/exec/ledger/apply.ts';
import type { Command } from '../../../src/exec/ledger/command.ts';
import { decide } from '../../../src/exec/ledger/decide.ts';
import type { ChainEvent } from '../../../src/exec/ledger/event.ts';
import { memoryState, replay } from '../../../src/exec/ledger/memory-state.ts';
import { plainCopy } from '../../../src/exec/ledger/plain-copy.ts';
import { sameText } from '../../../src/exec/ledger/same-text.ts';
import { type TableName, tables } from '../../../src/exec/ledger/state.ts';
import { admit, bench, grant, granted, load, machine, person, plainAdmit, request, settle } from './bench.ts';

const commands: readonly Command[] = [
  load,
  { ...person, kind: 'unload-skill', skill: 'weather' },
  request,
  grant,
  { ...person, kind: 'deny-approval', id: 'apr_today' },
  { ...person, kind: 'revoke-approval', id: 'apr_today' },
  admit,
  plainAdmit,
  settle,
  { ...machine, kind: 'turned-away', call: 'c', how: 'denied', capability: 'x', decision: null },
  { ...machine, kind: 'recover', gone: ['call_1'] },
  { ...person, kind: 'set-budget', scope: 'session:morning', limits: { calls: 3 } },
  { ...person, kind: 'secret-stored', name: 'TOKEN' },
  { ...person, kind: 'secret-removed', name: 'TOKEN' },
  { ...person, kind: 'bind-secret', name: 'TOKEN', origin: 'https://example.com', slot: 'query:key' },
  { ...person, kind: 'set-setting', name: 'HOST', value: 'x' },
  { ...machine, kind: 'warn', data: {} },
];

const moment = { wall: 1_000, monotonic: 5, boot: 'b' };

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
});

/** A command with one member, at any depth, replaced or added. */
const changed = fc
  .tuple(fc.constantFrom(...commands), fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }), anything)
  .map(([command, path, value]) => replaceAt(command, path, value) as Command);

function replaceAt(into: unknown, [at = 0, ...rest]: readonly number[], value: unknown): unknown {
  if (into === null || typeof into !== 'object') return value;
  const keys = [...Object.keys(into), 'extra'];
  const key = keys[at % keys.length] ?? 'extra';
  const member = (into as { readonly [key: string]: unknown })[key];
  return { ...into, [key]: rest.length === 0 ? value : replaceAt(member, rest, value) };
}

describe('decide answers', () => {
  test('anything', async () => {
    const { ledger } = await granted('always');
    fc.assert(
      fc.property(anything, (command) => {
        const { events, reply } = decide(ledger.state, command as Command, moment);
        expect({ events, reply: reply.ok }).toEqual({ events: [], reply: false });
      }),
    );
  });

  test('any change of a command, and what it lets through is JSON that folds', async () => {
    const { ledger } = await granted('always');
    const before = JSON.stringify(ledger.log);
    fc.assert(
      fc.property(changed, (command) => {
        const { events } = decide(ledger.state, command, moment);
        expect(JSON.parse(JSON.stringify(events))).toEqual(events);
        const state = replay(JSON.parse(before) as ChainEvent[]);
        for (const event of events) {
          state.add({ ...event, seq: state.nextSeq, id: `evt_${state.nextSeq}`, at: state.lastAt, hash: '' });
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('on any damage to the state', () => {
    const row = fc.oneof(fc.jsonValue(), fc.constantFrom({}, [], null, 'x', 0));
    const rows = fc.array(
      fc.tuple(
        fc.constantFrom<TableName>(...tables),
        fc.constantFrom('weather', 'apr_today', 'apr_today\talways', 'call_1', 'session:morning', 'TOKEN\t'),
        row,
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(rows, fc.constantFrom(...commands), (damage, command) => {
        const state = memoryState();
        for (const [table, key, value] of damage) state.put(table, key, value as never);
        expect(typeof decide(state, command, moment).reply.ok).toBe('boolean');
      }),
      { numRuns: 2_000 },
    );
  });

  test('every command that is right', async () => {
    for (const command of commands) {
      const { reply } = decide(memoryState(), command, moment);
      expect(reply.ok ? 'ok' : reply.code).not.toBe('command/malformed');
    }
  });
});

describe('decide is pure', () => {
  test('the same state, command and moment give the same decision, and nothing is changed', async () => {
    const { ledger } = await granted('session');
    const before = JSON.stringify(ledger.state.dump());
    for (const command of commands) {
      const frozen = deepFreeze(structuredClone(command));
      expect(decide(ledger.state, frozen, moment)).toEqual(decide(ledger.state, command, moment));
    }
    expect(JSON.stringify(ledger.state.dump())).toBe(before);
  });

  test('what is decided on cannot be changed afterwards', () => {
    const data = { effects: ['GET'] };
    const { events } = decide(memoryState(), { ...plainAdmit, data }, moment);
    data.effects.push('POST');
    expect(events[0]?.data.details).toEqual({ effects: ['GET'] });
  });
});

describe('what is no plain data', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  let deep: unknown = 1;
  for (let level = 0; level < 300; level++) deep = [deep];
  let wide: unknown = 'x';
  for (let level = 0; level < 40; level++) wide = [wide, wide];

  test.each([
    ['a cycle', cycle],
    ['too deep', deep],
    ['too much, shared', wide],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a big integer', 1n],
    ['too long', 'x'.repeat(4_000_001)],
  ])('%s', (_what, value) => {
    expect(plainCopy({ value })).toBeUndefined();
  });

  test('has a twin that is', () => {
    const value = JSON.parse('{"__proto__": {"a": [1, null, true, "x"]}, "b": {}}');
    expect(JSON.stringify(plainCopy(value))).toBe(JSON.stringify(value));
    expect(plainCopy({ a: undefined, b: Number.NaN, c: -0 })).toStrictEqual({ b: null, c: 0 });
  });
});

test('state that is damaged stops the fold', async () => {
  const { ledger, submit } = bench();
  await submit(plainAdmit);
  const { events } = decide(ledger.state, settle, moment);
  ledger.state.put('budgets', 'session:morning', null);
  const [end] = events;
  if (end === undefined) throw new Error('a call that ends');
  const event = { ...end, seq: 1, id: 'evt_1', at: 1, hash: '' };
  expect(() => apply(ledger.state, event)).toThrow('state is damaged: budgets "session:morning"');
});

test('texts are compared as a whole', () => {
  const pairs = [
    ['a', 'a'],
    ['a', 'b'],
    ['', 'a'],
    ['é', 'e\u0301'],
    ['\ud800', '\udfff'],
  ] as const;
  expect(pairs.map(([a, b]) => sameText(a, b))).toEqual([true, false, false, false, false]);
});

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object') for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
