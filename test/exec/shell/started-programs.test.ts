import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/exec/outcome.ts';
import { findApprovals } from '../../../src/host/approvals.ts';
import { openTestHost, type TestHost } from '../market/test-host.ts';

/** A program of the machine that stands where the configuration says, described by the home's own table. */
const bin = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-started-')));
const locker = join(bin, 'locker');
const table = `program: locker
summary: locks files
options:
  flags: ["--wipe"]
  secret: ["--password"]
rules:
  - when: "*"
    read: ["$*"]
examples:
  match:
    - run: "locker --password <password> a.txt"
      rule: "*"
      effects: ["read a.txt"]
  reject:
    - { run: "locker --made-up", as: unknown }
`;

const tell = `import os, sys
print(os.path.basename(os.getcwd()), *sys.argv[1:], *[os.environ.get(name) for name in ('MODE', 'LATE', 'TOKEN')])
`;

let skillc: TestHost;

beforeEach(async () => {
  writeFileSync(locker, '#!/usr/bin/python3 -I\nimport sys\nprint("locked", *sys.argv[1:])\n', { mode: 0o755 });
  skillc = await openTestHost({ config: `secrets: {store: age-file}\nprograms: {locker: ${locker}}\n` });
  mkdirSync(join(skillc.home, 'tools'));
  writeFileSync(join(skillc.home, 'tools', 'locker.yaml'), table);
  writeFileSync(join(skillc.workspace, 'a.txt'), 'a');
  writeFileSync(join(skillc.workspace, 'b.txt'), 'b');
  await skillc.reopen();
});

afterAll(() => rmSync(bin, { recursive: true }));
afterEach(() => skillc.close());

async function run(program: string): Promise<Outcome> {
  // What is more than one command stands in a group, so that it is one operation.
  const folder = skillc.write('prog', { Run: /[;\n]/.test(program) ? `{\n${program}\n}` : program });
  writeFileSync(join(folder, 'tell.py'), tell);
  const loaded = await skillc.load(folder);
  if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded));
  const [operation] = loaded.operations;
  const open = await findApprovals(skillc.host, 'prog');
  for (const { id, status } of open) if (status === 'pending') await skillc.approveAll(id);
  return skillc.ask(`prog.${operation?.operation.name}`);
}

const result = async (program: string) => {
  const outcome = await run(program);
  return outcome.outcome === 'done' ? outcome.result : [outcome.outcome, outcome.reason.code, outcome.reason.message];
};

describe('a program that a shell program starts', () => {
  test('gets the directory, the words and what is exported or stands in front, as with bash', async () => {
    expect(
      await result(`set -e
export MODE=fast
mkdir -p sub
cp tell.py sub/copy.py
python3 tell.py 1 | tr a-z A-Z
for n in 2 3; do (cd sub && MODE=$n python3 ../tell.py "$n"); done
echo "last: $(python3 tell.py 4)"`),
    ).toBe('WORKSPACE 1 FAST NONE NONE\nsub 2 2 None None\nsub 3 3 None None\nlast: workspace 4 fast None None\n');
  });

  test('a search path of the skill’s own is no other program, and what shells keep is nothing to ask about', async () => {
    expect(await result('export PATH="$HOME/bin:$PATH"\ncd . && python3 tell.py')).toBe('workspace None None None\n');
  });

  test('a variable that only the run brings is asked about', async () => {
    expect(await result('for name in OTHER; do export "$name=x"; python3 tell.py; done')).toEqual([
      'waiting',
      'approval/needed',
      '`variable OTHER` is outside of what was approved: variable LATE, variable MODE',
    ]);
    expect(await result('export OTHER=x\npython3 tell.py')).toBe('workspace None None None\n');
  });

  test('files that a loop names are granted one by one, those of its own at once', async () => {
    expect(await result('for f in a.txt; do locker "$f"; done')).toEqual([
      'waiting',
      'approval/needed',
      '`read a.txt` is outside of what was approved: read ${dynamic:f}',
    ]);
    expect(await result('for f in c.txt; do echo c > c.txt; cat c.txt; locker "$f"; done')).toBe('c\nlocked c.txt\n');
  });
});

describe('the tables of the home are those that programs run by', () => {
  test('a program that the home describes, from the place that its configuration says', async () => {
    expect(await result('if true; then locker a.txt; fi')).toBe('locked a.txt\n');
    expect(await result('if true; then lockers a.txt; fi')).toEqual([
      'failed',
      'shell/exit',
      'bash: lockers: command not found',
    ]);
  });

  test('what a project forbids is forbidden to words that only the run brings', async () => {
    const wiping = 'locker a.txt; for word in -wipe; do locker "-$word" a.txt; done';
    expect(await result(wiping)).toBe('locked a.txt\nlocked --wipe a.txt\n');
    mkdirSync(join(skillc.workspace, '.skillc', 'tools'), { recursive: true });
    writeFileSync(
      join(skillc.workspace, '.skillc', 'tools', 'locker.yaml'),
      `program: locker
summary: locks files
options:
  refuse: { "--wipe": "cannot be undone" }
rules:
  - when: destroy
    refuse: cannot be undone
examples:
  reject:
    - { run: "locker --wipe a.txt", as: refused }
`,
    );
    await skillc.reopen();
    expect(skillc.host.tools.diagnostics).toEqual([]);
    expect(await result(wiping)).toEqual(['denied', 'map/tool-refused', '`locker`: `--wipe` cannot be undone']);
  });
});

describe('a secret on the command line of a program', () => {
  const refused = [
    'secret/no-place',
    '`P` would be a stand-in for the program: no sandbox holds a secret, and the plan sends this one nowhere',
  ];

  test('is refused before it starts, by itself and in a program; without it the program runs', async () => {
    await skillc.secret('P', 'correct horse battery');
    expect(await result('locker --password "$P" a.txt')).toEqual(['denied', ...refused]);
    expect(await result('if true; then locker --password "$P" a.txt; fi')).toEqual(['failed', ...refused]);
    expect(await result('if true; then locker a.txt; fi')).toBe('locked a.txt\n');
  });

  test('the approval says what the program would get', async () => {
    await skillc.load(skillc.write('prog', { Run: 'locker --password "$P" a.txt', Plain: 'locker a.txt' }));
    expect((await findApprovals(skillc.host, 'prog')).map(({ subject }) => subject.reason).sort()).toEqual([
      'gives a stand-in for P; runs `locker` in a sandbox',
      'runs `locker` in a sandbox',
    ]);
  });

  test('a secret of the program itself is not given to code that does not look at it', async () => {
    await skillc.secret('TOKEN', 'tok-0123456789abcdef');
    const quiet = `if [ -n "$TOKEN" ]; then python3 -c 'import os; print(sorted(os.environ))'; fi`;
    expect(await result(quiet)).not.toContain('TOKEN');
  });
});
