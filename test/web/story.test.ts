import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { yes } from '../mcp/mcp-home.ts';
import { type WebHome, webHome } from './web-home.ts';

let at: WebHome;

beforeEach(async () => {
  at = await webHome({ expose: 'operations' });
});

afterEach(() => at.close());

describe.each(['legacy', 'modern'] as const)('a %s client over HTTP', (era) => {
  test('loads a skill after its person has said yes, and runs it', async () => {
    const asked: string[] = [];
    const person = (message: string) => {
      asked.push(message);
      return yes;
    };
    const agent = await at.connect({ era, person });
    expect((await agent.call('skill_load', { source: `${at.origin}/skill.md` })).data.skill.skill_id).toBe('demo');
    expect((await agent.call('skill_execute', { capability: 'demo.add', params: { n: 7 } })).data.outcome).toBe('done');
    expect([asked.length, at.seen.map(({ body }) => body)]).toEqual([2, ['{"name":"x","n":7}']]);
  });

  test('is refused what an agent may not, and goes on when a reviewer answers in the console', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect({ era });
    expect((await agent.call('skill_load', { source: at.skill })).data.reason.code).toBe('load/path');
    const waits = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 3 } });
    const { body: detail } = await at.api(`/approvals/${waits.data.approval_id}`);
    expect([detail.state, detail.scopes, detail.waiting_calls]).toEqual([
      'pending',
      ['once', 'session', 'always'],
      [{ call_id: waits.data.call_id, session: agent.session, parameters: expect.stringMatching(/^hmac-sha256:/) }],
    ]);
    const answer = { digest: detail.digest, scope: 'once' };
    const granted = await at.api(`/approvals/${detail.id}/approve`, answer);
    expect([granted.status, granted.body.state, granted.body.grants.length]).toEqual([200, 'approved', 1]);
    const resumed = await agent.call('call_resume', { call_id: waits.data.call_id });
    expect([resumed.data.outcome, at.seen.length]).toEqual(['done', 1]);
    const { body: path } = await at.api(`/chain/${resumed.data.call_id}`);
    expect([path.outcome, path.approval.granted_by, path.skill.place.line]).toEqual(['call-done', 'person', 19]);
  });

  test('is told when an approved operation becomes a tool', async () => {
    await at.run(['load', at.skill]);
    let told: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => {
      told = resolve;
    });
    const agent = await at.connect({
      era,
      prepare: (client) => client.setNotificationHandler('notifications/tools/list_changed', async () => told()),
    });
    if (era === 'modern') await agent.client.listen({ toolsListChanged: true });
    const names = async () => (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(await names()).not.toContain('demo__add');
    const [add] = (await at.api('/approvals')).body.approvals.filter(
      (one: { operation: string }) => one.operation === 'add',
    );
    const { digest } = (await at.api(`/approvals/${add.id}`)).body;
    await at.api(`/approvals/${add.id}/approve`, { digest, scope: 'always' });
    await changed;
    expect(await names()).toContain('demo__add');
    const said = await agent.call('demo__add', { n: 9 });
    expect([said.data.outcome, at.seen.map(({ body }) => body)]).toEqual(['done', ['{"name":"x","n":9}']]);
  });
});
