import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approvalText } from '../../src/cli/approval-text.ts';
import type { ApprovalSubject } from '../../src/exec/approvals/subject.ts';
import { noColours } from '../../src/index.ts';
import { attended, type ExecHome, execHome, steady } from './exec-home.ts';

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
  await at.run(['load', at.skill]);
});

afterEach(() => at.close());

async function idOf(operation: string): Promise<string> {
  const { approvals } = (await at.json(['approvals'])).document;
  return approvals.find((one: { subject: { operation: string } }) => one.subject.operation === operation).id;
}

test('the list holds all that an answer is bound to', async () => {
  const { code, document } = await at.json(['approvals']);
  expect([code, steady(document.approvals[1], at)]).toEqual([
    0,
    {
      id: 'APPROVAL',
      digest: 'DIGEST',
      status: 'pending',
      subject: {
        kind: 'operation',
        skill: 'demo',
        skill_digest: 'DIGEST',
        source: 'ROOT/demo',
        operation: 'add',
        plan: 'DIGEST',
        calls: ['network.http-fetch'],
        effects: [{ kind: 'network', method: 'POST', origin: 'ORIGIN', path: '/v1/items' }],
        origins: ['ORIGIN'],
        settings: {},
        secrets: [],
        sandbox: null,
        code: [],
        tier: 1,
        classifications: [],
        inputs: {
          type: 'object',
          properties: {
            name: { type: 'string', default: 'x', bind: 'body:/name' },
            n: { type: 'integer', default: 1, bind: 'body:/n' },
          },
          required: [],
        },
        bindings: [
          { name: 'name', bind: 'body:/name', call: 0 },
          { name: 'n', bind: 'body:/n', call: 0 },
        ],
        estimate: { network_bytes: 'N', wall_clock_ms: 'N' },
        limits: { calls: 1, network_bytes: 'N', wall_clock_ms: 'N', cpu_ms: 'N', money: 0 },
        capabilities: 'DIGEST',
        reason: 'sends POST to ORIGIN',
      },
      waiting: [],
      notes: [],
    },
  ]);
});

test('the reason names the host that a setting makes, not the setting', async () => {
  const body = '---\nname: site\ndescription: d\n---\n## Status\n\n    curl -s "https://$STATUS_SITE/status"\n';
  await at.run(['load', at.write('site', body)]);
  await at.run(['setting', 'set', 'STATUS_SITE', 'status.example.com', '--skill', 'site']);
  const { code, document } = await at.json(['execute', 'site.status']);
  const message = 'reaches https://status.example.com, which is not a trusted host';
  expect([code, document.reason.message]).toEqual([4, message]);
});

test('the limit of calls that is shown is the one that is reserved and counted', async () => {
  const body = `---\nname: pipe\ndescription: d\n---\n## Get\n\n    curl -s ${at.origin}/x | jq .url\n`;
  await at.run(['load', at.write('pipe', body)]);
  const { approvals } = (await at.json(['approvals'])).document;
  const { subject } = approvals.find((one: { subject: { skill: string } }) => one.subject.skill === 'pipe');
  await at.run(['approve', 'pipe', '--yes']);
  const { document } = await at.json(['execute', 'pipe.get']);
  expect([subject.limits.calls, document.resources.calls]).toEqual([2, 2]);
});

test('nothing of a subject is left out or cut, and nothing hidden reaches the terminal', () => {
  const sly = (name: string) => `${name}\u202E\u001B[2J${'x'.repeat(5_000)}end-of-${name}`;
  const subject: ApprovalSubject = {
    kind: 'operation',
    skill: sly('skill'),
    skill_digest: sly('skill_digest'),
    source: sly('source'),
    operation: sly('operation'),
    plan: sly('plan'),
    calls: [sly('calls')],
    effects: [{ kind: 'read', path: sly('effects') }],
    origins: [sly('origins')],
    settings: { NAME: sly('settings') },
    secrets: [{ name: sly('secrets'), origin: sly('secret-origin'), slot: sly('slot') }],
    sandbox: { runtime: sly('sandbox') },
    code: [{ path: sly('code'), digest: sly('code-digest') }],
    tier: 3,
    classifications: [sly('classifications')],
    inputs: { properties: { [sly('inputs')]: { pattern: sly('pattern') } } },
    bindings: [{ name: sly('bindings'), bind: 'query:q', call: 0 }],
    estimate: { network_bytes: 11, wall_clock_ms: 12 },
    limits: { calls: 13, network_bytes: 14, wall_clock_ms: 15, cpu_ms: 16, money: 17 },
    capabilities: sly('capabilities'),
    reason: sly('reason'),
  };
  const waiting = [{ session: sly('session'), call: sly('call'), parameters: null }];
  const text = approvalText(
    { id: 'apr_1', digest: 'sha256:1', status: 'pending', subject, waiting, notes: [sly('notes')] },
    { paint: noColours, width: Number.POSITIVE_INFINITY },
  );
  expect(text).not.toMatch(/[\u001B\u202E]/);
  const marks = [...JSON.stringify([subject, waiting]).matchAll(/end-of-[a-z_-]+/g)].map(([mark]) => mark);
  expect([marks.length, [...marks, 'end-of-notes'].filter((mark) => !text.includes(mark))]).toEqual([23, []]);
  for (const number of [11, 12, 13, 14, 15, 16, 17]) expect(text).toContain(` ${number}`);
});

describe('approve', () => {
  test('a whole skill shows its reach and asks', async () => {
    const no = await at.run(['approve', 'demo'], attended(false));
    expect([no.code, no.out]).toEqual([4, 'nothing was approved\n']);
    expect(no.err).toContain(`sends GET ${at.origin}/v1/items`);
    expect(no.err).toContain(`uses secret DEMO_TOKEN at ${at.origin}`);
    expect((await at.run(['execute', 'demo.add'])).code).toBe(4);
    expect((await at.run(['approve', 'demo'], attended(true))).code).toBe(0);
    expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
  });

  test('a whole skill without a terminal needs --yes', async () => {
    expect((await at.run(['approve', 'demo'])).code).toBe(2);
    const { code, document } = await at.json(['approve', 'demo', '--yes']);
    const grants = document.granted.map((one: { operation: string; scope: string }) => [one.operation, one.scope]);
    expect([code, grants]).toEqual([
      0,
      [
        ['demo.find', 'session'],
        ['demo.add', 'session'],
      ],
    ]);
  });

  test('of several calls that wait one is named', async () => {
    const one = (await at.json(['execute', 'demo.add', '--n', '1'])).document;
    await at.json(['execute', 'demo.add', '--n', '2']);
    const several = await at.json(['approve', one.approval_id]);
    expect([several.code, several.document.reason.code]).toEqual([1, 'approval/several-wait']);
    expect(several.document.reason.remedy).toContain(`skillc approve ${one.approval_id} --call ${one.call_id}`);
    expect((await at.run(['approve', one.approval_id, '--call', one.call_id])).code).toBe(0);
    expect((await at.json(['execute', 'demo.add', '--n', '2'])).code).toBe(4);
    expect((await at.json(['execute', 'demo.add', '--n', '1'])).code).toBe(0);
  });

  test('what is not there is named', async () => {
    for (const id of ['apr_1', 'deno']) {
      const { code, document } = await at.json(['approve', id, '--yes']);
      expect([code, document.reason.code]).toEqual([1, 'approval/missing']);
    }
    expect((await at.run(['approve', await idOf('add'), '--scope', 'always'])).code).toBe(0);
  });
});

test.each([
  ['before anybody asked', []],
  ['of a grant', [['approve', 'ID', '--scope', 'always']]],
])('a denial %s is undone by a plain yes, for the session', async (_when, before) => {
  const id = await idOf('add');
  for (const argv of before) await at.run(argv.map((word) => (word === 'ID' ? id : word)));
  await at.run(['deny', id]);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(3);
  const { code, document } = await at.json(['approve', id]);
  expect([code, steady(document, at)]).toMatchObject([0, { granted: [{ scope: 'session', session: 'default' }] }]);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
  expect((await at.run(['execute', 'demo.add'], { env: { SKILLC_SESSION: 'other' } })).code).toBe(4);
});

test('deny ends what was granted, and a person can still say yes', async () => {
  await at.run(['approve', 'demo', '--yes']);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
  const id = await idOf('add');
  const { code, document } = await at.json(['deny', id, '--reason', 'not now']);
  expect([code, document]).toEqual([0, { id, status: 'denied', event: expect.stringMatching(/^evt_\d+$/) }]);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(3);
  expect((await at.run(['approve', id, '--scope', 'always'])).code).toBe(0);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
});

test('revoke takes a yes back, and the question comes again', async () => {
  const id = await idOf('add');
  expect((await at.json(['revoke', id])).code).toBe(1);
  await at.run(['approve', id, '--scope', 'always']);
  const { code, document } = await at.json(['revoke', id]);
  expect([code, document.status]).toEqual([0, 'revoked']);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(4);
});
