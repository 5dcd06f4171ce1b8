import { expect, test } from 'vitest';
import { checkInterference } from '../../../scripts/interference/run.ts';

test('what anybody can see of a run does not depend on the secret', { timeout: 60_000 }, async () => {
  const seed = Date.now() % 2 ** 31;
  console.log(`seed ${seed}: node scripts/interference.ts --seed ${seed}`);
  const { findings, done, exposed } = await checkInterference(50, seed);
  expect({ seed, findings: findings.map(({ program, lengths }) => [program.name, lengths]) }).toEqual({
    seed,
    findings: [],
  });
  // Programs that do nothing would be equal too.
  expect(done).toBeGreaterThan(25);
  expect(exposed).toBeGreaterThan(150);
});
