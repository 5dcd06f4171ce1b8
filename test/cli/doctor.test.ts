import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { skillc } from './fake-terminal.ts';

interface Finding {
  readonly part: string;
  readonly state: string;
  readonly found: string;
  readonly remedy?: string;
}

let root: string;
let home: string;
const before = process.cwd();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-doctor-'));
  home = join(root, 'home');
  process.chdir(root);
});

afterEach(() => {
  process.chdir(before);
  rmSync(root, { recursive: true, force: true });
});

async function doctor(): Promise<{ readonly code: number; readonly of: (part: string) => Finding | undefined }> {
  const { code, out } = await skillc(['doctor', '--json'], { env: { SKILLC_HOME: home, HOME: root } });
  const { findings } = JSON.parse(out) as { readonly findings: readonly Finding[] };
  return { code, of: (part) => findings.find((one) => one.part === part) };
}

describe('skillc doctor', () => {
  test('an empty machine is well, and nothing is made on it', async () => {
    const { code, of } = await doctor();
    expect(code).toBe(0);
    expect(of('home')).toEqual({ part: 'home', state: 'good', found: `${home} is made when it is first needed` });
    expect(of('sandbox')).toEqual({
      part: 'sandbox',
      state: 'good',
      found: expect.stringMatching(/^bubblewrap: process, holds .*network/),
    });
    expect(existsSync(home)).toBe(false);
  });

  test('a home in use is verified', async () => {
    const load = join(root, 'skill');
    mkdirSync(load);
    writeFileSync(
      join(load, 'SKILL.md'),
      '---\nname: s\ndescription: d\n---\n# S\n\n```bash\ncurl https://a.test/x\n```\n',
    );
    await skillc(['load', load], { env: { SKILLC_HOME: home, HOME: root } });
    const { code, of } = await doctor();
    expect(code).toBe(0);
    expect(of('log')?.found).toMatch(/^\d+ records, verified from end to end$/);
    expect(of('checkpoints')?.state).toBe('good');
  });

  test('what is broken has a remedy, and the exit code says so', async () => {
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'config.yaml'), 'limits: many\n');
    mkdirSync(join(root, '.skillc'));
    writeFileSync(join(root, '.skillc', 'policy.yaml'), 'rules: [{ id: a, when: "1 +", decision: deny, reason: r }]\n');
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of('configuration')).toEqual({
      part: 'configuration',
      state: 'broken',
      found: expect.stringContaining('`limits` is not as it must be'),
      remedy: 'mend the file: docs/cli.md lists its keys',
    });
    expect(of('policy')?.state).toBe('broken');
    expect(of('policy')?.found).toContain('everything is denied');
  });

  test('a directory above the home that others can change is told with its mode', async () => {
    mkdirSync(join(root, 'open'));
    chmodSync(join(root, 'open'), 0o777);
    home = join(root, 'open', 'home');
    mkdirSync(home, { mode: 0o700 });
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of('home')).toEqual({
      part: 'home',
      state: 'broken',
      found: `\`${join(root, 'open')}\`, above the home, can be changed by other users`,
      remedy: `chmod go-w ${join(root, 'open')}`,
    });
  });
});

describe('skillc init', () => {
  test('writes rules that are read, once', async () => {
    const path = join(root, '.skillc', 'policy.yaml');
    const first = await skillc(['init', '--json'], { env: { SKILLC_HOME: home } });
    expect(JSON.parse(first.out)).toEqual({ path, written: true });
    const { of } = await doctor();
    expect(of('policy')).toEqual({ part: 'policy', state: 'good', found: `2 rules in ${path}` });
    writeFileSync(path, '# mine\n');
    const second = await skillc(['init', '--json'], { env: { SKILLC_HOME: home } });
    expect(JSON.parse(second.out)).toEqual({ path, written: false });
    expect(readFileSync(path, 'utf8')).toBe('# mine\n');
  });
});
