import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestHost, type TestHost } from './test-host.ts';

let skillc: TestHost;

beforeEach(async () => {
  skillc = await openTestHost();
});

afterEach(() => skillc.close());

/** A skill in the YAML form, whose one operation is code in the document. */
async function load(runtime: string): Promise<void> {
  const directory = join(skillc.root, 'skills/coded');
  mkdirSync(directory, { recursive: true });
  const lines = [
    'skill:',
    '  name: coded',
    '  version: "1.0.0"',
    '  description: Runs code.',
    '  operations:',
    '    - name: greet',
    '      description: Greets.',
    `      runtime: "${runtime}"`,
    '      input:',
    '        city: { type: string, required: true }',
    '        tone: { type: string }',
    '      script: |',
    '        #!/usr/bin/env python3',
    '        import json, sys',
    '        print(json.dumps([json.load(open("/input/input.json")), sys.version_info[0]]))',
  ];
  writeFileSync(join(directory, 'skill.yaml'), `${lines.join('\n')}\n`);
  await skillc.load(join(directory, 'skill.yaml'));
}

test('code in the document gets the inputs of the caller in a file', async () => {
  await load('python:3');
  await skillc.approveAll('coded', { scope: 'always' });
  expect(await skillc.ask('coded.greet', { city: 'Oslo' })).toMatchObject({
    outcome: 'done',
    result: [{ city: 'Oslo' }, 3],
  });
});

test('another minor version is told to who approves', async () => {
  await load('python:3.4');
  expect((await skillc.subjectOf('coded', 'greet'))?.reason).toMatch(
    /; runs with python 3\.\d+\.\d+, not 3\.4 as the skill asks$/,
  );
});

test.each([
  ['python:2.7', 'runtime/missing'],
  ['ruby-of-nowhere', 'program/missing'],
])('for what is not there nobody is asked: %s', async (runtime, code) => {
  await load(runtime);
  expect(await skillc.ask('coded.greet', { city: 'Oslo' })).toMatchObject({
    outcome: 'denied',
    reason: { code, remedy: expect.stringContaining('install') },
  });
});

test('an image is never another place to run', async () => {
  await load('container:no-such-image:1.0');
  expect(await skillc.ask('coded.greet', { city: 'Oslo' })).toMatchObject({
    outcome: 'denied',
    reason: { code: 'sandbox/none', remedy: expect.stringMatching(/ pull no-such-image:1\.0$/) },
  });
});
