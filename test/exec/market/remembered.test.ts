import { afterEach, beforeEach, expect, test } from 'vitest';
import { approve, findApprovals } from '../../../src/host/approvals.ts';
import { loadSkill } from '../../../src/host/load-skill.ts';
import { type Host, openHost } from '../../../src/host/open-host.ts';
import { compile } from '../../../src/index.ts';
import { openTestHost, type Recorder, reasonCode, recorder, type TestHost } from './test-host.ts';

/** What one process remembers of an operation, while another on the same home changes it. */
let server: Recorder;
let skillc: TestHost;
let other: Host;

const who = { session: 'default', actor: 'person' } as const;
const write = (path: string) => skillc.write('snap', { Get: `curl -s "${server.origin}/${path}"` });
const urls = () => server.seen.map(({ url }) => url);

async function loadElsewhere(path: string): Promise<void> {
  await loadSkill(other, { target: write(path), ...who });
  for (const approval of await findApprovals(other, 'snap'))
    await approve(other, approval, { ...who, scope: 'always' });
}

beforeEach(async () => {
  server = await recorder();
  skillc = await openTestHost();
  await skillc.load(write('first'));
  await skillc.approveAll('snap', { scope: 'always' });
  other = await openHost({
    home: skillc.home,
    environment: {},
    workspace: skillc.workspace,
    compile: (bundle) => compile(bundle),
  });
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
});

afterEach(async () => {
  await Promise.all([other.close(), skillc.close(), server.close()]);
});

test('loaded with other content elsewhere: what is loaded now runs, and nothing of before', async () => {
  await loadElsewhere('second');
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  expect(urls()).toEqual(['/first', '/second', '/second']);
});

test('loaded again with the same content: it runs on', async () => {
  await loadElsewhere('first');
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  expect(urls()).toEqual(['/first', '/first']);
});

test('unloaded elsewhere: unknown, until it is loaded again', async () => {
  await other.ledger.submit({ kind: 'unload-skill', skill: 'snap', ...who });
  expect(reasonCode(await skillc.ask('snap.get'))).toBe('capability/unknown');
  await loadElsewhere('first');
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  expect(urls()).toEqual(['/first', '/first']);
});

test('loaded elsewhere with content that nobody has approved: the question is for that', async () => {
  await loadSkill(other, { target: write('second'), ...who });
  const waiting = await skillc.ask('snap.get');
  expect(waiting).toMatchObject({ outcome: 'waiting' });
  expect((await skillc.subjectOf('snap', 'get'))?.effects).toMatchObject([{ kind: 'network', path: '/second' }]);
  expect(urls()).toEqual(['/first']);
});

test('a dry run tells of the operation as it is now', async () => {
  await loadElsewhere('second');
  expect(await skillc.ask('snap.get', {}, { dryRun: true })).toMatchObject({
    outcome: 'done',
    result: { effects: [{ kind: 'network', path: '/second' }] },
  });
});
