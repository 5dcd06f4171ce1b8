import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { atMost, type Result, ratio, resultLines } from './bench/results.ts';
import { median } from './bench/rounds.ts';
import { buildPackage } from './bench-mcp/built.ts';
import { greetedIn, type Server } from './bench-mcp/greeting.ts';
import { installRival } from './bench-mcp/rival.ts';

/**
 * `npm run bench:mcp [-- --rounds 21]`: how soon an agent is served, beside `executor mcp` in the same run; what a call costs; and
 * whether many agents on one server cost more the longer they stay. Exits with 1 when a target is missed.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), 'skillc-bench-mcp-'));
const home = join(folder, 'home');
const { bin, dist } = buildPackage();
const env = { PATH: process.env.PATH ?? '', HOME: folder, SKILLC_HOME: home };
const ours: Server = { command: process.execPath, args: [bin, 'mcp'], env };
const results: Result[] = [];
try {
  results.push(...(await startUp()), ...(await roundTrip()), ...(await manySessions()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(resultLines(results));
process.exitCode = results.every(({ met }) => met !== false) ? 0 : 1;

/** In turns, so that a busy moment of the machine falls on both. The first rounds fill the caches of both. */
async function startUp(): Promise<readonly Result[]> {
  const rival = installRival();
  const theirs: Server | undefined =
    rival === undefined
      ? undefined
      : { command: rival.bin, args: ['mcp'], env: { PATH: env.PATH, HOME: rival.home, DO_NOT_TRACK: '1' } };
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds + 2; round++) {
    const own = await greetedIn(ours);
    const other = theirs === undefined ? Number.NaN : await greetedIn(theirs);
    if (round < 2) continue;
    times.ours.push(own);
    times.theirs.push(other);
  }
  const [mine, its] = [median(times.ours), median(times.theirs)];
  const name = 'process start to answered initialize';
  const compared: Result =
    rival === undefined
      ? { name: `${name}, executor mcp 1.5.9`, measured: 'not compared: it cannot be installed here', met: false }
      : ratio(`${name}, executor mcp 1.5.9`, mine, its, 5, 'ms');
  return [compared, atMost(name, mine, 300, 'ms')];
}

async function roundTrip(): Promise<readonly Result[]> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: ours.command, args: [...ours.args], env, stderr: 'ignore' }),
  );
  const map = () =>
    client.callTool({
      name: 'primitive_map',
      arguments: { command: 'curl -s https://api.example.com/v1/me | jq .id' },
    });
  for (let warm = 0; warm < 100; warm++) await map();
  const times: number[] = [];
  for (let call = 0; call < 500; call++) {
    const started = performance.now();
    await map();
    times.push(performance.now() - started);
  }
  await client.close();
  return [atMost('primitive_map, round trip of the official client', median(times), 5, 'ms')];
}

/** 64 agents, first the same ones for some rounds, then new ones every round. */
async function manySessions(): Promise<readonly Result[]> {
  const agents = 64;
  const service = createServer((_, response) => response.end('{"ok":true}'));
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const skill = join(folder, 'bench');
  mkdirSync(skill);
  writeFileSync(
    join(skill, 'SKILL.md'),
    `---\nname: bench\ndescription: d\n---\n## Fetch\n\n    curl -s ${origin}/v1\n`,
  );
  writeFileSync(join(home, 'policy.yaml'), `private_origins: ["${origin}"]\ntrusted_hosts: ["${origin}"]\n`);
  const { createEngine } = (await import(join(dist, 'mcp', 'engine.js'))) as typeof import('../src/mcp/engine.ts');
  const { startServer } = (await import(
    join(dist, 'web', 'start-server.js')
  )) as typeof import('../src/web/start-server.ts');
  const engine = createEngine({ home, environment: {}, workspace: folder, version: '0' });
  const { host, run } = await engine.open();
  await run.loadSkill(host, { target: skill, actor: 'person', session: 'bench' });
  const web = await startServer(engine, { port: 0, address: '127.0.0.1' });
  const worker = new Worker(new URL('bench-mcp/agents.ts', import.meta.url), {
    workerData: { url: web.url, token: web.tokens.agent, count: agents },
  });
  worker.once('error', (error) => {
    throw error;
  });
  const said = () => new Promise<unknown>((done) => worker.once('message', done));
  await said();
  const round = async (calls: number, again: boolean): Promise<number> => {
    const answer = said();
    worker.postMessage({ calls, again });
    const done = await answer;
    if (done !== agents * calls) throw new Error(`only ${String(done)} of ${agents * calls} calls were done`);
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const [warm, stay, come] = [2, 5, 5];
  for (let at = 0; at < warm; at++) await round(16, false);
  const before = await round(16, false);
  let after = before;
  for (let at = 0; at < stay; at++) after = await round(16, false);
  const sessions = web.sessions.all.length;
  for (let at = 0; at < come; at++) after = Math.max(after, await round(8, true));
  await worker.terminate();
  await web.close();
  await engine.close();
  service.close();
  return [
    { name: 'sessions at once on one server', measured: String(sessions), target: '>= 64', met: sessions >= agents },
    { name: '  memory of the server, before and after', measured: `${before.toFixed(1)} MB, ${after.toFixed(1)} MB` },
    atMost('  its growth', Math.max(0, (after / before - 1) * 100), 10, '%'),
  ];
}
