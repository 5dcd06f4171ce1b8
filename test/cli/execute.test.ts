import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attended, type ExecHome, execHome, steady } from './exec-home.ts';
import { chunks } from './fake-terminal.ts';

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
  await at.run(['load', at.skill]);
});

afterEach(() => at.close());

const resources = { calls: 1, network_bytes: 'N', wall_clock_ms: 'N', cpu_ms: 'N' };
const done = (n: number) => ({
  outcome: 'done',
  call_id: 'CALL',
  result: { url: '/v1/items', body: `{"name":"x","n":${n}}` },
  resources,
});
const waiting = {
  outcome: 'waiting',
  call_id: 'CALL',
  approval_id: 'APPROVAL',
  reason: {
    code: 'approval/needed',
    message: 'sends POST to ORIGIN',
    rules: ['built-in/default'],
    remedy: 'skillc approve APPROVAL',
  },
};

test('a call waits without an answer, and an answer is for that call alone', async () => {
  const first = await at.json(['execute', 'demo.add', '--n', '7']);
  expect([first.code, steady(first.document, at), at.seen]).toEqual([4, waiting, []]);
  expect((await at.run(['approve', first.document.approval_id])).code).toBe(0);
  expect((await at.json(['execute', 'demo.add', '--n', '8'])).code).toBe(4);
  const second = await at.json(['execute', 'demo', 'add', '--n', '7']);
  expect([second.code, steady(second.document, at)]).toEqual([0, done(7)]);
  expect((await at.json(['execute', 'demo.add', '--n', '7'])).code).toBe(4);
  expect(at.seen.map(({ body }) => body)).toEqual(['{"name":"x","n":7}']);
});

test("a server's error that curl takes for an answer is done, and its status is told", async () => {
  const body = ['/missing', '/there'].map((path) => `## Get ${path.slice(1)}\n\n    curl -s ${at.origin}${path}\n`);
  await at.run(['load', at.write('status', `---\nname: status\ndescription: d\n---\n${body.join('\n')}`)]);
  await at.run(['approve', 'status', '--yes']);
  const missing = await at.json(['execute', 'status.get_missing']);
  const result = (url: string) => ({ outcome: 'done', call_id: 'CALL', result: { url, body: '' }, resources });
  expect([missing.code, steady(missing.document, at)]).toEqual([0, { ...result('/missing'), http: { status: 404 } }]);
  expect((await at.run(['execute', 'status.get_missing'])).err).toBe('the server answered 404\n');
  const there = await at.json(['execute', 'status.get_there']);
  expect([there.code, steady(there.document, at)]).toEqual([0, result('/there')]);
});

test('a call of which nobody knows what it did says so', async () => {
  const line = `curl -s -X POST ${at.origin}/cut`;
  await at.run(['load', at.write('cut', `---\nname: cut\ndescription: d\n---\n## Send\n\n    ${line}\n`)]);
  await at.run(['approve', 'cut', '--yes']);
  const { code, document } = await at.json(['execute', 'cut.send']);
  expect([code, document.outcome, document.reason.remedy]).toEqual([
    1,
    'failed',
    'it may have taken effect: look before it is done again',
  ]);
  expect(at.seen.length).toBe(1);
  expect((await at.json(['why', document.call_id])).document.outcome).toBe('call-unknown');
});

describe('parameters', () => {
  beforeEach(() => at.run(['approve', 'demo', '--yes']));

  test('are options, an object, or both', async () => {
    const words = [
      ['--n', '7', '--name=a b'],
      ['--params', '{"n": 3}', '--name', '5'],
      ['--params', '-'],
    ];
    for (const one of words) {
      expect((await at.run(['execute', 'demo.add', ...one], { stdin: chunks('{"n": ', '4}') })).code).toBe(0);
    }
    expect(at.seen.map((one) => one.body)).toEqual([
      '{"name":"a b","n":7}',
      '{"name":"5","n":3}',
      '{"name":"x","n":4}',
    ]);
  });

  test.each([
    [['--n'], '--n needs a value'],
    [['--n', '1', '--params', '{"n":2}'], '`n` is given in --params and as --n'],
  ])('%j is wrong usage, and nothing is sent', async (words, message) => {
    const { code, err } = await at.run(['execute', 'demo', 'add', ...words]);
    expect([code, at.seen]).toEqual([2, []]);
    expect(err).toContain(message);
  });

  const refused = (code: string, message: string, remedy: string) => ({ code, message, rules: [], remedy });

  test.each([
    [['--nane', 'y'], { nane: 'y' }, refused('input/unknown', 'there is no parameter `nane`', 'did you mean `name`?')],
    [['--n', 'abc'], { n: 'abc' }, refused('input/value', '`n` must be integer', 'give integer')],
  ])('%j and %j are wrong usage with the same words', async (words, params, reason) => {
    const ways = [words, ['--params', JSON.stringify(params)]];
    for (const way of ways) {
      const { code, document } = await at.json(['execute', 'demo.add', ...way]);
      expect([code, document.outcome, document.reason]).toEqual([2, 'denied', reason]);
    }
    expect(at.seen).toEqual([]);
  });

  test('an operation that is not there is denied with the nearest', async () => {
    const whole = await at.json(['execute', 'demo']);
    expect([whole.code, whole.document.reason]).toMatchObject([
      3,
      { message: '`demo` is a skill: name an operation of it too', remedy: expect.stringMatching(/^it has .*`add`/) },
    ]);
    const { code, document } = await at.json(['execute', 'demo.ad']);
    expect([code, document.reason.remedy]).toEqual([3, 'did you mean `add`?']);
  });
});

describe('a dry run', () => {
  const dry = ['execute', 'demo.add', '--n', '7', '--dry-run'];
  const size = async () => (await at.json(['log', '--limit', '100'])).document.events.length;
  const budget = {
    reserved: { calls: 1, cpu_ms: 'N', money: 0, network_bytes: 'N', wall_clock_ms: 'N' },
    remains: [
      { scope: 'session:default', amounts: { calls: 999, network_bytes: 'N', wall_clock_ms: 'N' } },
      { scope: 'skill:demo', amounts: { calls: 2 } },
    ],
  };
  const foreseen = {
    dry_run: true,
    decision: 'ask',
    rules: ['built-in/default'],
    approval_id: 'APPROVAL',
    grant: null,
    budget,
    missing: { settings: [], secrets: [] },
    effects: [{ kind: 'network', method: 'POST', origin: 'ORIGIN', path: '/v1/items' }],
  };
  const { call_id: _call, ...asks } = waiting;

  test('says that it would ask, and asks nobody, not even a person', async () => {
    await at.run(['budget', 'set', 'skill:demo', 'calls', '3']);
    const before = await size();
    const { code, document } = await at.json(dry);
    expect([code, steady(document, at), at.seen]).toEqual([4, { ...asks, result: foreseen }, []]);
    expect((await at.run(dry, attended())).code).toBe(4);
    expect(await size()).toBe(before);
  });

  test('says on which grant it would run, and leaves that unused', async () => {
    await at.run(['budget', 'set', 'skill:demo', 'calls', '3']);
    const { approval_id } = (await at.json(['execute', 'demo.add', '--n', '7'])).document;
    await at.run(['approve', approval_id, '--scope', 'once']);
    const before = await size();
    for (let times = 0; times < 2; times++) {
      const { code, document } = await at.json(dry);
      const { granted_at, expires_at, ...grant } = document.result.grant;
      expect([code, grant, expires_at - granted_at]).toEqual([0, { event: 'evt_5', scope: 'once' }, 15 * 60_000]);
      expect(steady({ ...document, result: { ...document.result, grant: null } }, at)).toEqual({
        outcome: 'done',
        result: foreseen,
        resources: { calls: 0, network_bytes: 'N', wall_clock_ms: 'N', cpu_ms: 'N' },
      });
    }
    const { out } = await at.run(dry);
    expect(out).toMatch(/^would run; this was a dry run\n/);
    expect(out).toMatch(/^approval {2}apr_\w+ {2}granted \(once\) at \S+, expires at \S+, evt_5$/m);
    expect(out).toMatch(/^remains {3}session:default: calls 999, /m);
    const other = await at.json(['execute', 'demo.add', '--n', '8', '--dry-run']);
    expect([other.code, other.document.result.grant]).toEqual([4, null]);
    expect([await size(), at.seen]).toEqual([before, []]);
    expect((await at.run(['execute', 'demo.add', '--n', '7'])).code).toBe(0);
  });

  test('says what would say no: a person, a rule, a budget, the parameters', async () => {
    const { approval_id } = (await at.json(['execute', 'demo.add', '--n', '7'])).document;
    await at.run(['deny', approval_id]);
    const before = await size();
    const denied = await at.json(dry);
    expect([denied.code, denied.document.reason.code, denied.document.result.decision]).toEqual([
      3,
      'approval/denied',
      'ask',
    ]);
    expect(await size()).toBe(before);
    await at.run(['approve', approval_id, '--scope', 'session']);
    await at.run(['budget', 'set', 'skill:demo', 'calls', '0']);
    const over = await at.json(dry);
    expect([over.code, over.document.reason.code, over.document.result.budget]).toEqual([5, 'budget/exhausted', null]);
    const wrong = await at.json([...dry, '--nane', 'x']);
    expect([wrong.code, wrong.document.reason.code, wrong.document.result.decision]).toEqual([
      2,
      'input/unknown',
      null,
    ]);
    const rule = `{ id: no-posts, when: 'call.method == "POST"', decision: deny, reason: no posts }`;
    writeFileSync(join(at.home, 'policy.yaml'), `rules:\n  - ${rule}\n`);
    const ruled = await at.json(dry);
    expect([ruled.code, ruled.document.reason.message, ruled.document.result]).toMatchObject([
      3,
      'no posts',
      { decision: 'deny', rules: ['no-posts'], grant: null, budget: null },
    ]);
    expect(at.seen).toEqual([]);
  });

  test('names everything that is missing', async () => {
    const line = 'curl -s "https://$SITE_HOST/v1/me" -H "Authorization: Bearer $A_TOKEN" -H "X-Api-Key: $B_KEY"';
    await at.run(['load', at.write('open', `---\nname: open\ndescription: d\n---\n## Get\n\n    ${line}\n`)]);
    const words = ['execute', 'open.get', '--dry-run'];
    const none = await at.json(words);
    expect([none.code, none.document.reason.code, none.document.result.missing]).toEqual([
      4,
      'setting/missing',
      { settings: ['SITE_HOST'], secrets: ['A_TOKEN', 'B_KEY'] },
    ]);
    await at.run(['setting', 'set', 'SITE_HOST', 'a.example']);
    await at.run(['secret', 'set', 'A_TOKEN'], { stdin: chunks('tok_1234567890\n') });
    const some = await at.json(words);
    expect([some.code, some.document.reason.code, some.document.result.missing]).toEqual([
      4,
      'secret/missing',
      { settings: [], secrets: ['B_KEY'] },
    ]);
    expect((await at.run(words)).out).toMatch(/^missing {3}secret B_KEY$/m);
  });
});

describe('a plan that is approved by its digest', () => {
  const planOf = async () => (await at.json(['manifest', 'demo', '--operation', 'add'])).document.digest;

  test('runs, and that of another plan does not help', async () => {
    const wrong = await at.json(['execute', 'demo.add', '--approve', `sha256:${'0'.repeat(64)}`]);
    expect([wrong.code, at.seen]).toEqual([4, []]);
    const { code, document } = await at.json(['execute', 'demo.add', '--approve', await planOf()]);
    expect([code, steady(document, at)]).toEqual([0, done(1)]);
    expect((await at.json(['execute', 'demo.add'])).code).toBe(4);
  });

  test('may stand in the configuration', async () => {
    writeFileSync(join(at.home, 'config.yaml'), `approve:\n  - ${await planOf()}\n`);
    expect((await at.json(['execute', 'demo.add'])).code).toBe(0);
    const granted = (await at.json(['log'])).document.events.find(
      (one: { kind: string }) => one.kind === 'approval-granted',
    );
    expect([granted.actor, granted.data.scope]).toEqual(['configuration', 'once']);
  });
});

describe('in a terminal', () => {
  const add = ['execute', 'demo.add', '--json'];

  test('a person is shown everything and asked; deny is deny', async () => {
    const { code, out, err } = await at.run(add, attended('deny'));
    expect([code, JSON.parse(out).reason.code, at.seen]).toEqual([3, 'approval/denied', []]);
    for (const part of [
      `sends POST ${at.origin}/v1/items`,
      'hosts       http',
      'secrets     none',
      'sandbox     none',
      'limits      calls 1, network_bytes 10000000',
      'estimate    network_bytes 10000',
      'code        none',
      'data        none',
      'plan        sha256:',
    ])
      expect(err).toContain(part);
  });

  test('once is for this call, session and always for those after it', async () => {
    expect((await at.run(add, attended('once'))).code).toBe(0);
    expect((await at.run(add, attended('session'))).code).toBe(0);
    expect((await at.run(add, attended())).code).toBe(0);
    const other = { ...attended('always'), env: { SKILLC_SESSION: 'other' } };
    expect((await at.run(add, other)).code).toBe(0);
    expect((await at.run(add, { env: { SKILLC_SESSION: 'third' } })).code).toBe(0);
    expect(at.seen.length).toBe(5);
  });

  test('a question that is broken off leaves the call waiting', async () => {
    expect((await at.run(add, attended(undefined))).code).toBe(4);
    expect(at.seen).toEqual([]);
  });

  test('nobody is asked where the configuration says so', async () => {
    writeFileSync(join(at.home, 'config.yaml'), 'ask: false\n');
    expect((await at.run(add, attended())).code).toBe(4);
    writeFileSync(join(at.home, 'config.yaml'), 'ask: true\n');
    expect((await at.run(add, attended('once'))).code).toBe(0);
  });
});

test('who executes is a person at a terminal, and an agent elsewhere', async () => {
  await at.run(['approve', 'demo', '--yes']);
  await at.run(['execute', 'demo.add']);
  await at.run(['execute', 'demo.add'], attended());
  const { events } = (await at.json(['log'])).document;
  const actors = events.flatMap((one: { kind: string; actor: string }) =>
    one.kind === 'call-intent' ? [one.actor] : [],
  );
  expect(actors).toEqual(['agent', 'person']);
});

test('a spent budget is exit code 5, and a raised one lets the call run', async () => {
  await at.run(['approve', 'demo', '--yes']);
  await at.run(['budget', 'set', 'skill:demo', 'calls', '0']);
  const over = await at.json(['execute', 'demo.add']);
  expect([over.code, over.document.outcome, over.document.reason.code, at.seen]).toEqual([
    5,
    'over-budget',
    'budget/exhausted',
    [],
  ]);
  await at.run(['budget', 'set', 'skill:demo', 'calls', '1']);
  expect((await at.json(['execute', 'demo.add'])).code).toBe(0);
});

test('a secret goes to the server and comes back as its name', async () => {
  await at.run(['approve', 'demo', '--yes']);
  const missing = await at.json(['execute', 'demo.find']);
  expect([missing.code, missing.document.reason.code]).toEqual([4, 'secret/missing']);
  await at.run(['secret', 'set', 'DEMO_TOKEN'], { stdin: chunks('tok_1234567890\n') });
  const { code, out } = await at.run(['execute', 'demo.find', '--q', 'a b']);
  expect([code, JSON.parse(out), at.seen.map((one) => one.authorization)]).toEqual([
    0,
    { url: '/v1/items?q=a%20b&limit=5', body: '' },
    ['Bearer tok_1234567890'],
  ]);
});

test('a person who says yes to the question for more doubles the limit, once; a no stands', async () => {
  await at.run(['approve', 'demo', '--yes']);
  await at.run(['budget', 'set', 'skill:demo', 'calls', '1']);
  expect((await at.json(['execute', 'demo.add'])).code).toBe(0);
  const over = await at.json(['execute', 'demo.add']);
  const { approval_id: id } = over.document;
  expect([over.code, over.document.reason.remedy]).toEqual([
    5,
    `skillc approve ${id}, or a person can run \`skillc budget set skill:demo calls N\``,
  ]);
  const shown = await at.run(['approvals']);
  expect(shown.out).toContain('budget      skill:demo: calls 1 → 2');
  expect((await at.run(['approve', id])).code).toBe(0);
  expect((await at.run(['approve', id])).code).not.toBe(0);
  expect((await at.json(['execute', 'demo.add'])).code).toBe(0);
  const again = await at.json(['execute', 'demo.add']);
  expect([again.code, again.document.approval_id === id]).toEqual([5, false]);
  await at.run(['deny', again.document.approval_id]);
  const denied = await at.json(['execute', 'demo.add']);
  expect([denied.code, denied.document.approval_id, at.seen.length]).toEqual([5, undefined, 2]);
});

test('a limit that was lowered below what is used is raised to where there is room', async () => {
  await at.run(['approve', 'demo', '--yes']);
  for (const _ of [1, 2, 3]) await at.run(['execute', 'demo.add']);
  await at.run(['budget', 'set', 'skill:demo', 'calls', '2']);
  const { approval_id } = (await at.json(['execute', 'demo.add'])).document;
  await at.run(['approve', approval_id]);
  expect((await at.json(['execute', 'demo.add'])).code).toBe(0);
  expect((await at.json(['execute', 'demo.add'])).code).toBe(5);
});
