import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestHost, type Recorder, reasonCode, recorder, type TestHost } from './test-host.ts';

let server: Recorder;
let skillc: TestHost;
let folder: string;

beforeEach(async () => {
  server = await recorder();
  skillc = await openTestHost();
  folder = skillc.write('snap', { Get: `curl -s "${server.origin}/approved"` });
  await skillc.load(folder);
});

afterEach(async () => {
  await Promise.all([skillc.close(), server.close()]);
});

const urls = () => server.seen.map(({ url }) => url);
const rewrite = () => skillc.write('snap', { Get: `curl -s "${server.origin}/other"` });

/** Every stored file that holds this text. */
function blobsWith(text: string): readonly string[] {
  const all = readdirSync(join(skillc.home, 'blobs'), { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

test('a file rewritten after its approval: the approved bytes run, in this process and the next', async () => {
  await skillc.approveAll('snap', { scope: 'always' });
  rewrite();
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  await skillc.reopen();
  rmSync(folder, { recursive: true });
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  expect(urls()).toEqual(['/approved', '/approved']);
});

test('a file rewritten while the question is open: what was shown runs', async () => {
  const waiting = await skillc.ask('snap.get');
  rewrite();
  await skillc.reopen();
  const ids = await skillc.approveAll('snap', { scope: 'once' });
  expect(waiting).toMatchObject({ outcome: 'waiting', approval_id: ids[0] });
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  expect(urls()).toEqual(['/approved']);
});

test.each([
  ['changed', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('/approved', '/otherwise'))],
  ['emptied', (file: string) => writeFileSync(file, '')],
  ['gone', (file: string) => rmSync(file)],
])('a stored copy that is %s runs nothing, and loading it again brings it back', async (_how, damage) => {
  await skillc.approveAll('snap', { scope: 'always' });
  const files = blobsWith('/approved');
  expect(files).toHaveLength(1);
  for (const file of files) damage(file);
  await skillc.reopen();
  expect(reasonCode(await skillc.ask('snap.get'))).toBe('skill/snapshot');
  expect(urls()).toEqual([]);
  expect((await skillc.load(folder)).kind).toBe('loaded');
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  expect(urls()).toEqual(['/approved']);
});

test('the list of stored files cannot be exchanged for another', async () => {
  await skillc.approveAll('snap', { scope: 'always' });
  const [list] = blobsWith('"files"');
  writeFileSync(
    list ?? '',
    readFileSync(list ?? '', 'utf8').replace(/sha256:[0-9a-f]{64}/, `sha256:${'0'.repeat(64)}`),
  );
  await skillc.reopen();
  expect(reasonCode(await skillc.ask('snap.get'))).toBe('skill/snapshot');
  expect(urls()).toEqual([]);
});

test('one damaged skill does not hide the questions of another', async () => {
  await skillc.load(skillc.write('second', { Get: `curl -s "${server.origin}/second"` }));
  for (const file of blobsWith('/approved')) writeFileSync(file, 'x');
  await skillc.reopen();
  expect(await skillc.approveAll('second')).toHaveLength(1);
  expect((await skillc.ask('second.get')).outcome).toBe('done');
});

test('other bytes under the same id end every grant, and say what is new', async () => {
  const old = await skillc.approveAll('snap', { scope: 'always' });
  expect((await skillc.ask('snap.get')).outcome).toBe('done');
  const loaded = await skillc.load(rewrite());
  expect(loaded).toMatchObject({
    kind: 'loaded',
    replaced: true,
    diff: {
      added: [{ kind: 'network', method: 'GET', origin: server.origin, path: '/other' }],
      removed: [{ kind: 'network', method: 'GET', origin: server.origin, path: '/approved' }],
    },
  });
  const outcome = await skillc.ask('snap.get');
  expect(outcome.outcome).toBe('waiting');
  expect(old).not.toContain((outcome as { approval_id?: string }).approval_id);
  // Back to the first bytes: the grant that ended stays ended.
  skillc.write('snap', { Get: `curl -s "${server.origin}/approved"` });
  await skillc.load(folder);
  expect((await skillc.ask('snap.get')).outcome).not.toBe('done');
  expect(urls()).toEqual(['/approved']);
});

test('one byte outside any command is another skill too', async () => {
  await skillc.approveAll('snap', { scope: 'always' });
  const file = join(folder, 'SKILL.md');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
  await skillc.load(folder);
  expect((await skillc.ask('snap.get')).outcome).toBe('waiting');
  expect(urls()).toEqual([]);
});
