import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  expect((await at.run(['log', '--follow', '--json'])).code).toBe(2);
});

test('--follow goes on until it is broken off', async () => {
  let out = '';
  let stop = () => {};
  let started = () => {};
  const first = new Promise<void>((done) => {
    started = done;
  });
  const followed = at.run(['log', '--follow', '--limit', '1'], {
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
  expect((await followed).code).toBe(0);
  expect(out.split('\n').map((line) => line.split(/ {2,}/)[2])).toContain('setting-set');
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
