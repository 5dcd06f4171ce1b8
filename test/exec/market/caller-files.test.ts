import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHost, type Recorder, reasonCode, recorder, type TestHost } from './test-host.ts';

let skillc: TestHost;
let server: Recorder;

beforeAll(async () => {
  [skillc, server] = await Promise.all([openTestHost(), recorder()]);
  mkdirSync(join(skillc.workspace, 'out'));
  writeFileSync(join(skillc.workspace, 'note.txt'), 'a note');
  writeFileSync(join(skillc.root, 'secret.txt'), 'canary');
  await skillc.load(
    skillc.write('files', {
      Save: `curl -s "${server.origin}/x" -o "out/$NAME"`,
      Send: `curl -s "${server.origin}/x" --data-binary @"$FILE"`,
    }),
  );
  await skillc.approveAll('files');
});

afterAll(async () => {
  await skillc.close();
  await server.close();
});

it('a caller names a file beneath the place that the command gives', async () => {
  expect((await skillc.ask('files.save', { name: 'a.json' })).outcome).toBe('done');
  expect(readFileSync(join(skillc.workspace, 'out', 'a.json'), 'utf8')).toBe('{"ok":true}');
  expect((await skillc.ask('files.send', { file: 'note.txt' })).outcome).toBe('done');
  expect(server.seen.at(-1)?.body).toBe('a note');
});

it.each(['../secret.txt', '/etc/passwd', '~/x', 'a/../../b', '', '*', 'a//b', '${file}'])(
  '%j is no such name',
  async (name) => {
    const before = server.seen.length;
    const saved = await skillc.ask('files.save', { name });
    const sent = await skillc.ask('files.send', { file: name });
    expect([saved.outcome, sent.outcome]).toEqual(['failed', 'failed']);
    expect(reasonCode(sent)).toBe('request/file');
    expect(server.seen.slice(before).map(({ body }) => body)).not.toContain('canary');
    expect(existsSync(join(skillc.root, 'b'))).toBe(false);
  },
);
