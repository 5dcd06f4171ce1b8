import { parseArgs } from 'node:util';
import { decide } from '../src/exec/policy/decide.ts';
import { loadPolicy } from '../src/exec/policy/load.ts';
import { atMost, beside, type Result, ratio, resultLines } from './bench/results.ts';
import { interleave } from './bench/rounds.ts';
import { type Governed, openGoverned } from './bench-exec/governed.ts';
import { measureLog } from './bench-exec/log-speed.ts';
import { processorTicks, profileRows } from './bench-exec/processor-time.ts';
import { bashLine, type Rival, rawFetch, rawRequest } from './bench-exec/rivals.ts';
import { startServer } from './bench-exec/server.ts';

/**
 * `npm run bench:exec [-- --records 1000000 --calls 100000]`: what governing a call costs, against the same work without it in
 * the same run. Exits with 1 when a target is missed.
 */
const { values } = parseArgs({
  options: { records: { type: 'string', default: '100000' }, calls: { type: 'string', default: '10000' } },
});
const inFlight = 64;
const server = await startServer();
const governed = await openGoverned(server.port);
const results: Result[] = [];
try {
  results.push(
    ...(await throughput(governed)),
    ...(await piped(governed)),
    gateDecision(),
    ...(await memory(governed)),
  );
} finally {
  await governed.close();
  server.close();
}
results.push(...(await log()));
console.log(resultLines(results));
process.exitCode = results.every(({ met }) => met !== false) ? 0 : 1;

async function many(work: () => Promise<unknown>, count: number): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

/** 64 calls in flight, each with its intent and its outcome on the disk. */
async function throughput({ run }: Governed): Promise<readonly Result[]> {
  const count = 2_000;
  const governed = () => many(() => run('fetch'), count);
  const against = async (rival: Rival): Promise<readonly [ours: number, theirs: number]> => {
    const work = [
      { name: 'ours', work: governed },
      { name: 'theirs', work: () => many(rival.run, count) },
    ];
    const found = await interleave(work, 9, 5);
    await rival.close();
    const each = (name: string) => ((found.get(name) ?? Number.NaN) * 1000) / count;
    return [each('ours'), each('theirs')];
  };
  // One after the other: what `fetch` leaves behind slows whatever runs next to it.
  const leanest = await against(rawRequest(server.port, inFlight));
  const usual = await against(rawFetch(server.port, inFlight));
  const profiled = 10 * count;
  const before = processorTicks(server.pid);
  await many(() => run('fetch'), profiled);
  const after = processorTicks(server.pid);
  return [
    ratio('governed http call, fetch of undici, 64 in flight', ...usual, 0.5, 'us a call'),
    beside('  the same against request of undici', ...leanest, 'us a call'),
    ...profileRows(before, after, profiled),
  ];
}

/** One call after the other, some of each in a turn: a single one would pay for what the other left to be collected. */
async function piped({ run }: Governed): Promise<readonly Result[]> {
  const bash = bashLine(server.port);
  const count = 10;
  const inTurn = (work: () => Promise<unknown>) => async () => {
    for (let done = 0; done < count; done++) await work();
  };
  const found = await interleave(
    [
      { name: 'governed', work: inTurn(() => run('pick')) },
      { name: 'bash', work: inTurn(bash) },
    ],
    15,
    3,
  );
  const each = (name: string) => (found.get(name) ?? Number.NaN) / count;
  return [ratio('curl piped to jq, just-bash on the same line', each('governed'), each('bash'), 1, 'ms')];
}

/** Twenty rules, none of which matches until the last. */
function gateDecision(): Result {
  const rules = Array.from({ length: 20 }, (_, at) => ({
    id: `rule-${at}`,
    when: `call.host == "host-${at}.example.com" && call.method == "GET"`,
    decision: 'ask',
    reason: 'bench',
  }));
  const policy = loadPolicy([{ kind: 'home', name: 'bench', text: JSON.stringify({ rules }) }]);
  const question = {
    call: {
      capability: 'network.http-fetch',
      skill: 'bench',
      operation: 'fetch',
      tier: 1,
      actor: 'agent',
      session: 's',
      method: 'GET',
      origin: 'https://host-19.example.com',
      host: 'host-19.example.com',
      path: '/v1',
    },
    effects: [{ kind: 'network', method: 'GET', origin: 'https://host-19.example.com', path: '/v1' }],
    secrets: [],
    classifications: [],
  } as const;
  for (let i = 0; i < 2_000; i++) decide(policy, question);
  const start = performance.now();
  for (let i = 0; i < 10_000; i++) decide(policy, question);
  return atMost('decision of a policy of 20 rules', ((performance.now() - start) * 1000) / 10_000, 30, 'us');
}

/** The heap after many calls, against the heap after a tenth of them. */
async function memory({ run }: Governed): Promise<readonly Result[]> {
  const calls = Number(values.calls);
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1e6;
  };
  await many(() => run('fetch'), Math.ceil(calls / 10));
  const before = heap();
  await many(() => run('fetch'), calls);
  const after = heap();
  return [
    { name: `heap before and after ${calls} calls`, measured: `${before.toFixed(0)} MB, ${after.toFixed(0)} MB` },
    atMost('  growth of the heap', Math.max(0, after - before), 30, 'MB'),
  ];
}

async function log(): Promise<readonly Result[]> {
  const records = Number(values.records);
  const speed = await measureLog(records);
  return [
    {
      ...beside('durable events a second, against 5,000', 1 / speed.eventsPerSecond, 1 / 5_000, 's'),
      measured: speed.eventsPerSecond.toFixed(0),
      target: '>= 5000',
      met: speed.eventsPerSecond >= 5_000,
    },
    atMost(
      `verification of ${speed.records} records`,
      speed.verifySeconds,
      // Ten seconds a million; starting threads takes its time, however few there are.
      Math.max(1, speed.records / 100_000),
      's',
    ),
  ];
}
