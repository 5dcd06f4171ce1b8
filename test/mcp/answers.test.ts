import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chunks } from '../cli/fake-terminal.ts';
import { type McpHome, mcpHome, yes } from './mcp-home.ts';

let at: McpHome;

beforeEach(async () => {
  at = await mcpHome();
  await at.run(['load', at.skill]);
});

afterEach(() => at.close());

const add = { capability: 'demo.add', params: { n: 1 } };

describe('an answer that comes through the client', () => {
  test('does not count where the configuration says so, and does where it does not', async () => {
    const asked: string[] = [];
    const person = (message: string) => {
      asked.push(message);
      return yes;
    };
    writeFileSync(join(at.home, 'config.yaml'), 'mcp: { elicitation: off }\n');
    const off = await at.connect({ person });
    expect([(await off.call('skill_execute', add)).data.outcome, asked.length]).toEqual(['waiting', 0]);
    writeFileSync(join(at.home, 'config.yaml'), 'mcp: { elicitation: on }\n');
    const on = await at.connect({ person });
    expect([(await on.call('skill_execute', add)).data.outcome, asked.length]).toEqual(['done', 1]);
  });

  test('is not asked of a client that cannot ask', async () => {
    const agent = await at.connect();
    expect((await agent.call('skill_execute', add)).data.outcome).toBe('waiting');
  });

  test('is for one call: once, with these parameters, in this session', async () => {
    const agent = await at.connect({ person: () => yes });
    await agent.call('skill_execute', add);
    const { document } = await at.json(['log']);
    const granted = document.events.filter(({ kind }: { kind: string }) => kind === 'approval-granted');
    expect(granted.map(({ data, session }: { data: object; session: string }) => [data, session])).toEqual([
      [expect.objectContaining({ scope: 'once', session: agent.session, via: 'elicitation' }), agent.session],
    ]);
    const other = await at.connect();
    expect((await other.call('skill_execute', add)).data.outcome).toBe('waiting');
  });

  test('is not asked for after a person has said no for good', async () => {
    const first = await at.connect();
    const { approval_id } = (await first.call('skill_execute', add)).data;
    await at.run(['deny', approval_id]);
    const agent = await at.connect({
      person: () => {
        throw new Error('asked all the same');
      },
    });
    const said = await agent.call('skill_execute', add);
    expect([said.data.outcome, said.data.reason.code, at.seen]).toEqual(['denied', 'approval/denied', []]);
  });

  test('cannot be made up, taken from another session or used twice', async () => {
    const manual = { client: { inputRequired: { autoFulfill: false } }, unchecked: true } as const;
    const agent = await at.connect({ era: 'modern', person: () => yes, ...manual });
    const other = await at.connect({ era: 'modern', person: () => yes, ...manual });
    const asking = { name: 'skill_execute', arguments: add };
    const question = (await agent.client.callTool(asking, { allowInputRequired: true } as never)) as unknown as {
      readonly requestState: string;
    };
    const answer = { inputResponses: { approval: yes } };
    const send = (one: typeof agent, requestState: string) =>
      one.client
        .callTool({ ...asking, ...answer, requestState } as never)
        .then((said) => (said.structuredContent as { readonly outcome?: string } | undefined)?.outcome ?? 'refused')
        .catch((error: Error) => error.message);
    const [head = '', body = '', mac = ''] = question.requestState.split('.');
    const forged = Buffer.from(
      Buffer.from(body, 'base64url').toString().replace('demo', 'evil').replace('"exp":', '"exp":9'),
    );
    expect(await send(agent, `${head}.${forged.toString('base64url')}.${mac}`)).toMatch(/requestState/);
    expect(await send(agent, 'nonsense')).toMatch(/requestState/);
    expect(await send(other, question.requestState)).toMatch(/requestState/);
    expect(at.seen).toEqual([]);
    expect([await send(agent, question.requestState), at.seen.length]).toEqual(['done', 1]);
    expect([await send(agent, question.requestState), at.seen.length]).toEqual(['refused', 1]);
  });
});

describe('what no tool does', () => {
  test('no tool is a verb of the host, and none gives a secret', async () => {
    await at.run(['secret', 'set', 'DEMO_TOKEN'], { stdin: chunks('s3cret-value') });
    await at.run(['approve', 'demo', '--yes', '--scope', 'always']);
    const agent = await at.connect({ expose: 'operations' });
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'approval_request',
      'approval_status',
      'call_resume',
      'capability_describe',
      'chain_why',
      'demo__add',
      'demo__find',
      'plan_check',
      'primitive_map',
      'skill_execute',
      'skill_load',
      'skill_manifest',
      'skill_search',
    ]);
    const calls: readonly (readonly [string, Record<string, unknown>])[] = [
      ['skill_execute', { capability: 'demo.find' }],
      ['skill_manifest', { skill: 'demo' }],
      ['capability_describe', { capability: 'demo.find' }],
      ['plan_check', { steps: [{ capability: 'demo.find' }] }],
      ['approval_request', { capability: 'demo.find', params: {} }],
      ...['secret.list', 'secret.set', 'approval.grant', 'core.secret', 'ccos.secret.list'].map(
        (capability) => ['skill_execute', { capability }] as const,
      ),
    ];
    const said = [];
    for (const [name, args] of calls) said.push(await agent.call(name, args));
    expect(at.seen.map(({ authorization }) => authorization)).toEqual(['Bearer s3cret-value']);
    expect(JSON.stringify(said)).not.toContain('s3cret');
  });

  test('a session learns nothing of another’s calls', async () => {
    const [one, other] = [await at.connect({ person: () => yes }), await at.connect()];
    const { data } = await one.call('skill_execute', add);
    expect((await one.call('chain_why', { id: data.call_id })).data.outcome).toBe('call-done');
    expect((await other.call('chain_why', { id: data.call_id })).text).toContain('chain/unknown');
    const waits = await one.call('approval_request', { capability: 'demo.add', params: { n: 2 } });
    const state = async (agent: typeof one) =>
      (await agent.call('approval_status', { approval_id: waits.data.approval_id })).data;
    expect([(await state(one)).waiting, (await state(other)).waiting]).toEqual([true, false]);
  });
});

test('a question can be put before anything is tried, and its answer is for that call', async () => {
  const agent = await at.connect();
  const asked = await agent.call('approval_request', { capability: 'demo.add', params: { n: 5 } });
  expect(asked.data.status).toBe('pending');
  const before = await agent.call('approval_status', { approval_id: asked.data.approval_id });
  expect(before.data).toEqual({
    approval_id: asked.data.approval_id,
    status: 'pending',
    capability: 'demo.add',
    covers_session: false,
    expires_at: null,
    waiting: true,
  });
  const waiting = agent.call('approval_status', { approval_id: asked.data.approval_id, wait_seconds: 30 });
  await at.run(['approve', asked.data.approval_id]);
  expect((await waiting).data.status).toBe('approved');
  expect((await agent.call('skill_execute', { capability: 'demo.add', params: { n: 6 } })).data.outcome).toBe(
    'waiting',
  );
  expect((await agent.call('skill_execute', { capability: 'demo.add', params: { n: 5 } })).data.outcome).toBe('done');
  expect((await agent.call('approval_request', { capability: 'demo.none' })).data.status).toBe('denied');
});
