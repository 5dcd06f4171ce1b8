import { expect, test } from 'vitest';
import type { Fault } from '../../../src/exec/ledger/memory-ledger.ts';
import { replay } from '../../../src/exec/ledger/memory-state.ts';
import { canonicalJson, sha256 } from '../../../src/ir/digest.ts';
import { bench, granted, load, request } from './bench.ts';

test.each([
  ['crash-before-commit', 0],
  ['crash-after-commit', 1],
] as const)('%s leaves %i events', async (kind, events) => {
  let fault: Fault | undefined = { kind };
  const { submit, kinds, code } = bench({ fault: () => fault });
  await expect(submit(load)).rejects.toThrow('the ledger crashed');
  expect(kinds()).toHaveLength(events);
  fault = undefined;
  expect(await code(load)).toBe('ok');
  expect(kinds()).toHaveLength(1);
});

test.each([
  ['hang-before-commit', 0],
  ['hang-after-commit', 1],
] as const)('%s leaves %i events and no answer', async (kind, events) => {
  const { submit, kinds } = bench({ fault: () => ({ kind }) });
  const first = await Promise.race([submit(load), new Promise((resolve) => setTimeout(resolve, 20, 'nothing'))]);
  expect({ first, events: kinds().length }).toEqual({ first: 'nothing', events });
});

test('a wrong answer', async () => {
  const reply = { ok: true, value: {} } as const;
  const { submit, kinds } = bench({ fault: () => ({ kind: 'reply', reply }) });
  expect(await submit(load)).toEqual(reply);
  expect(kinds()).toEqual(['skill-loaded']);
});

test('reads rows, lists and events, and folds to the same again', async () => {
  const { ledger } = await granted('always');
  expect(await ledger.get('skills', 'weather')).toMatchObject({ digest: 'sha256:one' });
  expect((await ledger.list('grants')).map(([key]) => key)).toEqual(['apr_today\talways']);
  expect((await ledger.list('grants', 'apr_other')).map(([key]) => key)).toEqual([]);
  expect((await ledger.events(1, 1)).map(({ id }) => id)).toEqual(['evt_1']);
  expect(replay(ledger.log).dump()).toEqual(ledger.state.dump());
});

test('hashes the canonical record', async () => {
  const { ledger } = bench();
  await ledger.submit(load);
  await ledger.submit(request);
  for (const { hash, ...record } of ledger.log) {
    expect(hash).toBe(sha256(`\0${canonicalJson(record as never)}`));
  }
});
