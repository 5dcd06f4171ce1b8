import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { steady } from '../cli/exec-home.ts';
import { type McpHome, mcpHome, yes } from './mcp-home.ts';

let at: McpHome;

beforeEach(async () => {
  at = await mcpHome();
  await at.run(['load', at.skill]);
});

afterEach(() => at.close());

const steps = [
  { id: 'first', capability: 'demo.add', params: { n: 1 } },
  { capability: 'demo.add', params: { name: { $ref: 'steps.first.result.url' }, n: 2 } },
];

describe('plan_check', () => {
  test('says what the steps touch and cost together, and runs nothing', async () => {
    const agent = await at.connect();
    const { data } = await agent.call('plan_check', { steps });
    const effects = [{ kind: 'network', method: 'POST', origin: 'ORIGIN', path: '/v1/items' }];
    const step = { capability: 'demo.add', decision: 'ask', covered: false, effects };
    const alone = await agent.call('plan_check', { steps: steps.slice(0, 1) });
    const twice = (name: string) => 2 * alone.data.estimate[name];
    expect(steady({ ...data, estimate: null }, at)).toEqual({
      ok: true,
      problems: [],
      steps: [
        { step: 1, ...step },
        { step: 2, ...step },
      ],
      effects,
      origins: ['ORIGIN'],
      secrets: [],
      tier: 1,
      estimate: null,
      approval_id: 'APPROVAL',
    });
    expect(data.estimate).toEqual({ network_bytes: twice('network_bytes'), wall_clock_ms: twice('wall_clock_ms') });
    expect(at.seen).toEqual([]);
    expect(
      (await at.json(['approvals'])).document.approvals.map((one: { subject: { skill: string } }) => one.subject.skill),
    ).toEqual(['demo', 'demo']);
  });

  const broken: readonly (readonly [string, readonly object[], string])[] = [
    [
      'a later step',
      [{ capability: 'demo.add', params: { name: { $ref: 'steps.2.result' } } }, steps[0] ?? {}],
      'plan/reference',
    ],
    ['itself', [{ id: 'me', capability: 'demo.add', params: { name: { $ref: 'steps.me.result' } } }], 'plan/reference'],
    ['no form', [steps[0] ?? {}, { capability: 'demo.add', params: { name: { $ref: 'env.HOME' } } }], 'plan/reference'],
    [
      'more beside it',
      [steps[0] ?? {}, { capability: 'demo.add', params: { name: { $ref: 'steps.1.result', x: 1 } } }],
      'plan/reference',
    ],
    ['an id twice', [steps[0] ?? {}, { id: 'first', capability: 'demo.add' }], 'plan/step-id'],
    ['an unknown operation', [{ capability: 'demo.none' }], 'capability/unknown'],
    ['an unknown parameter', [{ capability: 'demo.add', params: { x: 1 } }], 'input/unknown'],
    ['a wrong value', [{ capability: 'demo.add', params: { n: 'one' } }], 'input/value'],
    ['a missing secret', [{ capability: 'demo.find' }], 'secret/missing'],
  ];
  test.each(broken)('refuses a plan with %s', async (_, wrong, code) => {
    const agent = await at.connect();
    const { data } = await agent.call('plan_check', { steps: wrong });
    expect([data.ok, data.problems.map((one: { code: string }) => one.code)]).toEqual([false, [code]]);
    const ran = await agent.call('skill_execute', { plan: { steps: wrong } });
    expect([ran.data.outcome, ran.data.reason.code, at.seen]).toEqual(['denied', code, []]);
  });
});

describe('a plan', () => {
  test('runs after one answer, each step as a call of its own with exactly its parameters', async () => {
    const agent = await at.connect();
    const waits = await agent.call('skill_execute', { plan: { steps } });
    expect([waits.data.outcome, at.seen]).toEqual(['waiting', []]);
    const { out } = await at.run(['approvals']);
    expect(out).toContain('first: demo.add {"n":1}');
    expect(out).toContain('2: demo.add {"n":2,"name":{"$ref":"steps.first.result.url"}}');
    expect((await at.run(['approve', waits.data.approval_id])).code).toBe(0);
    const done = await agent.call('call_resume', { call_id: waits.data.call_id });
    const step = (n: string) => ({
      capability: 'demo.add',
      outcome: 'done',
      call_id: 'CALL',
      result: { url: '/v1/items', body: n },
    });
    const bodies = ['{"name":"x","n":1}', '{"name":"/v1/items","n":2}'];
    expect([done.data.outcome, steady(done.data.result, at)]).toEqual(['done', { steps: bodies.map(step) }]);
    expect(at.seen.map(({ body }) => body)).toEqual(bodies);
    const why = await agent.call('chain_why', { id: done.data.result.steps[1].call_id });
    const granted = why.data.events.filter(({ kind }: { kind: string }) => kind === 'approval-granted');
    expect(granted.map(({ actor, data }: { actor: string; data: object }) => [actor, data])).toEqual([
      ['configuration', expect.objectContaining({ scope: 'once', via: 'plan' })],
      ['person', expect.objectContaining({ scope: 'once', approval: waits.data.approval_id })],
    ]);
    // Once is once: the same plan, and any step of it, asks again.
    expect((await agent.call('skill_execute', { plan: { steps } })).data.outcome).toBe('waiting');
    expect((await agent.call('skill_execute', { capability: 'demo.add', params: { n: 1 } })).data.outcome).toBe(
      'waiting',
    );
    expect(at.seen.length).toBe(2);
  });

  test('is asked of the person at the client whole', async () => {
    const asked: string[] = [];
    const agent = await at.connect({
      person: (message) => {
        asked.push(message);
        return yes;
      },
    });
    const done = await agent.call('skill_execute', { plan: { steps } });
    expect([done.data.outcome, asked.length, at.seen.length]).toEqual(['done', 1, 2]);
    expect(asked[0]).toContain('steps: 2: demo.add {"n":2,"name":{"$ref":"steps.first.result.url"}}');
  });

  test('that was approved is not another one', async () => {
    const agent = await at.connect();
    const waits = await agent.call('skill_execute', { plan: { steps } });
    await at.run(['approve', waits.data.approval_id, '--scope', 'always']);
    const other = [steps[0], { ...steps[1], params: { n: 3 } }];
    expect((await agent.call('skill_execute', { plan: { steps: other } })).data.outcome).toBe('waiting');
    expect((await agent.call('skill_execute', { plan: { steps } })).data.outcome).toBe('done');
    // Other bytes under the same name: every step is bound to what was there when the plan was approved.
    await at.run([
      'load',
      at.write(
        'demo',
        `---\nname: demo\ndescription: d\n---\n## Add\n\n    curl -s -X POST ${at.origin}/other -d '{"name":"x","n":1}'\n`,
      ),
    ]);
    const changed = await agent.call('skill_execute', { plan: { steps } });
    expect([changed.data.outcome, at.seen.map(({ url }) => url)]).toEqual(['waiting', ['/v1/items', '/v1/items']]);
  });

  test('with code shows its sandbox, programs and files to the person, and runs it', async () => {
    const folder = at.write('coded', '---\nname: coded\ndescription: d\n---\n## Report\n\n    python3 report.py\n');
    writeFileSync(join(folder, 'report.py'), 'print(40 + 2)\n');
    await at.run(['load', folder]);
    const agent = await at.connect();
    const waits = await agent.call('skill_execute', { plan: { steps: [{ capability: 'coded.report' }, steps[0]] } });
    expect([waits.data.outcome, waits.data.reason.code]).toEqual(['waiting', 'approval/needed']);
    const { out } = await at.run(['approvals']);
    const shown = out.slice(out.indexOf('plan.run'));
    expect(shown).toMatch(/sandbox +\{"filesystem":.*"egress":\[\]/);
    expect(shown).toMatch(/code +report\.py sha256:/);
    expect(shown).toMatch(/programs +python/);
    await at.run(['approve', waits.data.approval_id]);
    const done = await agent.call('call_resume', { call_id: waits.data.call_id });
    expect([done.data.outcome, done.data.result.steps[0].result]).toEqual(['done', 42]);
  });

  test('stops at the step that fails, and says how far it came', async () => {
    const agent = await at.connect({ person: () => yes });
    const failing = [
      steps[0],
      { capability: 'demo.add', params: { name: { $ref: 'steps.1.result.none' } } },
      steps[0] && { ...steps[0], id: 'last' },
    ];
    const { data } = await agent.call('skill_execute', { plan: { steps: failing } });
    expect([data.outcome, data.reason.message, data.result.steps.length, at.seen.length]).toEqual([
      'failed',
      'step 2: `steps.1.result.none` is not in what the step gave',
      1,
      1,
    ]);
  });
});
