import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { acceptTool } from '../../../src/host/accept-tool.ts';
import { findApprovals } from '../../../src/host/approvals.ts';
import { type Learned, type LearnRequest, learnTool } from '../../../src/host/learn-tool.ts';
import { suggestTools } from '../../../src/host/suggest-tools.ts';
import { openTestHost, type TestHost } from '../market/test-host.ts';

let skillc: TestHost;

/** A tool that nobody has described: reads a file, writes another, starts a program, wants a host. */
const tool = `#!/usr/bin/python3 -I
import subprocess, sys, urllib.request
source, target = sys.argv[-2:]
text = open(source).read()
open(target, 'w').write(subprocess.run(['/usr/bin/tr', 'a-z', 'A-Z'], input=text, text=True, capture_output=True).stdout)
try: urllib.request.urlopen('https://stats.example.com/ping', timeout=5)
except Exception: pass
try: open('/home/nobody/.shoutrc')
except OSError: pass
`;

const bin = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-learn-')));
const shout = join(bin, 'shout');

beforeEach(async () => {
  writeFileSync(shout, tool, { mode: 0o755 });
  skillc = await openTestHost({ config: `secrets: {store: age-file}\nprograms: {shout: ${shout}}\n` });
  writeFileSync(join(skillc.workspace, 'in.txt'), 'hello');
});

afterAll(() => rmSync(bin, { recursive: true }));
afterEach(() => skillc.close());

const request = (target: string, more: Partial<LearnRequest> = {}): LearnRequest => ({
  target,
  actor: 'agent',
  session: 'default',
  ...more,
});

/** The yes of a person, then the run. */
async function learned(given: LearnRequest): Promise<Extract<Learned, { kind: 'learned' }>> {
  const asked = await learnTool(skillc.host, given);
  const id = asked.outcome.outcome === 'waiting' ? asked.outcome.approval_id : undefined;
  if (asked.kind !== 'outcome' || id === undefined) throw new Error(JSON.stringify(asked));
  await skillc.approveAll(id, { scope: 'session' });
  const done = await learnTool(skillc.host, given);
  if (done.kind !== 'learned') throw new Error(JSON.stringify(done));
  return done;
}

const files = { read: ['in.txt'], write: ['out.txt'] };

test('a tool is watched and a table is proposed, and nothing more is given to it than was approved', async () => {
  const { observation, proposal, problems, outcome } = await learned(request('shout --loud in.txt out.txt', files));
  expect(outcome.outcome).toBe('done');
  expect(readFileSync(join(skillc.workspace, 'out.txt'), 'utf8')).toBe('HELLO');
  expect(observation).toEqual({
    read: ['in.txt'],
    written: ['out.txt'],
    missing: ['/home/nobody/.shoutrc'],
    hosts: ['stats.example.com'],
    children: ['/usr/bin/tr'],
  });
  expect(problems).toEqual([]);
  expect(proposal).toContain('# It asked for https://stats.example.com and did not get there.');
  expect(proposal).toContain('# It started /usr/bin/tr.');
  expect(proposal.replace(/^#.*\n/gm, '')).toBe(`program: shout
summary: "as one run of it showed: shout"
hosts:
  - https://stats.example.com
other_options: unknown
options:
  read:
    - --loud
rules:
  - when: "*"
    network:
      - $hosts
    write:
      - $1
examples:
  match:
    - run: shout --loud in.txt out.txt
      rule: "*"
      effects:
        - network https://stats.example.com
        - read in.txt
        - write out.txt
`);
});

test('it runs only when a person agreed, and sees only what was granted', async () => {
  const asked = await learnTool(skillc.host, request('shout in.txt out.txt'));
  expect(asked).toMatchObject({
    kind: 'outcome',
    outcome: { outcome: 'waiting', reason: { message: 'Unknown tool `shout` requires sandboxed execution' } },
  });
  const { observation, outcome } = await learned(request('shout in.txt out.txt'));
  expect(outcome).toMatchObject({ outcome: 'failed', reason: { code: 'program/exit' } });
  expect(observation).toMatchObject({ read: [], missing: ['in.txt'] });
  expect(existsSync(join(skillc.workspace, 'out.txt'))).toBe(false);
});

test('an accepted table is one that the compiler goes by', async () => {
  const command = 'shout in.txt out.txt';
  await skillc.load(skillc.write('loud', { Shout: command }));
  const before = await skillc.subjectOf('loud', 'shout');
  expect(before).toMatchObject({ tier: 3, programs: [{ name: 'shout', digest: expect.stringMatching(/^sha256:/) }] });
  const { program, proposal } = await learned(request(command, files));
  const table = proposal
    .replace(/^hosts:\n.*\n/m, '')
    .replace(/^ +network:\n.*\n/m, '')
    .replace(/^ +- network .*\n/m, '');
  expect(acceptTool(skillc.host, program, table)).toEqual({
    kind: 'accepted',
    file: join(skillc.home, 'tools/shout.yaml'),
  });
  expect(acceptTool(skillc.host, program, table)).toMatchObject({ kind: 'refused', code: 'tool/there' });
  await skillc.reopen();
  expect(await skillc.ask('loud.shout')).toMatchObject({ outcome: 'denied', reason: { code: 'skill/recompiled' } });
  await skillc.load(join(skillc.root, 'skills/loud'));
  expect(await skillc.subjectOf('loud', 'shout')).toMatchObject({
    tier: 2,
    effects: [
      { kind: 'read', path: 'in.txt' },
      { kind: 'write', path: 'out.txt' },
      { kind: 'process', program: 'shout' },
    ],
  });
  await skillc.approveAll('loud', { scope: 'always' });
  expect(await skillc.ask('loud.shout')).toMatchObject({
    outcome: 'done',
    files: { written: [{ path: join(skillc.workspace, 'out.txt'), bytes: 5, how: 'replaced' }] },
  });
});

test('a table of a project can only forbid', async () => {
  const folder = join(skillc.workspace, '.skillc/tools');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'shout.yaml'), 'program: shout\nsummary: x\nrules: [{when: "*", read: ["$1"]}]\n');
  writeFileSync(join(folder, 'zip.yaml'), 'program: zip\nsummary: x\nrules: [{when: "*", refuse: "not here"}]\n');
  await skillc.reopen();
  expect(skillc.host.tools.diagnostics).toMatchObject([{ code: 'tool/project-grant' }]);
  await skillc.load(skillc.write('loud', { Shout: 'shout in.txt out.txt', Pack: 'zip out.zip in.txt' }));
  expect(await skillc.subjectOf('loud', 'shout')).toMatchObject({ tier: 3 });
  expect(await skillc.ask('loud.pack')).toMatchObject({ outcome: 'denied' });
});

test('an operation of a skill is watched under its own approval', async () => {
  await skillc.load(skillc.write('loud', { Shout: 'shout in.txt out.txt' }));
  await skillc.approveAll('loud', { scope: 'always' });
  const found = await learnTool(skillc.host, request('loud.shout'));
  expect(found).toMatchObject({
    kind: 'learned',
    program: 'shout',
    observation: { missing: ['in.txt'] },
  });
});

test.each([
  ['curl https://example.com', 'learn/no-tool'],
  ['shout a | shout b', 'learn/no-tool'],
  ['shout "', expect.any(String)],
  ['no.such', 'capability/unknown'],
])('what is no tool is not watched: %s', async (target, code) => {
  expect(await learnTool(skillc.host, request(target))).toMatchObject({
    kind: 'outcome',
    outcome: { outcome: 'denied', reason: { code } },
  });
  expect(await findApprovals(skillc.host, 'learn')).toEqual([]);
});

test('unknown programs are listed by how often they were asked for', async () => {
  await skillc.load(skillc.write('loud', { Shout: 'shout in.txt out.txt', Murmur: 'murmur x', List: 'git status' }));
  for (let count = 0; count < 3; count++) await skillc.ask('loud.shout');
  await skillc.ask('loud.murmur');
  await skillc.ask('loud.list');
  // Asked for on a command line, which is no operation that could be named.
  await learned(request('shout in.txt out.txt', files));
  expect(await suggestTools(skillc.host)).toEqual([
    { program: 'shout', asked: 4, operations: ['loud.shout'], path: shout },
    { program: 'murmur', asked: 1, operations: ['loud.murmur'], path: null },
  ]);
});

test('a binary that was replaced is asked about again', async () => {
  await skillc.load(skillc.write('loud', { Shout: 'shout in.txt out.txt' }));
  await skillc.approveAll('loud', { scope: 'always' });
  expect(await skillc.ask('loud.shout')).toMatchObject({ outcome: 'failed', reason: { code: 'program/exit' } });
  writeFileSync(shout, `${tool}\n# another\n`);
  expect(await skillc.ask('loud.shout')).toMatchObject({ outcome: 'waiting', reason: { code: 'approval/needed' } });
  writeFileSync(shout, tool);
  expect(await skillc.ask('loud.shout')).toMatchObject({ outcome: 'failed', reason: { code: 'program/exit' } });
});
