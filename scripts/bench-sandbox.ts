import { resultLines } from './bench/results.ts';
import { programRows } from './bench-sandbox/programs.ts';
import { shellRows } from './bench-sandbox/shell.ts';

/** `npm run bench:sandbox`: what a sandbox costs, in one run. Exits with 1 when a target is missed. */
const results = [...(await programRows()), ...(await shellRows())];
console.log(resultLines(results));
process.exitCode = results.every(({ met }) => met !== false) ? 0 : 1;
