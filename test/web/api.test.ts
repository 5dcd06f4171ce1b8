import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalSummary, ChainEvent } from '../../src/web/api.ts';
import { steady } from '../cli/exec-home.ts';
import { type Body, type WebHome, webHome } from './web-home.ts';

let at: WebHome;

beforeEach(async () => {
  at = await webHome();
  await at.run(['load', at.skill]);
});

afterEach(() => at.close());

const approvals = async (): Promise<readonly ApprovalSummary[]> => (await at.api('/approvals')).body.approvals;
const named = async (operation: string): Promise<Body> => {
  const one = (await approvals()).find((approval) => approval.operation === operation);
  return (await at.api(`/approvals/${one?.id}`)).body;
};

describe('the inbox', () => {
  test('has each question with all that a yes is bound to', async () => {
    const detail = await named('find');
    const { subject, source, id, digest, ...rest } = detail;
    expect([id, digest]).toEqual([expect.stringMatching(/^apr_/), expect.stringMatching(/^sha256:/)]);
    expect(steady(rest, at)).toEqual({
      state: 'pending',
      skill: 'demo',
      operation: 'find',
      reason: 'uses secret DEMO_TOKEN at ORIGIN',
      tier: 1,
      origins: ['ORIGIN'],
      secrets: ['DEMO_TOKEN'],
      waiting: 0,
      asked_at: null,
      sandbox: {
        class: 'none',
        isolation: [],
        meaning: 'HTTP and granted files',
        egress: expect.anything(),
        read: [],
        write: [],
        cpu_seconds: null,
        memory_mb: null,
      },
      secret_uses: [
        {
          name: 'DEMO_TOKEN',
          origin: 'ORIGIN',
          slot: 'header:authorization',
          place: 'ORIGIN in the header authorization',
          bound: false,
          stored: false,
        },
      ],
      waiting_calls: [],
      grants: [],
      scopes: ['always'],
      notes: [],
      diff: null,
    });
    expect(subject).toMatchObject({ skill: 'demo', operation: 'find', calls: ['network.http-fetch'] });
    expect(steady(source, at)).toEqual([
      {
        file: expect.stringMatching(/SKILL\.md$/),
        lines: [
          { number: 11, parts: [] },
          { number: 12, parts: [{ text: '```bash', marked: false }] },
          {
            number: 13,
            parts: [
              { text: 'curl -s "ORIGIN/v1/items?q=one&limit=5" -H "Authorization: Bearer $DEMO_TOKEN"', marked: true },
            ],
          },
          { number: 14, parts: [{ text: '```', marked: false }] },
          { number: 15, parts: [] },
        ],
      },
    ]);
  });

  test('says what holds code, and which program it is', async () => {
    await at.run([
      'load',
      at.write('code', '---\nname: code\ndescription: d\n---\n## Trace\n\n```bash\nstrace -V\n```\n'),
    ]);
    const { sandbox, subject } = await named('trace');
    expect(sandbox).toMatchObject({
      class: 'process',
      isolation: [{ backend: 'bubblewrap', class: 'process', holds: expect.arrayContaining(['files', 'network']) }],
    });
    expect(subject.programs).toEqual([
      { name: 'strace', path: '/usr/bin/strace', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    ]);
  });

  test('puts those first for which a call waits', async () => {
    const agent = await at.connect();
    await agent.call('skill_execute', { capability: 'demo.add', params: { n: 1 } });
    expect((await approvals()).map(({ operation, waiting }) => [operation, waiting])).toEqual([
      ['add', 1],
      ['find', 0],
    ]);
    expect((await named('add')).asked_at).toBeGreaterThan(0);
  });

  test('shows what another version can do beyond the one that was approved', async () => {
    const before = await named('add');
    await at.api(`/approvals/${before.id}/approve`, { digest: before.digest, scope: 'always' });
    const other = `---\nname: demo\ndescription: d\n---\n## Add\n\n    curl -s -X POST https://api.example.com/v1/items -H "X-Key: $OTHER_KEY" -d '{"name":"x","n":1}'\n`;
    await at.run(['load', at.write('demo', other)]);
    const { diff } = await named('add');
    expect(steady(diff, at)).toEqual({
      since: { approval_id: 'APPROVAL', granted_at: expect.any(Number), skill_digest: 'DIGEST' },
      added: [
        { kind: 'network', method: 'POST', origin: 'https://api.example.com', path: '/v1/items' },
        { kind: 'secret', name: 'OTHER_KEY', origin: 'https://api.example.com', slot: 'header:x-key' },
      ],
      removed: [{ kind: 'network', method: 'POST', origin: 'ORIGIN', path: '/v1/items' }],
      changes: [
        {
          kind: 'new-secret',
          severity: 'critical',
          message: 'uses secret OTHER_KEY at https://api.example.com in the header x-key',
        },
        { kind: 'new-host', severity: 'major', message: 'reaches https://api.example.com, which it did not' },
      ],
      changed: expect.arrayContaining([
        { member: 'secrets', before: [], after: [expect.objectContaining({ name: 'OTHER_KEY' })] },
      ]),
    });
  });
});

describe('an answer', () => {
  test('is for what was looked at, and nothing else', async () => {
    const { id, digest } = await named('add');
    const wrong = await at.api(`/approvals/${id}/approve`, { digest: `sha256:${'0'.repeat(64)}`, scope: 'always' });
    expect([wrong.status, wrong.body.error.code]).toEqual([409, 'approval/changed']);
    for (const body of [
      {},
      { digest },
      { digest, scope: 'forever' },
      { digest, scope: 'once', call: 'x' },
      'yes',
      null,
    ])
      expect((await at.api(`/approvals/${id}/approve`, body)).status).toBe(400);
    expect((await at.api(`/approvals/apr_0/approve`, { digest, scope: 'always' })).status).toBe(404);
    expect((await named('add')).state).toBe('pending');
    const right = await at.api(`/approvals/${id}/approve`, { digest, scope: 'always' });
    expect([right.status, right.body.state, right.body.grants[0].scope]).toEqual([200, 'approved', 'always']);
  });

  test('of several calls that wait names the one it means', async () => {
    const [one, two] = [await at.connect(), await at.connect()];
    const first = await one.call('skill_execute', { capability: 'demo.add', params: { n: 1 } });
    const second = await two.call('skill_execute', { capability: 'demo.add', params: { n: 2 } });
    const { id, digest } = await named('add');
    const unclear = await at.api(`/approvals/${id}/approve`, { digest, scope: 'once' });
    expect([unclear.status, unclear.body.error.code]).toEqual([409, 'approval/several-wait']);
    await at.api(`/approvals/${id}/approve`, { digest, scope: 'once', call: second.data.call_id });
    expect((await one.call('call_resume', { call_id: first.data.call_id })).data.outcome).toBe('waiting');
    expect((await two.call('call_resume', { call_id: second.data.call_id })).data.outcome).toBe('done');
  });

  test('may be no, with a reason, and be taken back', async () => {
    const { id, digest } = await named('add');
    const denied = await at.api(`/approvals/${id}/deny`, { digest, reason: 'not today' });
    expect([denied.status, denied.body.state]).toEqual([200, 'denied']);
    const agent = await at.connect();
    expect((await agent.call('skill_execute', { capability: 'demo.add' })).data.reason.code).toBe('approval/denied');
    await at.api(`/approvals/${id}/approve`, { digest, scope: 'always' });
    expect((await agent.call('skill_execute', { capability: 'demo.add' })).data.outcome).toBe('done');
    const revoked = await at.api(`/approvals/${id}/revoke`, { digest });
    expect([revoked.status, revoked.body.state]).toEqual([200, 'expired']);
    expect((await agent.call('skill_execute', { capability: 'demo.add' })).data.outcome).toBe('waiting');
    const { events } = (await at.api('/events?from=0')).body;
    const answers = events.flatMap(({ kind, actor, data }: ChainEvent) =>
      /^approval-(?:granted|denied|revoked)$/.test(kind) ? [[kind, actor, data.via, data.reason]] : [],
    );
    expect(answers).toEqual([
      ['approval-denied', 'person', 'console', 'not today'],
      ['approval-granted', 'person', 'console', undefined],
      ['approval-revoked', 'person', 'console', null],
    ]);
  });
});

test('skills, their manifests and budgets are there to read', async () => {
  const { body: list } = await at.api('/skills');
  expect(steady(list, at)).toEqual({
    skills: [
      {
        skill_id: 'demo',
        version: '1.2.0',
        description: 'Keeps items.',
        digest: 'DIGEST',
        source: 'ROOT/demo',
        format: 'markdown',
        operations: 2,
        pending: 2,
        paused: false,
      },
    ],
  });
  const { body: one } = await at.api('/skills/demo');
  expect([one.manifest.skill_id, one.capabilities.map(({ id }: { id: string }) => id)]).toEqual([
    'demo',
    ['demo.find', 'demo.add'],
  ]);
  expect((await at.api('/skills/none')).status).toBe(404);
  const agent = await at.connect();
  const { body } = await at.api('/budgets');
  expect(body.budgets.map(({ scope }: { scope: string }) => scope)).toContain('session:default');
  const { sessions } = (await at.api('/sessions')).body;
  expect(sessions).toEqual([
    {
      session: agent.session,
      client: 'test 1',
      since: expect.any(Number),
      last_seen: expect.any(Number),
      running_calls: 0,
    },
  ]);
  expect((await at.api('/state')).body).toMatchObject({ version: '0', pending_approvals: 2, skills: 1, sessions: 1 });
});

describe('the log', () => {
  test('is read by pages from either end', async () => {
    for (let n = 0; n < 7; n++) await at.run(['setting', 'set', `S${n}`, `host${n}.example.com`]);
    const { body: whole } = await at.api('/events?from=0');
    const page = async (query: string) => (await at.api(`/events?${query}`)).body;
    const seqs = ({ events }: Body) => events.map(({ seq }: ChainEvent) => seq);
    const all = seqs(whole);
    expect([whole.size, whole.next, all]).toEqual([all.length, null, all.map((_: number, index: number) => index)]);
    const newest = await page('limit=3');
    expect([seqs(newest), newest.next]).toEqual([all.slice(-3).toReversed(), all.length - 3]);
    expect(seqs(await page(`limit=3&before=${newest.next}`))).toEqual(all.slice(-6, -3).toReversed());
    expect(seqs(await page('limit=2&from=1'))).toEqual([1, 2]);
    expect((await page('limit=2&before=1')).next).toBe(null);
  });

  test('leads from an event back to its causes, as a graph', async () => {
    await at.run(['approve', 'demo', '--yes', '--scope', 'always']);
    const agent = await at.connect();
    const { data } = await agent.call('skill_execute', { capability: 'demo.add' });
    const { body: path } = await at.api(`/chain/${data.call_id}`);
    const kinds = new Map(path.events.map(({ id, kind }: ChainEvent) => [id, kind]));
    const edges = path.edges.map(
      ({ from, to }: { from: string; to: string }) => `${kinds.get(from)} → ${kinds.get(to)}`,
    );
    expect(edges).toContain('call-intent → call-done');
    expect(edges).toContain('approval-granted → call-intent');
    expect(edges).toContain('skill-loaded → call-intent');
    expect(path.skill.excerpt.lines.flatMap(({ parts }: Body) => parts).filter(({ marked }: Body) => marked)).toEqual([
      { text: `curl -s -X POST "${at.origin}/v1/items" -d '{"name":"x","n":1}'`, marked: true },
    ]);
    expect((await at.api('/chain/call_0')).status).toBe(404);
  });

  test('comes as it is written, whoever writes it, and none is left out', async () => {
    const { size } = (await at.api('/events')).body;
    const stopping = new AbortController();
    const headers = { authorization: `Bearer ${at.web.tokens.reviewer}` };
    const response = await fetch(`${at.web.url}/api/stream?from=${size - 1}`, { headers, signal: stopping.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) text += (await reader?.read())?.value ?? '';
    };
    await until(`id: ${size - 1}`);
    const agent = await at.connect();
    await agent.call('skill_execute', { capability: 'demo.add' });
    await until('call-waiting');
    await at.run(['setting', 'set', 'LATER', 'later.example.com']);
    await until('setting-set');
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_, index) => size - 1 + index));
    expect(text).toMatch(/event: approvals\ndata: \{"pending":2\}/);
    stopping.abort();
  });
});
