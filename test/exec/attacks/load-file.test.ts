import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findApprovals } from '../../../src/host/approvals.ts';
import type { Loaded } from '../../../src/host/load-skill.ts';
import { openTestHost, type TestHost } from '../market/test-host.ts';

let skillc: TestHost;

beforeEach(async () => {
  skillc = await openTestHost();
});

afterEach(() => skillc.close());

const commands = { Get: 'curl -s https://api.example.com/x' };
const url = (path: string) => pathToFileURL(path).href;

function codeOf(loaded: Loaded): string {
  if (loaded.kind !== 'outcome') return loaded.kind;
  return 'reason' in loaded.outcome ? loaded.outcome.reason.code : loaded.outcome.outcome;
}

async function approve(loaded: Loaded, scope: 'once' | 'always' = 'once'): Promise<void> {
  if (loaded.kind !== 'outcome' || loaded.outcome.outcome !== 'waiting') throw new Error(codeOf(loaded));
  await skillc.approveAll(loaded.outcome.approval_id ?? '', { scope });
}

test.each(['person', 'agent'] as const)('a file address asks a %s, and is loaded after the answer', async (actor) => {
  const folder = skillc.write('near', commands);
  const target = url(join(folder, 'SKILL.md'));
  const first = await skillc.load(target, { actor });
  expect([codeOf(first), await skillc.host.operations.row('near')]).toEqual(['approval/needed', undefined]);
  const [{ subject } = { subject: undefined }] = await findApprovals(skillc.host, 'skill.load');
  const place = realpathSync(folder);
  const loaded = await skillc.load(folder, { as: 'twin' });
  expect(loaded.kind === 'loaded' && subject).toMatchObject({
    skill: 'skill.load',
    skill_digest: loaded.kind === 'loaded' ? loaded.bundle.digest : '',
    source: url(place),
    effects: [{ kind: 'read', path: place }],
    classifications: ['local-file'],
    calls: ['io.read-file'],
    reason: `loads a skill from the files of this machine: ${place}`,
  });
  await approve(first);
  expect(codeOf(await skillc.load(target, { actor }))).toBe('loaded');
  expect(await skillc.host.operations.row('near')).toMatchObject({ uri: target });
  // It was for once.
  expect(codeOf(await skillc.load(target, { actor }))).toBe('approval/needed');
});

test('other content is another question', async () => {
  const folder = skillc.write('changing', commands);
  const target = url(join(folder, 'SKILL.md'));
  await approve(await skillc.load(target, { actor: 'agent' }), 'always');
  expect(codeOf(await skillc.load(target, { actor: 'agent' }))).toBe('loaded');
  writeFileSync(join(folder, 'more.txt'), 'x');
  expect(codeOf(await skillc.load(target, { actor: 'agent' }))).toBe('approval/needed');
});

test('the approval names the place that a link leads to', async () => {
  const folder = skillc.write('real', commands);
  symlinkSync(folder, join(skillc.root, 'link'));
  const target = url(join(skillc.root, 'link', 'SKILL.md'));
  await skillc.load(target, { actor: 'agent' });
  const [asked] = await findApprovals(skillc.host, 'skill.load');
  expect(asked?.subject.effects).toEqual([{ kind: 'read', path: realpathSync(folder) }]);
});

test('no rule gets below the question', async () => {
  const allowing = await openTestHost({
    policy: 'rules: [{ id: all, when: "true", decision: allow, reason: anything goes }]\n',
  });
  const folder = allowing.write('allowed', commands);
  expect(codeOf(await allowing.load(url(join(folder, 'SKILL.md'))))).toBe('approval/needed');
  expect(codeOf(await allowing.load(folder))).toBe('loaded');
  await allowing.close();
});

test('an agent is told nothing of files that are no skill, and a person is', async () => {
  const refused = {
    kind: 'outcome',
    outcome: {
      outcome: 'denied',
      call_id: '',
      reason: {
        code: 'load/file',
        message: 'there is no skill at this address that may be read',
        rules: [],
        remedy: 'a person sees why with `skillc check PATH`',
      },
    },
  };
  const missing = url(join(skillc.root, 'missing', 'SKILL.md'));
  mkdirSync(join(skillc.root, 'odd', 'SKILL.md'), { recursive: true });
  for (const target of [missing, url(join(skillc.root, 'odd', 'SKILL.md'))])
    expect(await skillc.load(target, { actor: 'agent' })).toEqual(refused);
  expect(await skillc.load(missing)).toMatchObject({ kind: 'invalid', diagnostics: [{ code: 'source/missing' }] });
});

test('an agent names a file that is called like a skill, forced or not', async () => {
  const target = url(join(skillc.root, 'token.txt'));
  writeFileSync(join(skillc.root, 'token.txt'), 'x');
  for (const force of [false, true])
    expect(codeOf(await skillc.load(target, { actor: 'agent', force }))).toBe('load/file-name');
  expect(codeOf(await skillc.load(target))).toBe('load/not-a-skill');
  expect(codeOf(await skillc.load(target, { force: true }))).toBe('approval/needed');
});

test('what skillc keeps for itself is never part of a skill', async () => {
  const text = '---\nname: around\ndescription: Made for a test.\n---\n# Around\n';
  // The home lies beneath this folder.
  writeFileSync(join(skillc.root, 'SKILL.md'), text);
  writeFileSync(join(skillc.home, 'SKILL.md'), text);
  for (const folder of [skillc.root, skillc.home]) {
    expect(codeOf(await skillc.load(folder))).toBe('load/own-state');
    for (const actor of ['agent', 'person'] as const)
      expect(codeOf(await skillc.load(url(join(folder, 'SKILL.md')), { actor }))).toBe('load/file');
  }
  mkdirSync(join(skillc.root, 'apart'));
  writeFileSync(join(skillc.root, 'apart', 'SKILL.md'), text);
  expect(codeOf(await skillc.load(join(skillc.root, 'apart')))).toBe('loaded');
});
