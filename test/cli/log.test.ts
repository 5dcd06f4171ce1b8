import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoSkill, type ExecHome, execHome, steady } from './exec-home.ts';

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
  await at.run(['load', at.skill]);
});

afterEach(() => at.close());

type Event = { readonly kind: string; readonly id: string; readonly hash: string };

async function ran(): Promise<{ readonly call: string; readonly approval: string; readonly waited: string }> {
  const waiting = (await at.json(['execute', 'demo.add'])).document;
  await at.run(['approve', waiting.approval_id]);
  const { call_id } = (await at.json(['execute', 'demo.add'])).document;
  return { call: call_id, approval: waiting.approval_id, waited: waiting.call_id };
}

test('the newest events, the oldest of them first', async () => {
  await ran();
  const { events } = (await at.json(['log'])).document;
  expect(events.map(({ kind }: Event) => kind)).toEqual([
    'log-started',
    'skill-loaded',
    'approval-requested',
    'call-waiting',
    'approval-granted',
    'call-intent',
    'call-done',
  ]);
  expect((await at.json(['log', '--limit', '2'])).document.events).toEqual(events.slice(-2));
  expect((await at.run(['log', '--limit', '0'])).code).toBe(2);
});

async function following(more: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = '';
  let stop = () => {};
  let started = () => {};
  const first = new Promise<void>((done) => {
    started = done;
  });
  const followed = at.run(['log', '--follow', '--limit', '1', ...more], {
    out: async (text) => {
      out += text;
      started();
      if (text.includes('setting-set')) stop();
    },
    onInterrupt: (handler) => {
      stop = handler;
      return () => {};
    },
  });
  await first;
  await at.run(['setting', 'set', 'SITE', 'a.example']);
  return { code: (await followed).code, out };
}

test('--follow goes on until it is broken off', async () => {
  const { code, out } = await following([]);
  expect(code).toBe(0);
  expect(out.split('\n').map((line) => line.split(/ {2,}/)[2])).toContain('setting-set');
});

test('--follow --json is one event a line', async () => {
  const { code, out } = await following(['--json']);
  const { events } = (await at.json(['log', '--limit', '2'])).document;
  const lines = out.trimEnd().split('\n');
  expect([code, lines.map((line) => JSON.parse(line))]).toEqual([0, events]);
  expect(events.map(({ kind }: Event) => kind)).toEqual(['skill-loaded', 'setting-set']);
});

describe('why a call did not run', () => {
  const about = async (id: string) => {
    const { events, approval, decision, outcome } = (await at.json(['why', id])).document;
    const { out } = await at.run(['why', id]);
    return {
      outcome,
      decision,
      approval: { id: approval?.id, status: approval?.status, answered_by: approval?.answered_by },
      kinds: events.map(({ kind }: Event) => kind),
      line: /^approval {2}apr_\w+ {2}(.*?)( by|$)/m.exec(out)?.[1],
    };
  };
  const asked = async () => (await at.json(['execute', 'demo.add'])).document;
  const rules = ['built-in/default'];

  test('it waits for an approval, or did when that was denied', async () => {
    const { call_id, approval_id } = await asked();
    const waits = {
      outcome: 'call-waiting',
      decision: { code: 'approval/needed', rules },
      approval: { id: approval_id, status: 'pending', answered_by: null },
      kinds: ['call-waiting', 'approval-requested', 'skill-loaded'],
      line: 'waits for an answer',
    };
    expect(await about(call_id)).toEqual(waits);
    await at.run(['deny', approval_id]);
    const denied = { id: approval_id, status: 'denied', answered_by: 'person' };
    expect(await about(call_id)).toEqual({ ...waits, approval: denied, line: 'denied' });
    const after = await asked();
    expect(await about(after.call_id)).toEqual({
      outcome: 'call-denied',
      decision: { code: 'approval/denied', rules },
      approval: denied,
      kinds: ['call-denied', 'approval-denied', 'approval-requested', 'skill-loaded'],
      line: 'denied',
    });
  });

  test('its approval was revoked', async () => {
    const { approval_id } = await asked();
    await at.run(['approve', approval_id, '--scope', 'session']);
    await at.run(['revoke', approval_id]);
    expect(await about((await asked()).call_id)).toEqual({
      outcome: 'call-waiting',
      decision: { because: 'approval/revoked', code: 'approval/needed', rules },
      approval: { id: approval_id, status: 'pending', answered_by: null },
      kinds: ['call-waiting', 'approval-requested', 'skill-loaded'],
      line: 'waits for an answer',
    });
    expect((await about(approval_id)).kinds).toEqual(['approval-requested', 'skill-loaded']);
  });

  test('policy denied it', async () => {
    const rule = `{ id: no-posts, when: 'call.method == "POST"', decision: deny, reason: no posts }`;
    writeFileSync(join(at.home, 'policy.yaml'), `rules:\n  - ${rule}\n`);
    expect(await about((await asked()).call_id)).toEqual({
      outcome: 'call-denied',
      decision: { code: 'policy/denied', rules: ['no-posts'] },
      approval: { id: undefined, status: undefined, answered_by: undefined },
      kinds: ['call-denied'],
      line: undefined,
    });
  });
});

test('a whole log verifies, and a changed record does not', async () => {
  await ran();
  const { code, document } = await at.json(['log', 'verify']);
  expect([code, document]).toEqual([
    0,
    {
      ok: true,
      log: expect.stringMatching(/^[0-9a-f]{32}$/),
      size: 7,
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      checkpoints: expect.any(Number),
      anchored: 7,
      unanchored: 0,
      unreadable_anchors: 0,
      problems: [],
    },
  ]);
  const db = new DatabaseSync(join(at.home, 'ledger.db'));
  db.exec(`UPDATE record SET text = replace(text, '"person"', '"agent"') WHERE seq = 4`);
  db.close();
  const changed = await at.json(['log', 'verify']);
  expect([changed.code, changed.document.ok, changed.document.problems.length > 0]).toEqual([1, false, true]);
});

test('nothing runs on a log whose end was changed', async () => {
  await at.run(['approve', 'demo', '--yes']);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
  const db = new DatabaseSync(join(at.home, 'ledger.db'));
  const change = (from: string, to: string) =>
    db.exec(`UPDATE record SET text = replace(text, '"${from}"', '"${to}"') WHERE seq = (SELECT max(seq) FROM record)`);
  change('call-done', 'call-dome');
  const { code, document } = await at.json(['execute', 'demo.add']);
  expect([code, document.reason.code, document.reason.remedy, at.seen.length]).toEqual([
    1,
    'log/changed',
    'skillc log verify',
    1,
  ]);
  change('call-dome', 'call-done');
  db.close();
  expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
  expect(at.seen.length).toBe(2);
});

test('the state is made again from the log', async () => {
  const { approval } = await ran();
  await at.run(['approve', approval, '--scope', 'always']);
  const db = new DatabaseSync(join(at.home, 'ledger.db'));
  db.exec('DELETE FROM state');
  db.close();
  const { code, document } = await at.json(['log', 'rebuild']);
  expect([code, document]).toEqual([0, { rebuilt: true }]);
  expect((await at.run(['execute', 'demo.add'])).code).toBe(0);
});

test('the log is exported as lines, as one document and as spans', async () => {
  await ran();
  const { out } = await at.run(['log', 'export']);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }: { type: string }) => type)).toEqual(['log', ...Array(7).fill('record')]);
  expect((await at.json(['log', 'export'])).document).toEqual({ log: lines[0], records: lines.slice(1) });
  const { resourceSpans } = (await at.json(['log', 'export', '--format', 'otlp'])).document;
  const { spans } = resourceSpans[0].scopeSpans[0];
  expect(spans.map(({ name }: { name: string }) => name)).toEqual([
    'log-started',
    'skill-loaded',
    'approval-requested',
    'demo.add',
    'approval-granted',
    'demo.add',
  ]);
});

test('a new log is started only where that is acknowledged', async () => {
  expect((await at.run(['log', 'reset'])).code).toBe(2);
  expect((await at.json(['skills'])).document.skills.length).toBe(1);
  const { code, document } = await at.json(['log', 'reset', '--acknowledge']);
  expect([code, Object.keys(document)]).toEqual([0, ['log', 'aside']]);
  expect((await at.json(['skills'])).document.skills).toEqual([]);
});

test('why a call ran: the answer, the rules and the line of the skill, as it was', async () => {
  const { call, approval, waited } = await ran();
  at.write('demo', `\n\n\n${demoSkill(at.origin)}`);
  const { code, document } = await at.json(['why', call]);
  const { events, ...rest } = document;
  expect([code, steady(rest, at)]).toEqual([
    0,
    {
      id: 'CALL',
      outcome: 'call-done',
      capability: 'demo.add',
      decision: { decision: 'ask', rules: ['built-in/default (built-in)'] },
      approval: {
        id: 'APPROVAL',
        status: 'used',
        answered_by: 'agent',
        answered_at: expect.any(Number),
        scope: 'once',
        granted_by: 'person',
        granted_at: expect.any(Number),
        granted_event: 'evt_4',
      },
      skill: {
        id: 'demo',
        source: 'ROOT/demo',
        digest: 'DIGEST',
        place: {
          file: 'ROOT/demo/SKILL.md',
          line: 19,
          column: 1,
          text: `curl -s -X POST "ORIGIN/v1/items" -d '{"name":"x","n":1}'`,
        },
      },
    },
  ]);
  expect(events.map(({ id }: Event) => id)).toEqual(['evt_6', 'evt_5', 'evt_4', 'evt_2', 'evt_1']);
  const texts = await Promise.all([call, approval, waited, 'evt_6'].map((id) => at.run(['why', id])));
  expect(texts.map((one) => [one.code, one.out.includes('19 | curl -s -X POST')])).toEqual(Array(4).fill([0, true]));
  for (const id of ['evt_99', 'call_1', 'apr_1', 'x']) {
    const none = await at.json(['why', id]);
    expect([none.code, none.document.reason.code]).toEqual([1, 'chain/unknown']);
  }
});

test('why a question that no call has put yet is one: the line of the skill', async () => {
  await at.run(['load', at.skill]);
  const { document } = await at.json(['approvals']);
  const { id } = document.approvals.find(
    ({ subject }: { subject: { operation: string } }) => subject.operation === 'add',
  );
  const { code, document: why } = await at.json(['why', id]);
  const { events, ...rest } = why;
  expect([code, steady(rest, at), events.map(({ kind }: { kind: string }) => kind)]).toEqual([
    0,
    {
      id: 'APPROVAL',
      outcome: 'approval-unasked',
      capability: 'demo.add',
      decision: null,
      approval: {
        id: 'APPROVAL',
        status: 'unasked',
        answered_by: null,
        answered_at: null,
        scope: null,
        granted_by: null,
        granted_at: null,
        granted_event: null,
      },
      skill: {
        id: 'demo',
        source: 'ROOT/demo',
        digest: 'DIGEST',
        place: {
          file: 'ROOT/demo/SKILL.md',
          line: 19,
          column: 1,
          text: `curl -s -X POST "ORIGIN/v1/items" -d '{"name":"x","n":1}'`,
        },
      },
    },
    ['skill-loaded'],
  ]);
  const { out } = await at.run(['why', id]);
  expect(out).toContain(`approval  ${id}  no call has asked for it yet`);
  await at.run(['unload', 'demo']);
  expect((await at.json(['why', id])).document.reason.code).toBe('chain/unknown');
});
