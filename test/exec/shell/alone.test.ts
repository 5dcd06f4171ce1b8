import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApprovals } from '../../../src/host/approvals.ts';
import { openTestHost, type TestHost } from '../market/test-host.ts';

/** One command alone, or piped straight, and what it prints over the files of the workspace. */
const commands: readonly (readonly [line: string, printed: string | RegExp | number])[] = [
  ['ls', /a\.txt\nb\.txt\n/],
  ['ls | wc -l', /^\d+\n$|^\d+$/],
  ['cat *.txt', 'one\ntwo\ntwo\n'],
  ['grep -r two .', /b\.txt:two/],
  ['find . -name a.txt', './a.txt\n'],
  ['diff a.txt a.txt', ''],
  ['stat -c %s b.txt', 4],
  ['comm -12 a.txt b.txt', 'two\n'],
  ['date +%Y', /^20\d\d\n$|^20\d\d$/],
  ['test -f a.txt', ''],
  ['expr 1 + 2', 3],
  ['pwd', /./],
  ['realpath a.txt', /a\.txt\n$/],
  ['readlink -f a.txt', /a\.txt\n$/],
  ['uuidgen', /^[0-9a-f-]{36}\n$/],
  ['md5 -q b.txt', 'c193497a1a06b2c72230e6146ff47080\n'],
  ['shuf -n 1 b.txt', 'two\n'],
  ['cksum b.txt', /b\.txt/],
  ['sort -u a.txt', 'one\ntwo\n'],
];

let skillc: TestHost;

beforeAll(async () => {
  skillc = await openTestHost({ config: 'secrets: {store: age-file}\n' });
  writeFileSync(join(skillc.workspace, 'a.txt'), 'one\ntwo\n');
  writeFileSync(join(skillc.workspace, 'b.txt'), 'two\n');
  const folder = skillc.write('alone', Object.fromEntries(commands.map(([line], at) => [`Do ${at}`, line])));
  const loaded = await skillc.load(folder);
  if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded));
  for (const { id } of await findApprovals(skillc.host, 'alone')) await skillc.approveAll(id);
});
afterAll(() => skillc.close());

describe('a text tool that stands alone is run', () => {
  test.each(commands.map((row, at) => [...row, at] as const))('%s', async (_, printed, at) => {
    const outcome = await skillc.ask(`alone.do_${at}`);
    if (outcome.outcome !== 'done') throw new Error(JSON.stringify(outcome));
    if (printed instanceof RegExp) expect(String(outcome.result)).toMatch(printed);
    else expect(outcome.result).toEqual(printed);
  });
});

test('a year that JavaScript takes for another is refused, and the others are told', async () => {
  const folder = skillc.write('early', {
    'Do early': 'date -u -d 0001-01-01 +%Y',
    'Do late': 'date -u -d 0999-01-01 +%Y',
  });
  await skillc.load(folder);
  for (const { id } of await findApprovals(skillc.host, 'early')) await skillc.approveAll(id);
  const early = await skillc.ask('early.do_early');
  expect(early.outcome === 'done' ? early.result : early.reason.code).toBe('text/unsupported');
  const late = await skillc.ask('early.do_late');
  expect(late.outcome === 'done' ? late.result : late.reason.code).toBe('0999\n');
});
