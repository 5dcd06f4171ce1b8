import { parseArgs } from 'node:util';
import { checkInterference, type Interference } from './interference/run.ts';

/**
 * `node scripts/interference.ts [--programs 50] [--seed N]`: random skills run with different secrets against a server that gives
 * back what it gets. Exits with 1 where anything that an agent, the log or a file shows depends on the secret.
 */
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [programs, seed] = [Number(values.programs), Number(values.seed)];
if (![programs, seed].every(Number.isSafeInteger)) {
  console.error('usage: node scripts/interference.ts [--programs N] [--seed N]');
  process.exit(2);
}
const start = performance.now();
const { findings, done, exposed } = await checkInterference(programs, seed);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  `${programs} programs, seed ${seed}, ${seconds} s, ${done} calls done, ${exposed} requests with the secret, ${findings.length} findings`,
);
for (const finding of findings) console.log(describe(finding));
process.exit(findings.length > 0 ? 1 : 0);

function describe({ program, lengths, first, second }: Interference): string {
  const [left, right] = [first, second].map((transcript) => JSON.stringify(transcript, undefined, 1).split('\n'));
  const at = left?.findIndex((line, place) => line !== right?.[place]) ?? 0;
  return [
    `  ${program.name}, secrets of ${lengths} length: ${JSON.stringify(program.style)}`,
    `    ${program.markdown('ORIGIN').split('```')[1]?.slice(5).trim()}`,
    `    ${left?.[at]?.trim().slice(0, 600)}`,
    `    ${right?.[at]?.trim().slice(0, 600)}`,
  ].join('\n');
}
