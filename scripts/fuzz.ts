import { Buffer } from 'node:buffer';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type FormatName, formatNames } from './fuzz/formats.ts';
import { type Finding, inputOf } from './fuzz/run.ts';

/**
 * `npm run fuzz -- [--runs 100000] [--seed N] [--format NAME]`: changed documents of each format, each through the whole
 * compiler, against promises that hold for any bytes. Exits with 1 on a finding and prints what makes it again.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    format: { type: 'string' },
    limit: { type: 'string', default: '1000' },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
const limitMs = Number(values.limit);
const chosen = formatNames.filter((name) => values.format === undefined || name === values.format);
if (chosen.length === 0 || ![runs, seed, limitMs].every(Number.isSafeInteger)) {
  console.error(`usage: npm run fuzz -- [--runs N] [--seed N] [--limit MS] [--format ${formatNames.join('|')}]`);
  process.exit(2);
}

/** No input may take this long, on a busy machine either. */
const hangMs = 30_000;

let broken = false;
for (const format of chosen) {
  const start = performance.now();
  const findings = await fuzzInThread(format);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${format.padEnd(8)}  ${runs} inputs, seed ${seed}, ${seconds} s, ${findings.length} findings`);
  for (const finding of findings) console.log(describe(finding));
  broken ||= findings.length > 0;
}
process.exit(broken ? 1 : 0);

function fuzzInThread(format: FormatName): Promise<readonly Finding[]> {
  const counter = new SharedArrayBuffer(4);
  const at = new Int32Array(counter);
  const worker = new Worker(new URL('fuzz/worker.ts', import.meta.url), {
    workerData: { format, seed, runs, limitMs, counter },
  });
  return new Promise((resolve, reject) => {
    let last = -1;
    const watchdog = setInterval(() => {
      const index = Atomics.load(at, 0);
      if (index !== last) {
        last = index;
        return;
      }
      void worker.terminate();
      finish([{ format, seed, index, problem: 'does not end', input: inputOf(format, seed, index) }]);
    }, hangMs);
    const finish = (findings: readonly Finding[]): void => {
      clearInterval(watchdog);
      resolve(findings);
    };
    worker.on('message', finish);
    worker.on('error', (error) => {
      clearInterval(watchdog);
      reject(error);
    });
  });
}

function describe({ format, seed: from, index, problem, input }: Finding): string {
  const text = Buffer.from(input);
  return [
    `  ${format} input ${index} of seed ${from} ${problem}`,
    `    text    ${JSON.stringify(text.toString('utf8').slice(0, 2000))}`,
    `    base64  ${text.toString('base64').slice(0, 4000)}`,
  ].join('\n');
}
