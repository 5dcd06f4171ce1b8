import { parseArgs } from 'node:util';
import { runHome } from './crash/home-run.ts';
import { random } from './fuzz/random.ts';

/**
 * `node scripts/crash.ts [--cycles 200] [--seed N] [--parallel 3]`: processes that write one log are killed with SIGKILL at random moments.
 * Nothing that was acknowledged may be lost, no effect may be without its intent, and every intent must have one end.
 */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    parallel: { type: 'string', default: '3' },
  },
});
const [cycles, seed, parallel] = [values.cycles, values.seed, values.parallel].map(Number) as [number, number, number];
if (![cycles, seed, parallel].every(Number.isSafeInteger) || parallel < 1) {
  console.error('usage: node scripts/crash.ts [--cycles N] [--seed N] [--parallel N]');
  process.exit(2);
}

const killsPerHome = 10;
const start = performance.now();
console.log(`${cycles} cycles, seed ${seed}`);
let left = Math.ceil(cycles / killsPerHome);
let kills = 0;
let calls = 0;
let gaveUp = 0;
const problems: string[] = [];
await Promise.all(
  Array.from({ length: parallel }, async () => {
    while (left-- > 0) {
      const run = await runHome(killsPerHome, random(seed + left));
      kills += run.kills;
      calls += run.calls;
      gaveUp += run.gaveUp;
      problems.push(...run.problems);
    }
  }),
);
for (const problem of problems.slice(0, 50)) console.log(problem);
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(
  `${kills} kills, ${calls} calls admitted, ${gaveUp} gave up, ${seconds} s, ${problems.length} problems, seed ${seed}`,
);
process.exit(problems.length === 0 ? 0 : 1);
