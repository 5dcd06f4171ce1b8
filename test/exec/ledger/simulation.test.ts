import { describe, expect, test } from 'vitest';
import { checkSchedule } from '../../../scripts/simulate/check.ts';
import { mutants } from '../../../scripts/simulate/mutants.ts';

test('no schedule breaks a promise of the ledger', { timeout: 120_000 }, async () => {
  const sums = { findings: 0, schedulesWithEffects: 0, schedulesWithUnknown: 0 };
  for (let seed = 1; seed <= 10_000; seed++) {
    const { findings, effects, unknown } = await checkSchedule(seed);
    if (findings.length > 0) expect.fail(`seed ${seed}: ${JSON.stringify(findings, null, 1)}`);
    if (effects > 0) sums.schedulesWithEffects++;
    if (unknown > 0) sums.schedulesWithUnknown++;
  }
  expect(sums.schedulesWithEffects).toBeGreaterThan(5_000);
  expect(sums.schedulesWithUnknown).toBeGreaterThan(3_000);
});

describe('a broken rule is found', () => {
  test.each(mutants)('$rule', async ({ checker, flaws }) => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const { findings } = await checkSchedule(seed, flaws);
      if (findings.some((finding) => finding.checker === checker)) return;
    }
    expect.fail(`the ${checker} checker finds nothing`);
  });
});
