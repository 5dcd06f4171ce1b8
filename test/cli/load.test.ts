import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attended, demoSkill, type ExecHome, execHome, steady } from './exec-home.ts';

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
});

afterEach(() => at.close());

const capability = (id: string, requires: readonly string[]) => ({
  id,
  maps_to: 'network.http-fetch',
  status: 'pending',
  tier: 1,
  requires,
  requires_approval: true,
  approval_id: 'APPROVAL',
});

const loadedDemo = {
  skill_id: 'demo',
  version: '1.2.0',
  digest: 'DIGEST',
  source: 'ROOT/demo',
  format: 'markdown',
  capabilities: [capability('demo.find', ['secret:DEMO_TOKEN']), capability('demo.add', [])],
  pending_approvals: 2,
  diagnostics: [],
  hint: 'run `skillc approvals` to review',
};

test('a path is loaded, and loading it again is the same', async () => {
  for (const _ of [1, 2]) {
    const { code, document } = await at.json(['load', at.skill]);
    expect([code, steady(document, at)]).toEqual([0, loadedDemo]);
  }
  const { code, out } = await at.run(['load', at.skill]);
  expect([code, out.split('\n')[0]?.replace(/sha256:\w+/, 'DIGEST'), out.split('\n')[3]]).toEqual([
    0,
    'loaded demo 1.2.0  DIGEST',
    'run `skillc approvals` to review',
  ]);
});

test('another version says what it can touch more and less', async () => {
  await at.run(['load', at.skill]);
  const file = join(at.skill, 'SKILL.md');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(`-X POST "${at.origin}/v1/items"`, `-X POST "${at.origin}/v2/items"`),
  );
  const { code, document } = await at.json(['load', at.skill]);
  expect([code, steady(document, at)]).toEqual([
    0,
    {
      ...loadedDemo,
      changes: {
        added: [{ kind: 'network', method: 'POST', origin: 'ORIGIN', path: '/v2/items' }],
        removed: [{ kind: 'network', method: 'POST', origin: 'ORIGIN', path: '/v1/items' }],
      },
    },
  ]);
});

test('content with another digest than asked for is not loaded', async () => {
  const { document } = await at.json(['load', at.skill]);
  await at.run(['unload', 'demo']);
  const wrong = await at.json(['load', at.skill, '--digest', `sha256:${'0'.repeat(64)}`]);
  expect([wrong.code, steady(wrong.document, at)]).toEqual([
    3,
    {
      outcome: 'denied',
      reason: {
        code: 'load/digest',
        message: 'the content is DIGEST, not what was asked for',
        rules: [],
        remedy: 'look at what changed, then load it with that digest',
      },
    },
  ]);
  expect((await at.run(['load', at.skill, '--digest', 'sha256:1'])).code).toBe(2);
  expect((await at.run(['load', at.skill, '--digest', document.digest])).code).toBe(0);
});

test('a reserved id needs another', async () => {
  const skill = at.write('secret', demoSkill(at.origin).replace('name: demo', 'name: secret'));
  const { code, document } = await at.json(['load', skill]);
  expect([code, document.reason.code]).toEqual([3, 'load/reserved']);
  expect((await at.json(['load', skill, '--as', 'mine'])).document.skill_id).toBe('mine');
  expect((await at.json(['manifest', 'mine'])).document.capabilities.map((one: { id: string }) => one.id)).toEqual([
    'mine.find',
    'mine.add',
  ]);
});

test('what is no skill is exit code 1 and one document', async () => {
  const { code, document } = await at.json(['load', join(at.root, 'missing')]);
  expect([code, steady(document, at)]).toEqual([
    1,
    {
      skill_id: null,
      capabilities: [],
      diagnostics: [
        { code: 'source/missing', severity: 'error', message: 'there is no `ROOT/missing`', help: 'check the path' },
      ],
    },
  ]);
});

describe('a URL of this machine', () => {
  test('waits for an approval, and is loaded after it', async () => {
    const url = `${at.origin}/skill.md`;
    const pinned = `sha256:${(await import('node:crypto')).hash('sha256', demoSkill(at.origin))}`;
    const waiting = await at.json(['load', url, '--digest', pinned]);
    expect([waiting.code, waiting.document.outcome]).toEqual([4, 'waiting']);
    expect((await at.run(['approve', waiting.document.approval_id])).code).toBe(0);
    const { code, document } = await at.json(['load', url, '--digest', pinned]);
    expect([code, steady(document, at)]).toEqual([0, { ...loadedDemo, source: 'ORIGIN/skill.md' }]);
  });

  test('is asked for in a terminal', async () => {
    const url = `${at.origin}/skill.md`;
    expect((await at.run(['load', url], attended('deny'))).code).toBe(3);
    const again = await at.run(['load', url], attended('once'));
    expect([again.code, again.err.includes('approval/denied')]).toEqual([3, true]);
    const [denied] = (await at.json(['approvals'])).document.approvals;
    expect([denied.status, denied.subject.source]).toEqual(['denied', url]);
    expect((await at.run(['approve', denied.id])).code).toBe(0);
    expect((await at.run(['load', url], attended())).code).toBe(0);
  });
});

test('a home that cannot serve is explained without a stack', async () => {
  await at.run(['skills']);
  const config = join(at.home, 'config.yaml');
  writeFileSync(config, 'ask: maybe\n');
  const { code, out, err } = await at.run(['load', at.skill, '--json']);
  const message = `\`${config}\`: \`ask\` is not as it must be`;
  const remedy = 'mend the file: docs/cli.md lists its keys';
  expect([code, JSON.parse(out), err]).toEqual([
    1,
    { outcome: 'failed', reason: { code: 'config/invalid', message, rules: [], remedy } },
    `error[config/invalid]: ${message}\n  = help: ${remedy}\n`,
  ]);
  writeFileSync(config, 'ask: true\n');
  expect((await at.run(['load', at.skill])).code).toBe(0);
});
