import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSettingValue } from '../../src/host/settings.ts';
import { attended, demoSkill, type ExecHome, execHome, steady } from './exec-home.ts';
import { chunks } from './fake-terminal.ts';

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
});

afterEach(() => at.close());

async function kinds(): Promise<readonly string[]> {
  return (await at.json(['log'])).document.events.map((one: { kind: string }) => one.kind);
}

describe('secret', () => {
  const typed = (value: string) => ({ stdin: chunks(value) });
  const kept = (name: string, skill: string | null = null) => ({
    name,
    kept_in: 'age-file',
    skill,
    origin: null,
    bindings: [],
  });

  test('is kept from standard input or a hidden question, and never shown', async () => {
    const { code, document } = await at.json(['secret', 'set', 'ONE', '--skill', 'demo'], typed('value-of-one\n'));
    expect([code, document]).toEqual([0, { name: 'ONE', kept_in: 'age-file', skill: 'demo', origin: null }]);
    expect((await at.run(['secret', 'set', 'TWO'], attended('value-of-two'))).code).toBe(0);
    const listed = await at.json(['secret', 'list']);
    expect(listed.document).toEqual({ store: 'age-file', secrets: [kept('ONE', 'demo'), kept('TWO')] });
    const everything = (
      await Promise.all(
        [
          ['secret', 'list'],
          ['log', '--json'],
          ['log', 'export'],
        ].map((argv) => at.run(argv)),
      )
    )
      .map(({ out, err }) => out + err)
      .join('');
    expect([everything.includes('ONE'), everything.includes('value-of')]).toEqual([true, false]);
    expect(await kinds()).toEqual(['log-started', 'secret-stored', 'secret-stored']);
  });

  test('a value among the arguments is refused with the reason, and not repeated', async () => {
    const { code, out, err } = await at.run(['secret', 'set', 'ONE', 'value-of-one', '--json']);
    expect([code, (out + err).includes('value-of-one'), err.includes('every process could see it')]).toEqual([
      2,
      false,
      true,
    ]);
  });

  test.each([
    [['ONE'], 'short', 'secret/too-short'],
    [['ONE', '--allow-short'], '', 'secret/empty'],
    [['ONE'], 'two\nlines-of-it', 'secret/line-break'],
    [['NO-NAME'], 'value-of-it', 'secret/name'],
    [['ONE', '--origin', 'https://a.example/path'], 'value-of-it', 'secret/origin'],
  ])('%j with %j is refused: %s', async (words, value, reason) => {
    const { code, document } = await at.json(['secret', 'set', ...words], typed(value));
    expect([code, document.reason.code]).toEqual([1, reason]);
    expect((await at.json(['secret', 'list'])).document.secrets).toEqual([]);
  });

  test('a short one is kept where that is said, and an origin that is one', async () => {
    const words = ['secret', 'set', 'ONE', '--allow-short', '--origin', 'https://a.example'];
    expect((await at.run(words, typed('short'))).code).toBe(0);
  });

  test('is removed once', async () => {
    await at.run(['secret', 'set', 'ONE', '--skill', 'demo'], typed('value-of-one'));
    const first = await at.json(['secret', 'remove', 'ONE']);
    expect([first.code, first.document]).toEqual([0, { name: 'ONE', removed: true }]);
    const second = await at.json(['secret', 'remove', 'ONE']);
    expect([second.code, second.document.reason.code]).toEqual([1, 'secret/unknown']);
    expect(await kinds()).toEqual(['log-started', 'secret-stored', 'secret-removed']);
  });

  test('one that comes from a variable is set there', async () => {
    await at.run(['skills']);
    writeFileSync(join(at.home, 'config.yaml'), 'secrets:\n  env:\n    ONE: CI_ONE\n');
    const { code, document } = await at.json(['secret', 'set', 'ONE'], typed('value-of-one'));
    expect([code, document.reason.code]).toEqual([1, 'secret/from-environment']);
    expect((await at.json(['secret', 'list'])).document.secrets).toEqual([{ ...kept('ONE'), kept_in: 'environment' }]);
    expect((await at.run(['secret', 'set', 'TWO'], typed('value-of-two'))).code).toBe(0);
  });

  test('a file is imported after its names are shown', async () => {
    const file = join(at.root, '.env');
    writeFileSync(file, "A_KEY=value-of-a\nB_KEY='value-of-b'\n");
    expect((await at.run(['secret', 'import', file])).code).toBe(2);
    const no = await at.run(['secret', 'import', file, '--json'], attended(false));
    expect([no.code, JSON.parse(no.out), no.err]).toEqual([
      1,
      { imported: [], problems: [] },
      '2 secrets: A_KEY, B_KEY\n',
    ]);
    const yes = await at.json(['secret', 'import', file, '--yes']);
    expect([yes.code, yes.document]).toEqual([0, { imported: ['A_KEY', 'B_KEY'], problems: [] }]);
    const toml = join(at.root, 'secrets.toml');
    writeFileSync(toml, 'c_key = "value-of-c"\nbroken\n');
    const some = await at.json(['secret', 'import', toml, '--yes']);
    expect([some.code, some.document]).toEqual([
      1,
      { imported: ['c_key'], problems: [{ line: 2, message: 'not `key = "value"`' }] },
    ]);
  });
});

describe('setting', () => {
  test('is kept and listed', async () => {
    const { code, document } = await at.json(['setting', 'set', 'SITE', 'example.atlassian.net', '--skill', 'jira']);
    const site = { name: 'SITE', skill: 'jira', value: 'example.atlassian.net' };
    expect([code, document]).toEqual([0, site]);
    expect((await at.json(['setting', 'list'])).document).toEqual({ settings: [site] });
    expect((await at.run(['setting', 'set', 'SITE', 'https://u:p@a.example'])).code).toBe(2);
    expect((await at.json(['setting', 'list'])).document).toEqual({ settings: [site] });
  });

  test('is removed once, and that of a skill apart from that of all', async () => {
    await at.run(['setting', 'set', 'SITE', 'a.example']);
    await at.run(['setting', 'set', 'SITE', 'b.example', '--skill', 'jira']);
    const removed = await at.json(['setting', 'remove', 'SITE', '--skill', 'jira']);
    expect([removed.code, removed.document]).toEqual([0, { name: 'SITE', skill: 'jira', removed: true }]);
    const left = { name: 'SITE', skill: null, value: 'a.example' };
    expect((await at.json(['setting', 'list'])).document).toEqual({ settings: [left] });
    const again = await at.json(['setting', 'remove', 'SITE', '--skill', 'jira']);
    expect([again.code, again.document.reason]).toEqual([
      1,
      {
        code: 'setting/unknown',
        message: 'there is no setting `SITE` for `jira`',
        rules: [],
        remedy: 'run `skillc setting list` to see those there are',
      },
    ]);
    expect((await at.run(['setting', 'remove', 'SITE'])).code).toBe(0);
    expect((await at.json(['setting', 'list'])).document).toEqual({ settings: [] });
    expect(await kinds()).toEqual(['log-started', ...Array(4).fill('setting-set')]);
  });

  test('one that is removed is missing for what needs it', async () => {
    const site = '## Get\n\n    curl -s "http://$SITE_HOST/v1/me"\n';
    await at.run(['load', at.write('site', `---\nname: site\ndescription: d\n---\n${site}`)]);
    const { host } = new URL(at.origin);
    await at.run(['setting', 'set', 'SITE_HOST', host, '--skill', 'site']);
    await at.run(['approve', 'site', '--yes']);
    expect((await at.run(['execute', 'site.get'])).code).toBe(0);
    await at.run(['setting', 'remove', 'SITE_HOST', '--skill', 'site']);
    const { code, document } = await at.json(['execute', 'site.get']);
    expect([code, document.reason.code, at.seen.length]).toEqual([4, 'setting/missing', 1]);
  });

  test.each([
    'acme',
    'a.example',
    'a.example:8443',
    'https://a.example',
    'http://[::1]:80/x',
    'https://a.example/v1/b',
  ])('%j may stand in an address', (value) => expect(isSettingValue(value)).toBe(true));

  test.each([
    '',
    'a b',
    'u@a.example',
    'a.example/x',
    'a..example',
    'https://u@a.example',
    'https://a.example?x',
    'https://a.example#x',
    'https://a.example\\@b.example',
    'https://0x7f.1',
    'ftp://a.example',
    'javascript:x',
    'a.example\n',
    'a\u202Eexample',
  ])('%j may not', (value) => expect(isSettingValue(value)).toBe(false));
});

describe('budget', () => {
  test('is set and shown', async () => {
    const set = await at.json(['budget', 'set', 'skill:demo', 'calls', '3']);
    expect([set.code, set.document]).toEqual([0, { scope: 'skill:demo', limits: { calls: 3 } }]);
    const none = { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 };
    const limits = { calls: 3, network_bytes: null, wall_clock_ms: null, cpu_ms: null, money: null };
    for (const words of [['budget'], ['budget', 'show']]) {
      const { budgets } = (await at.json(words)).document;
      expect(budgets.map((one: { scope: string }) => one.scope.replace(/\d.*/, ''))).toEqual([
        'session:default',
        'day:',
        'skill:demo',
      ]);
      expect(budgets[2]).toEqual({ scope: 'skill:demo', limits, used: none, reserved: none, remaining: limits });
    }
    expect((await at.run(['budget', 'set', 'day:2028-02-29', 'calls', '3'])).code).toBe(0);
    expect((await at.json(['budget', 'set', 'day', 'calls', '3'])).document.scope).toMatch(/^day:\d{4}-\d\d-\d\d$/);
  });

  test.each([
    [['skil:demo', 'calls', '3'], 'is no scope'],
    [['skill:demo', 'call', '3'], 'is not counted'],
    [['skill:demo', 'calls', '3.5'], 'is no whole number'],
    [['skill:demo', 'calls', '1e3'], 'is no whole number'],
    [['day:tomorrow', 'calls', '3'], 'is no scope'],
    [['day:2026-02-31', 'calls', '3'], 'is no scope'],
    [['day:2026-13-01', 'calls', '3'], 'is no scope'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, err } = await at.run(['budget', 'set', ...words]);
    expect([code, err.includes(message)]).toEqual([2, true]);
  });
});

test('skills, capabilities and unload', async () => {
  await at.run(['load', at.skill]);
  const { skills } = (await at.json(['skills'])).document;
  expect(steady(skills, at)).toEqual([
    {
      skill_id: 'demo',
      version: '1.2.0',
      digest: 'DIGEST',
      source: 'ROOT/demo',
      format: 'markdown',
      operations: ['find', 'add'],
      paused: false,
    },
  ]);
  const { capabilities } = (await at.json(['capabilities', 'demo add'])).document;
  expect(steady(capabilities, at)).toEqual([
    {
      id: 'demo.add',
      skill_id: 'demo',
      description: 'Add',
      maps_to: 'network.http-fetch',
      status: 'pending',
      tier: 1,
      requires: [],
      requires_approval: true,
      approval_id: 'APPROVAL',
    },
  ]);
  const gone = await at.json(['unload', 'demo']);
  expect([gone.code, gone.document]).toEqual([0, { skill_id: 'demo', ended_approvals: [], event: 'evt_2' }]);
  expect((await at.json(['unload', 'demo'])).code).toBe(1);
  expect((await at.json(['skills'])).document).toEqual({ skills: [] });
});

test('the manifest of a loaded skill is that of its stored copy', async () => {
  const before = await at.json(['manifest', at.skill]);
  await at.run(['load', at.skill]);
  at.write('demo', demoSkill(at.origin).replace('## Add', '## Put'));
  expect(await at.json(['manifest', 'demo'])).toEqual(before);
  const missing = await at.json(['manifest', 'demi']);
  expect([missing.code, missing.document.diagnostics[0].code]).toEqual([1, 'source/missing']);
});
