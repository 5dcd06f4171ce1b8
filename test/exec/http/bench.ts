// Requests a second through the provider and through bare undici, 64 in flight, the server in a process of its own.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import { callOf, contextWith, get, headersFor, secretsFor, secretValue, token } from './support.ts';

const inFlight = 64;
const rounds = 7;
const roundMs = 700;

if (process.send === undefined) await compare();
else serve();

function serve(): void {
  const body = JSON.stringify({ temperature: 21, text: 'x'.repeat(200) });
  const head = { 'content-type': 'application/json', 'content-length': body.length };
  const server = createServer((_request, response) => response.writeHead(200, head).end(body));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function compare(): Promise<void> {
  const child = fork(import.meta.filename);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool(origin, { connections: inFlight });
  const provider = createHttpProvider();
  const secrets = secretsFor(origin);
  // What a scrubber costs is the broker's to measure.
  const scrubber = () => ({ push: (chunk: Uint8Array) => chunk, end: () => new Uint8Array() });
  const context = contextWith({ ...secrets, scrubber });
  const headers = headersFor(
    origin,
    ['User-Agent', ['curl/8']],
    ['Accept', ['*/*']],
    ['Authorization', ['Bearer ', ...token]],
  );
  const call = callOf(get(origin, { headers }));
  const bare = async () => {
    const authorization = `Bearer ${secretValue}`;
    const sent = { 'user-agent': 'curl/8', accept: '*/*', authorization };
    const answer = await pool.request({ path: '/', method: 'GET', headers: sent });
    await answer.body.arrayBuffer();
  };
  const governed = async () => {
    const result = await provider.run(call, context);
    if (result.status !== 'done') throw new Error(result.code);
  };
  const measured = { bare: [] as Round[], governed: [] as Round[] };
  await round(bare);
  await round(governed);
  for (let n = 0; n < rounds; n += 1) {
    measured.bare.push(await round(bare));
    measured.governed.push(await round(governed));
  }
  const [raw, ours] = [medians(measured.bare), medians(measured.governed)];
  console.log({ raw, ours, ratio: ours.perSecond / raw.perSecond, cpuRatio: raw.cpuMicros / ours.cpuMicros });
  child.kill();
  provider.close();
  await pool.destroy();
}

interface Round {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

async function round(ask: () => Promise<void>): Promise<Round> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  let count = 0;
  const worker = async () => {
    for (; performance.now() - started < roundMs; count += 1) await ask();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const used = process.cpuUsage(cpu);
  return { perSecond: (count * 1000) / (performance.now() - started), cpuMicros: (used.user + used.system) / count };
}

function medians(all: readonly Round[]): Round {
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { perSecond: median(all.map((one) => one.perSecond)), cpuMicros: median(all.map((one) => one.cpuMicros)) };
}
