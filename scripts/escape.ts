import { parseArgs } from 'node:util';
import { openSandboxes } from '../src/exec/sandbox/open.ts';
import { checkEscapes } from './escape/run.ts';
import { makeWorld } from './escape/world.ts';

/**
 * `node scripts/escape.ts [--runs 1000] [--backend bubblewrap|runc] [--no-cgroups]`: every attempt to leave a sandbox, every bomb, and as many runs
 * that try to leave a process behind, on each back end for programs that works here.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    backend: { type: 'string' },
    'no-cgroups': { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (!Number.isSafeInteger(runs) || runs < 0) {
  console.error('usage: node scripts/escape.ts [--runs N] [--backend bubblewrap|runc] [--no-cgroups]');
  process.exit(2);
}

const others = (name: string): readonly string[] => ['bubblewrap', 'runc'].filter((each) => each !== name);
let problems = 0;
for (const backend of values.backend === undefined ? ['bubblewrap', 'runc'] : [values.backend]) {
  const sandboxes = openSandboxes({ bubblewrap: { cgroups: !values['no-cgroups'] }, without: others(backend) });
  const choice = await sandboxes.choose({ class: 'process' });
  if (choice.kind === 'refused') {
    console.error(`${choice.message}; ${choice.remedy}`);
    process.exit(1);
  }
  const [world, start] = [await makeWorld(), performance.now()];
  const report = await checkEscapes(choice.sandbox, world, runs);
  await Promise.all([world.close(), sandboxes.close()]);
  for (const problem of report.problems.slice(0, 50)) console.log(problem);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${backend}, user ${process.getuid?.()}: ${report.attempts} attempts, ${report.bombs} bombs, ${report.runs} runs, ${seconds} s, ${report.problems.length} problems`,
  );
  problems += report.problems.length;
}
process.exit(problems === 0 ? 0 : 1);
