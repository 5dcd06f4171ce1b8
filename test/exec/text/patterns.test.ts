import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { egrep, grep } from '../../../src/exec/providers/text/own/grep.ts';
import { compileRegex } from '../../../src/exec/providers/text/regex/regex.ts';
import { sed } from '../../../src/exec/providers/text/sed/index.ts';
import { seeded } from './awk-programs.ts';

function randomPattern(random: () => number, depth: number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const atom = (): string =>
    depth > 0 && random() < 0.4
      ? `(${randomPattern(random, depth - 1)})`
      : pick(['a', 'b', 'c', '.', '[ab]', '[^a]', 'ab', '\\.', '[[:digit:]]', '\\w', 'bc', 'a-', '\\b']);
  const piece = (): string => {
    const one = atom();
    return one.startsWith('\\b') || one.startsWith('\\<') ? one : one + pick(['', '', '*', '+', '?', '{2}', '{1,3}']);
  };
  const sequence = (): string => Array.from({ length: 1 + Math.floor(random() * 3) }, piece).join('');
  return random() < 0.3 ? `${sequence()}|${sequence()}` : sequence();
}

function randomText(random: () => number): string {
  const line = () => Array.from({ length: Math.floor(random() * 12) }, () => 'aabbc .1-'[Math.floor(random() * 9)]);
  return Array.from({ length: 25 }, () => `${line().join('')}\n`).join('');
}

const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin' };

test('patterns at random match as those of the real grep and sed', () => {
  const different: unknown[] = [];
  let answered = 0;
  for (let seed = 0; seed < 200; seed++) {
    const random = seeded(seed);
    const pattern = randomPattern(random, 2);
    const stdin = randomText(random);
    for (const [tool, own, args] of [
      ['grep', grep, ['-nE', pattern]],
      ['grep', grep, ['-noE', pattern]],
      ['grep', grep, ['-nxE', pattern]],
      ['sed', sed, ['-E', `s/${pattern}/<&>/g`]],
    ] as const) {
      const ours = own({ args, stdin, file: () => undefined });
      if (ours.kind === 'unsupported') continue;
      answered++;
      const real = spawnSync(tool, args, { input: stdin, env });
      if (ours.stdout !== real.stdout.toString('latin1') || ours.exitCode !== real.status)
        different.push({ seed, tool, args, stdin, ours: ours.stdout, theirs: real.stdout.toString('latin1') });
    }
  }
  expect(different.slice(0, 3)).toEqual([]);
  expect(answered).toBeGreaterThan(600);
});

test('brackets are filled as those of the real sed', () => {
  const stdin = 'key: value # note\na=1;b=22\n/usr/local/bin/x\n2024-01-31T10:20\n"name": "v", "x": "y"\n';
  for (const script of [
    's/\\([^:]*\\): *\\([^#]*\\)#.*/\\2|\\1/',
    's/\\(.*\\)\\/\\(.*\\)/\\2 in \\1/',
    's/\\([a-z]\\)=\\([0-9]*\\)/\\2=\\1/g',
    's/\\([0-9]\\{4\\}\\)-\\([0-9][0-9]\\)-\\([0-9]*\\).*/\\3.\\2.\\1/',
    's/.*"name": *"\\([^"]*\\)".*/\\1/',
  ]) {
    const real = spawnSync('sed', [script], { input: stdin, env });
    expect(sed({ args: [script], stdin, file: () => undefined })).toEqual({
      kind: 'ran',
      stdout: real.stdout.toString(),
      stderr: '',
      exitCode: 0,
    });
  }
});

// With an engine that goes back and tries again each of these would take longer than the sun has left.
test.each([
  ['(a+)+$'],
  ['(a|a)*b'],
  ['(a|aa)+$'],
  [`${'a?'.repeat(40)}${'a'.repeat(40)}$`],
  ['(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)b'],
  ['((a{0,20}){0,20}){0,3}b'],
  ['([a-z]+)*[0-9]'],
])('a pattern takes no longer for being badly written: %s', (pattern) => {
  const line = `${'a'.repeat(1000)}!`;
  expect(egrep({ args: ['-c', pattern], stdin: `${line}\n`, file: () => undefined })).toMatchObject({ exitCode: 1 });
  expect(compileRegex(pattern.replace(/\$$/, ''), 'extended').find(`${'a'.repeat(300)}b1`, 0)).toMatchObject({
    start: 0,
  });
});

test.each([['(?:a+)+$'], ['(?:a|a)*b'], ['(?=(?:a+)+$)a'], ['^(?:.*?,){11}P']])('nor one of Perl: %s', (pattern) => {
  const stdin = `${'a,'.repeat(400)}!\n`;
  expect(grep({ args: ['-cP', pattern], stdin, file: () => undefined })).toMatchObject({ exitCode: 1 });
});

test('a line as long as a file', () => {
  const stdin = `${'{"x":"abc","y":1},'.repeat(20_000)}\n`;
  const script = 's/.*"z":"\\([^"]*\\)".*/\\1/';
  expect(sed({ args: [script], stdin, file: () => undefined })).toMatchObject({ stdout: stdin });
});
