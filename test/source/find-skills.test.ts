import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSkills } from '../../src/source/find-skills.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-find-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), 'x');
}

test('a directory of skills is each of them, in order, without what is ignored', () => {
  for (const path of ['b/SKILL.md', 'a/deep/skill.yaml', 'a/notes.md', 'billing.openapi.yaml']) write(path);
  for (const path of ['.git/SKILL.md', 'node_modules/x/SKILL.md', 'b/nested/SKILL.md']) write(path);
  expect(findSkills(root)).toEqual(['billing.openapi.yaml', 'a/deep', 'b'].map((path) => join(root, path)));
});

test('depth ends at six', () => {
  write('1/2/3/4/5/6/SKILL.md');
  write('1/2/3/4/5/6b/7/SKILL.md');
  expect(findSkills(root)).toEqual([join(root, '1/2/3/4/5/6')]);
});

test('a bundle, a file and a directory without skills are themselves', () => {
  write('s/SKILL.md');
  mkdirSync(join(root, 'empty'));
  for (const path of ['s', 's/SKILL.md', 'empty', 'missing'])
    expect(findSkills(join(root, path))).toEqual([join(root, path)]);
});
