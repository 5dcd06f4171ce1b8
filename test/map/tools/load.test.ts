import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadTool, ownTools, shippedTools } from '../../../src/capabilities/load.ts';
import { exampleWords } from '../../../src/map/tools/example-words.ts';
import { matchTool } from '../../../src/map/tools/match-tool.ts';

const good = `program: tool
summary: an example
hosts: ["https://api.example.com"]
rules:
  - when: list
    network: ["$hosts"]
examples:
  match:
    - { run: "tool list", rule: list, effects: ["network https://api.example.com"] }
  reject:
    - { run: "tool drop", as: unknown }
`;

function messages(text: string): readonly string[] {
  const loaded = loadTool(text, 'tool.yaml');
  return loaded.kind === 'bad' ? loaded.diagnostics.map(({ code, message }) => `${code} ${message}`) : [];
}

describe('one file', () => {
  test('that follows its form is a tool', () => {
    expect(messages(good)).toEqual([]);
  });

  test('run alone it is unknown, unless the file says that it prints its help then', () => {
    const kinds = [good, good.replace('hosts', 'help_alone: true\nhosts')].map((text) => {
      const loaded = loadTool(text, 'tool.yaml');
      if (loaded.kind === 'bad') throw new Error('not a tool');
      return matchTool(loaded.tool, exampleWords('tool')).kind;
    });
    expect(kinds).toEqual(['unknown-subcommand', 'matched']);
  });

  test.each([
    [
      'a field nobody knows',
      `${good}permissions: all\n`,
      ['tool/table tool.yaml:12: `permissions` is not a field here'],
    ],
    [
      'a bare host name',
      good.replace('https://api.example.com"]\nrules', 'api.example.com"]\nrules'),
      ['tool/table tool.yaml:3: `api.example.com` is not an origin'],
    ],
    [
      'an example that is not met',
      good.replace('rule: list', 'rule: show'),
      [
        'tool/example tool.yaml:9: `tool list` gives `list: network https://api.example.com`, the example says `show: network https://api.example.com`',
      ],
    ],
    [
      'a duplicate key',
      `${good}program: other\n`,
      ['tool/table tool.yaml:12: Map keys must be unique at line 12, column 1:'],
    ],
    [
      'no rule',
      good.replace(/rules:[\s\S]*examples/, 'rules: []\nexamples'),
      ['tool/table tool.yaml:4: at least one rule is needed'],
    ],
    [
      'operands beside options of unknown length',
      good.replace('network: ["$hosts"]', 'read: ["$1"]\n    other_options: accept'),
      ['tool/table tool.yaml:5: `other_options: accept` cannot go with operands: their number would be a guess'],
    ],
    [
      'a row for a value of an option without one',
      good.replace('rules:', 'options: { refuse: { "--net=host": why } }\nrules:'),
      ['tool/table tool.yaml:4: `--net` needs a row that takes a value, beside the row for one of its values'],
    ],
    [
      'an option in two rows',
      good.replace('rules:', 'options: { flags: ["-x"], read: ["-x"] }\nrules:'),
      ['tool/table tool.yaml:4: `-x` is listed twice'],
    ],
    [
      'an addition to an option without a row',
      good.replace('rules:', 'options: { adds: { "--fix": { write: ["."] } } }\nrules:'),
      ['tool/table tool.yaml:4: `--fix` adds to what it does, so that it needs a row that says it'],
    ],
    [
      'an addition that names an operand',
      good.replace('rules:', 'options: { flags: ["--fix"], adds: { "--fix": { write: ["$1"] } } }\nrules:'),
      ['tool/table tool.yaml:4: `$1` is no fixed place'],
    ],
    [
      'a credential by a name that says nothing',
      good.replace('rules:', 'options: { secret: ["-p", "--password"] }\nrules:'),
      ['tool/table tool.yaml:4: `-p` is no name by which a written credential is found'],
    ],
    ['text that is no YAML', 'program: [', undefined],
    ['an alias', 'program: &a tool\nsummary: *a\n', undefined],
    ['a list', '- program', undefined],
  ])('%s is reported with its line', (_, text, expected) => {
    const found = messages(text);
    if (expected === undefined) expect(found.length).toBeGreaterThan(0);
    else expect(found).toEqual(expected);
  });
});

describe('files of the user and of a project', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skillc-tools-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const verdict = (trust: 'home' | 'project', run: string): string => {
    const { table } = ownTools(folder, trust, shippedTools());
    const words = exampleWords(run);
    const tool = table.get(run.split(' ')[0] ?? '');
    return tool === undefined ? 'no tool' : matchTool(tool, words).kind;
  };

  test("the user's own file makes a program known; the same file in a project does not", () => {
    writeFileSync(join(folder, 'tool.yaml'), good);
    expect(verdict('home', 'tool list')).toBe('matched');
    expect(verdict('project', 'tool list')).toBe('no tool');
    expect(ownTools(folder, 'project').diagnostics.map(({ code }) => code)).toEqual(['tool/project-grant']);
  });

  test('a project can refuse what is known, and nothing else changes', () => {
    const text = 'program: git\nsummary: no pushing here\nrules:\n  - { when: push, refuse: people push }\n';
    writeFileSync(join(folder, 'git.yaml'), text);
    expect(ownTools(folder, 'project').diagnostics).toEqual([]);
    expect(verdict('project', 'git push origin main')).toBe('refused');
    expect(verdict('project', 'git status')).toBe('matched');
  });

  test('a project cannot soften a refusal', () => {
    const rules = '  - { when: ["bisect run", "bisect run ./x"], unknown: ask }';
    const text = `program: git\nsummary: softer\noptions: { unknown: { "--upload-pack": ask } }\nrules:\n${rules}\n`;
    writeFileSync(join(folder, 'git.yaml'), text);
    expect(verdict('project', 'git bisect run ./x')).toBe('refused');
    expect(verdict('project', 'git fetch --upload-pack x')).toBe('refused');
  });

  test('a broken file is a diagnostic, and the others still count', () => {
    writeFileSync(join(folder, 'a.yaml'), 'program: [');
    writeFileSync(join(folder, 'tool.yaml'), good);
    expect(ownTools(folder, 'home').diagnostics.map(({ code }) => code)).toEqual(['tool/table']);
    expect(verdict('home', 'tool list')).toBe('matched');
  });

  test('a folder that is not there holds nothing', () => {
    expect(ownTools(join(folder, 'none'), 'home').diagnostics).toEqual([]);
  });
});
