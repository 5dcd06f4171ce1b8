import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { steady } from '../cli/exec-home.ts';
import { type McpHome, mcpHome, no, yes } from './mcp-home.ts';

let at: McpHome;

beforeEach(async () => {
  at = await mcpHome();
});

afterEach(() => at.close());

const resources = { calls: 1, network_bytes: 'N', wall_clock_ms: 'N', cpu_ms: 'N' };

describe.each(['legacy', 'modern'] as const)('a %s client', (era) => {
  test('loads, is asked, runs, and is asked again for the next call', async () => {
    const asked: string[] = [];
    const person = (message: string) => {
      asked.push(message);
      return yes;
    };
    const agent = await at.connect({ era, person });
    const loaded = await agent.call('skill_load', { source: `${at.origin}/skill.md` });
    expect(steady(loaded.data, at)).toEqual({
      outcome: 'done',
      call_id: '',
      skill: {
        skill_id: 'demo',
        version: '1.2.0',
        digest: 'DIGEST',
        source: 'ORIGIN/skill.md',
        format: 'markdown',
        pending_approvals: 2,
        capabilities: [
          { id: 'demo.find', status: 'pending', tier: 1, approval_id: 'APPROVAL' },
          { id: 'demo.add', status: 'pending', tier: 1, approval_id: 'APPROVAL' },
        ],
        diagnostics: { errors: 0, warnings: 0 },
      },
    });
    const added = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 7 } });
    const done = {
      outcome: 'done',
      call_id: 'CALL',
      result: { url: '/v1/items', body: '{"name":"x","n":7}' },
      resources,
    };
    expect([added.isError, steady(added.data, at)]).toEqual([false, done]);
    await agent.call('skill_execute', { capability: 'demo.add', params: { n: 7 } });
    expect(at.seen.map(({ body }) => body)).toEqual(['{"name":"x","n":7}', '{"name":"x","n":7}']);
    expect(asked.length).toBe(3);
    expect(steady(asked[1]?.split('\n'), at)).toEqual([
      'Allow demo.add once, exactly as below? (APPROVAL)',
      'reason: sends POST to ORIGIN',
      'effects: sends POST ORIGIN/v1/items',
      'tier: 1 (HTTP and granted files)',
      'calls: network.http-fetch',
      expect.stringMatching(/^limits: /),
      expect.stringMatching(/^estimate: /),
      'source: ORIGIN/skill.md',
      'skill: DIGEST',
      'with: {"n":7}',
    ]);
  });

  test('goes on after an approval that was given elsewhere', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect({ era });
    const waits = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 3 } });
    expect([waits.isError, waits.data.outcome, at.seen]).toEqual([false, 'waiting', []]);
    const still = await agent.call('call_resume', { call_id: waits.data.call_id });
    expect([still.data.outcome, still.data.approval_id]).toEqual(['waiting', waits.data.approval_id]);
    const other = await at.connect({ era });
    expect((await other.call('call_resume', { call_id: waits.data.call_id })).text).toContain('call/not-waiting');
    expect((await at.run(['approve', waits.data.approval_id])).code).toBe(0);
    const resumed = await agent.call('call_resume', { call_id: waits.data.call_id });
    expect([resumed.data.outcome, at.seen.length]).toEqual(['done', 1]);
    expect((await agent.call('call_resume', { call_id: waits.data.call_id })).text).toContain('call/not-waiting');
  });

  test('goes on once with a call that it goes on with several times, under every name it got', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect({ era });
    const { data: first } = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 4 } });
    const resume = (call_id: string) => agent.call('call_resume', { call_id });
    const { data: second } = await resume(first.call_id);
    const { data: third } = await resume(second.call_id);
    expect(new Set([first.call_id, second.call_id, third.call_id]).size).toBe(3);
    await at.run(['approve', first.approval_id, '--scope', 'always']);
    const said = await Promise.all([third, first, second, first].map(({ call_id }) => resume(call_id)));
    expect(said.filter(({ isError }) => !isError).map(({ data }) => data.outcome)).toEqual(['done']);
    for (const { text } of said.filter(({ isError }) => isError)) expect(text).toMatch(/call\/(running|not-waiting)/);
    for (const { call_id } of [first, second, third])
      expect((await resume(call_id)).text).toContain('call/not-waiting');
    expect(at.seen.length).toBe(1);
    // Who wants it twice asks twice.
    await agent.call('skill_execute', { capability: 'demo.add', params: { n: 4 } });
    expect(at.seen.length).toBe(2);
  });

  test('finds its call again after it stopped waiting for the answer', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect({ era });
    const { data } = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 5 } });
    const impatient = new AbortController();
    const waiting = agent.call(
      'call_resume',
      { call_id: data.call_id, wait_seconds: 30 },
      { signal: impatient.signal },
    );
    const stopped = expect(waiting).rejects.toThrow('enough');
    // The server answers in order: with this answer the other call has begun to wait.
    await agent.call('approval_status', { approval_id: data.approval_id });
    impatient.abort('enough');
    await stopped;
    expect((await agent.call('approval_status', { approval_id: data.approval_id })).data.status).toBe('pending');
    await at.run(['approve', data.approval_id]);
    const resumed = await agent.call('call_resume', { call_id: data.call_id });
    expect([resumed.data?.outcome, at.seen.length]).toEqual(['done', 1]);
  });

  test('waits for the answer in one call', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect({ era });
    const { data } = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 3 } });
    const resuming = agent.call('call_resume', { call_id: data.call_id, wait_seconds: 30 });
    await at.run(['approve', data.approval_id]);
    expect((await resuming).data.outcome).toBe('done');
  });

  test('is not asked through itself for a secret that goes to a new place', async () => {
    await at.run(['load', at.skill]);
    await at.run(['secret', 'set', 'DEMO_TOKEN'], {
      stdin: (async function* () {
        yield Buffer.from('s3cret-value');
      })(),
    });
    const agent = await at.connect({ era, person: () => yes });
    const first = await agent.call('skill_execute', { capability: 'demo.find' });
    expect([first.data.outcome, at.seen]).toEqual(['waiting', []]);
    await at.run(['approve', first.data.approval_id]);
    const resumed = await agent.call('call_resume', { call_id: first.data.call_id });
    expect([resumed.data.outcome, at.seen.map(({ authorization }) => authorization)]).toEqual([
      'done',
      ['Bearer s3cret-value'],
    ]);
    // The same place again is the person's to allow at the client.
    expect((await agent.call('skill_execute', { capability: 'demo.find' })).data.outcome).toBe('done');
  });

  test('is told of a no, and nothing is sent', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect({ era, person: () => no });
    const said = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 1 } });
    expect([said.isError, said.text, at.seen]).toEqual([
      true,
      'the person declined this call (approval/declined)\ndo not ask for it again in another form',
      [],
    ]);
    const unticked = await at.connect({ era, person: () => ({ action: 'accept', content: { allow: false } }) });
    expect((await unticked.call('skill_execute', { capability: 'demo.add' })).isError).toBe(true);
    expect(at.seen).toEqual([]);
  });
});
