import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LineTransport } from '../../src/mcp/line-transport.ts';
import { type Recorder, recorder } from '../exec/market/test-host.ts';
import { agentOf, newClient, yes } from '../mcp/mcp-home.ts';
import { type JailHome, jailHome } from './jail-home.ts';

// Every one of them starts several programs.
vi.setConfig({ testTimeout: 120_000 });

let at: JailHome;
let server: Recorder;
beforeEach(async () => {
  at = jailHome();
  server = await recorder((request, response) => {
    if (request.url === '/skill.md')
      response.end(
        `---\nname: demo\ndescription: d\n---\n# Demo\n\n## Find\n\n\`\`\`bash\ncurl -s ${server.origin}/v1/find\n\`\`\`\n`,
      );
    else response.end('{"found":1}');
  });
});
afterEach(async () => {
  await server.close();
  at.remove();
});

test('an agent in a jail works through skillc: a person outside approves, and the agent cannot', async () => {
  const asked: string[] = [];
  const child = at.start(['jail', '--', 'skillc', 'mcp']);
  const closed = new Promise((resolve) => child.on('close', resolve));
  if (child.stdin === null || child.stdout === null) throw new Error('no streams');
  // The client would say yes to everything: in a jail nobody asks it.
  const client = newClient('legacy', (message) => {
    asked.push(message);
    return yes;
  });
  await client.connect(new LineTransport(child.stdout, child.stdin));
  const { call } = agentOf(client, '');
  const load = () => call('skill_load', { source: `${server.origin}/skill.md` });
  const waiting = await load();
  expect([waiting.data.outcome, server.seen.length]).toEqual(['waiting', 0]);
  const approved = await at.run(['approve', waiting.data.approval_id]);
  expect(approved.exitCode).toBe(0);
  const loaded = await load();
  const approval = loaded.data.skill?.capabilities[0]?.approval_id ?? JSON.stringify(loaded.data);
  expect((await at.run(['approve', approval, '--scope', 'always'])).exitCode).toBe(0);
  const done = await call('skill_execute', { capability: 'demo.find', params: {} });
  expect([done.data.outcome, done.data.result, asked]).toEqual(['done', { found: 1 }, []]);
  await client.close();
  child.stdin.end();
  expect([await closed, server.seen.map(({ url }) => url)]).toEqual([0, ['/skill.md', '/v1/find']]);
});
