import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LineTransport } from '../../src/mcp/line-transport.ts';
import { type ExecHome, execHome } from '../cli/exec-home.ts';
import { type Agent, agentOf, newClient, yes } from './mcp-home.ts';

// Whole processes are started: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

const bin = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));

let at: ExecHome;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  at = await execHome();
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await at.close();
});

const env = () => ({ PATH: process.env.PATH ?? '', HOME: at.root, SKILLC_HOME: at.home });

/** The official client on a process of its own. */
async function started(
  words: readonly string[],
  era: 'legacy' | 'modern' = 'legacy',
  person = () => yes,
): Promise<Agent> {
  const client = newClient(era, person);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...words],
    env: env(),
    cwd: at.root,
  });
  await client.connect(transport);
  ends.push(() => client.close());
  return { ...agentOf(client, ''), close: () => client.close() };
}

describe.each(['legacy', 'modern'] as const)('`skillc mcp` with a %s client', (era) => {
  test('tells the whole story over standard input and output', async () => {
    const agent = await started([], era);
    const refused = await agent.call('skill_load', { source: at.skill });
    expect([refused.isError, refused.data.reason.code]).toEqual([true, 'load/path']);
    const page = await agent.call('skill_load', { source: 'https://example.com/some/page.html' });
    expect([page.isError, page.data.reason.code, page.data.reason.remedy]).toEqual([
      true,
      'load/not-a-skill',
      'repeat with `"force": true` if it is one',
    ]);
    expect((await agent.call('skill_load', { source: `${at.origin}/skill.md` })).data.outcome).toBe('done');
    const done = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 1 } });
    expect([done.data.outcome, at.seen.length]).toEqual(['done', 1]);
    const why = await agent.call('chain_why', { id: done.data.call_id });
    expect([why.data.outcome, why.data.skill.place.text]).toEqual([
      'call-done',
      `curl -s -X POST "${at.origin}/v1/items" -d '{"name":"x","n":1}'`,
    ]);
    expect(why.data.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'call-done',
      'call-intent',
      'approval-granted',
      'approval-requested',
      'skill-loaded',
    ]);
    expect(why.data.events[2]).toMatchObject({ actor: 'person', data: { scope: 'once', via: 'elicitation' } });
  });
});

test('a socket serves each connection as a session of its own, to this user alone, and a relay leads there', async () => {
  await at.run(['load', at.skill]);
  const socket = join(at.root, 'mcp.sock');
  const server = spawn(process.execPath, [bin, 'mcp', '--listen', socket], {
    env: env(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise<number | null>((resolve) => server.once('exit', resolve));
  ends.push(async () => {
    server.kill('SIGKILL');
    await gone;
  });
  await new Promise<void>((resolve) => server.stderr.once('data', () => resolve()));
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  const relayed = await started(['--connect', socket]);
  const direct = newClient('legacy');
  const stream = connect(socket);
  await direct.connect(new LineTransport(stream, stream));
  ends.push(() => direct.close());
  const first = await relayed.call('skill_execute', { capability: 'demo.add', params: { n: 1 } });
  const second = await agentOf(direct, '').call('skill_execute', { capability: 'demo.add', params: { n: 1 } });
  expect([first.data.outcome, second.data.outcome]).toEqual(['done', 'waiting']);
  const sessions = (await at.json(['log'])).document.events.flatMap((event: { kind: string; session: string }) =>
    event.kind.startsWith('call-') ? [event.session] : [],
  );
  expect(new Set(sessions).size).toBe(2);
  server.kill('SIGTERM');
  expect([await gone, existsSync(socket)]).toEqual([0, false]);
});

test('a relay to nowhere says so', async () => {
  const { code, err } = await at.run(['mcp', '--connect', join(at.root, 'none.sock')]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^skillc: nobody answers at .*none\.sock: connect ENOENT/)]);
});
