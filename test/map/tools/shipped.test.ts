import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { allShippedTools, shippedFolder, shippedTools } from '../../../src/capabilities/load.ts';

const folder = join(shippedFolder, 'tools');
const tools = allShippedTools();

test('at least 45 programs ship, each in the file of its name', () => {
  const files = readdirSync(folder).filter((name) => name !== 'aliases.yaml' && name !== 'packages.yaml');
  expect(tools.map(({ program }) => `${program}.yaml`)).toEqual(files.sort());
  expect(tools.length).toBeGreaterThanOrEqual(45);
});

describe.each(tools)('$program', (tool) => {
  test('has examples on both sides', () => {
    expect(tool.examples.match.length).toBeGreaterThanOrEqual(3);
    expect(tool.examples.reject.length).toBeGreaterThanOrEqual(2);
  });
  test('is found by each of its names, with one file read', () => {
    for (const name of [tool.program, ...tool.aliases]) expect(shippedTools().get(name)?.program).toBe(tool.program);
  });
  test('binds each secret to one of its hosts or to a host the user sets', () => {
    for (const { origin } of tool.secrets)
      expect([...tool.hosts, 'https://${setting:ETHERSCAN_HOST}']).toContain(origin);
  });
});

test('the index of aliases says what the files say', () => {
  const index = parse(readFileSync(join(folder, 'aliases.yaml'), 'utf8')) as Record<string, string>;
  const said = tools.flatMap(({ program, aliases }) => aliases.map((alias) => [alias, program] as const));
  expect(index).toEqual(Object.fromEntries(said));
  expect(new Set([...said.map(([alias]) => alias), ...tools.map(({ program }) => program)]).size).toBe(
    said.length + tools.length,
  );
});

test('the index of packages names programs whose files name the package', () => {
  const index = parse(readFileSync(join(folder, 'packages.yaml'), 'utf8')) as Record<string, string>;
  for (const [name, program] of Object.entries(index)) {
    expect(shippedTools().get(program)?.packages.npm).toContain(name);
    expect(shippedTools().ofPackage?.(name)).toBe(program);
  }
});

test('names that are no programs find nothing', () => {
  const table = shippedTools();
  for (const name of [
    '',
    'aliases',
    'packages',
    '../tools/git',
    'git.yaml',
    'GIT',
    '/etc/passwd',
    '__proto__',
    'constructor',
  ]) {
    expect(table.get(name)).toBeUndefined();
  }
});
