import { parseArgs } from 'node:util';
import { checkSchedule, type Finding } from './simulate/check.ts';

/**
 * `node scripts/simulate.ts [--schedules 10000] [--seed N]`: random schedules of workers, people, crashes and lying clocks against
 * the ledger, each checked from outside. Schedule k has the seed N + k: a finding prints its own, to be run alone with `--schedules 1`.
 */
const { values } = parseArgs({
  options: { schedules: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const schedules = Number(values.schedules);
const seed = Number(values.seed);
if (![schedules, seed].every((number) => Number.isSafeInteger(number) && number >= 0)) {
  console.error('usage: node scripts/simulate.ts [--schedules N] [--seed N]');
  process.exit(2);
}

const start = performance.now();
const findings: Finding[] = [];
const sums = { commands: 0, effects: 0, admitted: 0, unknown: 0 };
for (let index = 0; index < schedules; index++) {
  const checked = await checkSchedule(seed + index);
  findings.push(...checked.findings);
  sums.commands += checked.commands;
  sums.effects += checked.effects;
  sums.admitted += checked.admitted;
  sums.unknown += checked.unknown;
  if (findings.length > 20) break;
}
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  `${schedules} schedules from seed ${seed}, ${seconds} s: ${sums.commands} commands, ${sums.admitted} admitted, ` +
    `${sums.effects} effects seen, ${sums.unknown} unknown, ${findings.length} findings`,
);
for (const finding of findings) console.log(`  seed ${finding.seed}  ${finding.checker}: ${finding.problem}`);
process.exit(findings.length === 0 ? 0 : 1);
