import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-process-'));
  for (let at = 0; at < 200; at++) {
    mkdirSync(join(root, `s${at}`));
    writeFileSync(
      join(root, `s${at}`, 'SKILL.md'),
      '# S\n\n## List\n\n```bash\ncurl https://api.example.com/v1/x\n```\n',
    );
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A fault must leave its report here and not in the user's home. */
function environment() {
  return { ...process.env, SKILLC_HOME: join(root, 'home') };
}

function shell(line: string) {
  return spawnSync('bash', ['-o', 'pipefail', '-c', line, 'test', process.execPath, bin, root], {
    encoding: 'utf8',
    env: environment(),
  });
}

test('a reader that goes away is not an error', () => {
  const { status, stdout, stderr } = shell('"$1" "$2" check "$3" | head -n 1');
  expect([status, stdout.split('\n').length, stderr]).toEqual([0, 2, '']);
});

test('batch answers while the input is still open', async () => {
  const child = spawn(process.execPath, [bin, 'map', '--batch'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: environment(),
  });
  child.stdin.write('echo a\0');
  const [line] = await once(child.stdout, 'data');
  expect(JSON.parse(String(line)).command).toBe('echo a');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each(['bash', 'zsh', 'fish'])('the completion for %s names every command', (shellName) => {
  const script = execFileSync(process.execPath, [bin, 'completion', shellName], { encoding: 'utf8' });
  expect(
    ['map', 'check', 'manifest', 'execute', 'secret', 'import', 'completion', 'format', 'batch'].filter(
      (word) => !script.includes(word),
    ),
  ).toEqual([]);
  if (shellName === 'bash') {
    const { stdout } = spawnSync(
      'bash',
      ['-c', `${script}\nCOMP_WORDS=(skillc check --for) COMP_CWORD=2; _skillc; echo "\${COMPREPLY[@]}"`],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe('--format\n');
  }
});

test('a command that opens a home ends, also when it fails', () => {
  const load = (...words: string[]) =>
    spawnSync(process.execPath, [bin, 'load', ...words], { encoding: 'utf8', env: environment(), timeout: 20_000 });
  expect([load(join(root, 's1')).status, load(join(root, 's1'), '--as', 'skill').status]).toEqual([0, 3]);
});
