import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shellWorkers } from '../../../src/exec/providers/shell/shell-run.ts';
import { type Program, readPrograms } from './programs/read-programs.ts';
import { requestFor, runShell } from './run-shell.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-shell-')));
const workers = shellWorkers(1);
const programs = readPrograms();

/** As docs/shell.md lists them: what is refused by name, and what is known to come out otherwise. */
const refused = new Set(['a pattern that ends with a slash']);
const different = new Set(['control.sh 16', 'scripts.sh 35']);

beforeAll(() => {
  if (spawnSync('bash', ['--version']).status !== 0) throw new Error('bash is missing: apt-get install bash');
});

afterAll(async () => {
  await workers.close();
  rmSync(root, { recursive: true, force: true });
});

function folderFor(kind: string, name: string): string {
  const folder = join(root, kind, name.replace(/\W/g, '-'));
  mkdirSync(folder, { recursive: true });
  return folder;
}

function inBash({ name, text }: Program): readonly [string, number | null] {
  const folder = folderFor('real', name);
  const script = join(root, 'program.sh');
  writeFileSync(script, text);
  const { env } = requestFor({ text, cwd: folder });
  const { stdout, status } = spawnSync('bash', [script], { cwd: folder, env: { ...env } });
  return [stdout.toString().replaceAll(folder, 'FOLDER'), status];
}

async function inShell({ name, text }: Program): Promise<readonly [string, number] | string> {
  const folder = folderFor('ours', name);
  const answer = await runShell(workers, requestFor({ text, cwd: folder }));
  if (answer.kind !== 'ended') return answer.kind === 'refused' ? answer.message : answer.kind;
  return [Buffer.from(answer.stdout).toString().replaceAll(folder, 'FOLDER'), answer.exitCode];
}

test('there are more than three hundred', () => {
  expect(programs.length).toBeGreaterThanOrEqual(300);
});

test('the same output and status as bash, or a refusal that is listed', async () => {
  const wrong: unknown[] = [];
  const refusals = new Set<string>();
  const otherwise = new Set<string>();
  for (const program of programs) {
    const [real, ours] = [inBash(program), await inShell(program)];
    if (JSON.stringify(real) === JSON.stringify(ours)) continue;
    const what = typeof ours === 'string' ? ours.replace(/ is not run here$/, '') : '';
    if (refused.has(what)) refusals.add(what);
    else if (different.has(program.name)) otherwise.add(program.name);
    else wrong.push({ program: program.name, text: program.text, real, ours });
  }
  expect(wrong).toEqual([]);
  // The lists say what is so: neither is longer than it must be.
  expect([refusals, otherwise]).toEqual([refused, different]);
}, 120_000);

test('nothing of what was refused or differs is missing from the documentation', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/shell.md'), 'utf8');
  for (const what of refused) expect(page).toContain(what);
});
