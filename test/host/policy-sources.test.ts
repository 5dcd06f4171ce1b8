import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPolicy } from '../../src/exec/policy/load.ts';
import { policySources } from '../../src/host/policy-sources.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-policy-'));
  mkdirSync(join(root, 'work', '.skillc'), { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const read = () => loadPolicy(policySources(root, join(root, 'work')));

test.each([
  ['a link to nothing', 'cannot be read (ENOENT)', (file: string) => symlinkSync(join(root, 'gone'), file)],
  ['a link to itself', 'cannot be read (ELOOP)', (file: string) => symlinkSync(file, file)],
  ['a directory', 'is not a file', (file: string) => mkdirSync(file)],
  ['a device', 'is not a file', (file: string) => symlinkSync('/dev/zero', file)],
])('%s in the place of rules denies everything', (_, message, make) => {
  for (const folder of [root, join(root, 'work', '.skillc')]) {
    const source = join(folder, 'policy.yaml');
    make(source);
    expect(read()).toEqual({ kind: 'unreadable', problems: [{ source, line: 1, column: 1, message }] });
    rmSync(source, { recursive: true });
  }
});

test('no file is no rules, and a link to rules is those rules', () => {
  expect(read()).toMatchObject({ kind: 'policy', rules: [] });
  writeFileSync(join(root, 'elsewhere.yaml'), 'trusted_hosts: [https://api.good.test]\n');
  symlinkSync(join(root, 'elsewhere.yaml'), join(root, 'policy.yaml'));
  expect(read()).toMatchObject({ kind: 'policy', trustedHosts: new Set(['https://api.good.test']) });
});
