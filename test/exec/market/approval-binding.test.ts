import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApprovalSubject, approvalOf } from '../../../src/exec/approvals/subject.ts';
import type { ExecHost, RegisteredOperation } from '../../../src/exec/market/host.ts';
import type { Outcome } from '../../../src/exec/outcome.ts';
import { literal, object } from '../../../src/ir/expr.ts';
import type { Plan } from '../../../src/ir/plan.ts';
import { openTestHost, type Recorder, reasonCode, recorder, type TestHost } from './test-host.ts';

let server: Recorder;
let other: Recorder;
let skillc: TestHost;
let original: RegisteredOperation;

beforeAll(async () => {
  [server, other, skillc] = [await recorder(), await recorder(), await openTestHost()];
  await skillc.load(
    skillc.write('bound', {
      Find: `curl -s "$BOUND_BASE_URL/v1/items?q=one" -H "Authorization: Bearer $BOUND_TOKEN"`,
    }),
  );
  await setBase(server.origin);
  await skillc.secret('BOUND_TOKEN', 'bound_0123456789');
  const found = await skillc.host.operations.find('bound.find');
  if (found.kind !== 'operation') throw new Error(found.message);
  original = found.operation;
  await skillc.approveAll('bound', { scope: 'always' });
});

afterAll(async () => {
  await Promise.all([skillc.close(), server.close(), other.close()]);
});

beforeEach(() => {
  server.seen.length = 0;
  other.seen.length = 0;
});

async function setBase(value: string): Promise<void> {
  const reply = await skillc.host.ledger.submit({
    kind: 'set-setting',
    session: 'default',
    actor: 'person',
    name: 'BOUND_BASE_URL',
    value,
  });
  expect(reply.ok).toBe(true);
}

/** The same call by a host in which one thing is different. */
function asked(operation: Partial<RegisteredOperation>, exec: Partial<ExecHost> = {}): Promise<Outcome> {
  const find = async () => ({ kind: 'operation', operation: { ...original, ...operation } }) as const;
  return skillc.ask('bound.find', {}, { exec: { operations: { find }, ...exec } });
}

function planned(change: (plan: Plan) => Partial<Plan>): Promise<Outcome> {
  return asked({ plan: { ...original.plan, ...change(original.plan) } });
}

const changes: {
  readonly [field in Exclude<keyof ApprovalSubject, 'kind' | 'call' | 'steps' | 'budget'>]: () => Promise<Outcome>;
} = {
  skill: () => asked({ skill: 'other' }),
  skill_digest: () => asked({ skillDigest: `sha256:${'0'.repeat(64)}` }),
  source: () => asked({ source: '/elsewhere/SKILL.md' }),
  operation: () => planned(() => ({ operation: 'find_more' })),
  plan: () => planned(({ calls }) => ({ calls: calls.map((one) => ({ ...one, args: withTimeout(one.args) })) })),
  calls: () => planned(({ calls }) => ({ calls: [...calls, printing] })),
  effects: () => planned(({ effects }) => ({ effects: [...effects, { kind: 'write', path: 'notes.md' }] })),
  origins: () =>
    planned(({ effects }) => ({
      effects: [...effects, { kind: 'network', method: 'GET', origin: other.origin, path: '/v1/items' }],
    })),
  settings: async () => {
    await setBase(other.origin);
    const outcome = await asked({});
    await setBase(server.origin);
    return outcome;
  },
  secrets: () => planned(({ secrets }) => ({ secrets: secrets.map((use) => ({ ...use, slot: 'header:x-key' })) })),
  sandbox: () => planned(() => ({ sandbox: { network: ['https://evil.test'] } }) as unknown as Partial<Plan>),
  code: () => planned(() => ({ code: [{ path: 'run.py', digest: `sha256:${'1'.repeat(64)}` }] })),
  tier: () => planned(() => ({ tier: 2 })),
  classifications: () => planned(() => ({ classifications: ['health'] })),
  inputs: () => planned(({ inputs }) => ({ inputs: { ...inputs, title: 'other' } })),
  bindings: () =>
    planned(({ bindings }) => ({ bindings: [...bindings, { name: 'limit', bind: 'query:limit', call: 0 }] })),
  estimate: () => planned(() => ({ estimate: { network_bytes: 1, wall_clock_ms: 1 } })),
  limits: () => asked({}, { limits: { ...skillc.host.exec.limits, network_bytes: 9_999_999 } }),
  capabilities: () => asked({}, { capabilities: `sha256:${'2'.repeat(64)}` }),
  programs: () =>
    asked(
      {},
      { needs: async () => ({ programs: [{ name: 'jq', path: '/usr/bin/jq', digest: 'sha256:3' }], warnings: [] }) },
    ),
  isolation: () => {
    const isolation = { backend: 'bubblewrap', class: 'process', holds: ['files'] };
    return asked({}, { needs: async () => ({ programs: [], warnings: [], isolation }) });
  },
  reason: () => planned(() => ({ approvalReason: 'nothing to see' })),
};

const printing: Plan['calls'][number] = {
  kind: 'call',
  capability: 'io.println',
  args: object({ items: literal([]) }),
  effects: [{ kind: 'output' }],
  tier: 0,
  span: { source: 'SKILL.md', start: 0, end: 0 },
};

function withTimeout(args: Plan['calls'][number]['args']): Plan['calls'][number]['args'] {
  if (args.kind !== 'object') return args;
  return { ...args, members: [...args.members, { key: 'timeout_ms', value: literal(999) }] };
}

test('the approved call runs', async () => {
  expect([(await asked({})).outcome, server.seen.length]).toEqual(['done', 1]);
});

test.each(Object.entries(changes))('another %s is another question', async (_field, changed) => {
  const approved = await approvedId();
  const outcome = await changed();
  expect(['waiting', 'denied']).toContain(outcome.outcome);
  if (outcome.outcome === 'waiting') expect(outcome.approval_id).not.toBe(approved);
  expect([server.seen, other.seen]).toEqual([[], []]);
  // The twin: the same host with nothing changed.
  expect((await asked({})).outcome).toBe('done');
});

async function approvedId(): Promise<string> {
  const grants = await skillc.host.ledger.list('grants');
  return grants.map(([, row]) => String((row as { approval: string }).approval))[0] ?? '';
}

test('every field of the subject is part of its digest, and there is none that this file forgets', async () => {
  const dry = await skillc.subjectOf('bound', 'find');
  const own = dry as ApprovalSubject;
  // Left out by a plan that runs none.
  const subject: ApprovalSubject = { ...own, programs: [], isolation: [] };
  expect(Object.keys(subject).sort()).toEqual(['kind', ...Object.keys(changes)].sort());
  const ids = Object.keys(subject).map((field) => approvalOf({ ...subject, [field]: 'changed' }).id);
  expect(new Set([approvalOf(subject).id, ...ids]).size).toBe(ids.length + 1);
  expect(approvalOf({ ...own }).id).toBe(await approvedId());
});

test('an agent cannot answer its own question', async () => {
  const reply = await skillc.host.ledger.submit({
    kind: 'grant',
    session: 'default',
    actor: 'agent',
    id: await approvedId(),
    scope: 'always',
  });
  expect(reply).toMatchObject({ ok: false, code: expect.stringMatching(/^(?:actor|approval)\//) });
});

test('the code of a refusal is told', async () => {
  expect(reasonCode(await asked({ skillDigest: `sha256:${'0'.repeat(64)}` }))).toMatch(/^(?:skill|approval)\//);
});
