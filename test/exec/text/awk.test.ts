import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { awk } from '../../../src/exec/providers/text/awk/index.ts';
import { randomProgram, seeded } from './awk-programs.ts';

// What a program would write goes where it is seen.
const cwd = mkdtempSync(join(tmpdir(), 'skillc-awk-'));

afterAll(() => rmSync(cwd, { recursive: true }));

const input = 'banana 10 x\napple 3.5 yellow\n\n  7 lead -2\ncherry,1,2\n1e2 0x 5\nlast line here too\n';

test('programs at random give what the real awk gives', () => {
  const different: unknown[] = [];
  let answered = 0;
  for (let seed = 0; seed < 400; seed++) {
    const program = randomProgram(seeded(seed));
    const ours = awk({ args: [program], stdin: input, file: () => undefined });
    if (ours.kind === 'unsupported') continue;
    answered++;
    const real = spawnSync('awk', [program], { input, cwd, env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } });
    const [mine, theirs] = [
      [ours.stdout, ours.exitCode],
      [real.stdout.toString('latin1'), real.status],
    ];
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) different.push({ seed, program, mine, theirs });
  }
  expect(different).toEqual([]);
  expect(readdirSync(cwd)).toEqual([]);
  expect(answered).toBeGreaterThan(350);
});

test('what it refuses is named', () => {
  const reasons = Object.fromEntries(
    [
      'BEGIN { system("id") }',
      '{ "id" | getline }',
      '{ getline x < "/etc/passwd" }',
      '{ print | "sh" }',
      '{ print > "out" }',
      '{ print $1 > "out" }',
      'BEGIN { print ENVIRON["HOME"] }',
      'BEGIN { close("x") }',
    ].map((program) => [program, awk({ args: [program], stdin: 'a\n', file: () => undefined })]),
  );
  expect(reasons).toEqual({
    'BEGIN { system("id") }': { kind: 'unsupported', reason: '`system`' },
    '{ "id" | getline }': { kind: 'unsupported', reason: 'a pipe from or to a program' },
    '{ getline x < "/etc/passwd" }': { kind: 'unsupported', reason: '`getline` here' },
    '{ print | "sh" }': { kind: 'unsupported', reason: 'output to a file or a program' },
    '{ print > "out" }': { kind: 'unsupported', reason: 'output to a file or a program' },
    '{ print $1 > "out" }': { kind: 'unsupported', reason: 'a `>` after `print`' },
    'BEGIN { print ENVIRON["HOME"] }': { kind: 'unsupported', reason: '`ENVIRON`' },
    'BEGIN { close("x") }': { kind: 'unsupported', reason: '`close`' },
  });
});
