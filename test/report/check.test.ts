import { readFileSync } from 'node:fs';
import { Ajv, type AnySchemaObject } from 'ajv';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/ir/catalogue/index.ts';
import { noCommands } from '../../src/ir/command-counts.ts';
import { diagnose } from '../../src/ir/diagnostic.ts';
import { checkJson, checkRow } from '../../src/report/check-json.ts';
import { checkedSkillText, checkTotalsText } from '../../src/report/check-text.ts';
import type { CheckedSkill } from '../../src/report/checked-skill.ts';
import { jsonText } from '../../src/report/json-text.ts';
import { sourcesOfText } from '../../src/report/line-index.ts';
import { noColours } from '../../src/report/paint.ts';
import { sarifLog, sarifResults } from '../../src/report/sarif.ts';
import { sourcePath } from '../../src/report/source-path.ts';

const text = '# Search\n\ncurl --requst POST\n';
const start = text.indexOf('--requst');

const compiled: CheckedSkill = {
  path: 'skills/my search',
  skillId: 'search',
  format: 'markdown',
  entry: 'SKILL.md',
  operations: 2,
  commands: { total: 5, mapped: 2, sandboxed: 1, unknown: 1, refused: 1 },
  diagnostics: [
    diagnose(
      'map/unknown-option',
      '`--requst`\u202E is not known',
      { source: 'SKILL.md', start, end: start + 8 },
      'did you mean `--request`?',
    ),
    diagnose('map/dynamic', 'in a script', { source: 'scripts/run.sh', start: 0, end: 2 }),
  ],
  sources: (source) =>
    source === 'SKILL.md' ? sourcesOfText('SKILL.md', text)(source) : sourcesOfText(source, 'ls\n')(source),
  place: (source) => `skills/my search/${source}`,
};

const missing: CheckedSkill = {
  path: '/none',
  operations: 0,
  commands: noCommands,
  diagnostics: [diagnose('source/missing', 'there is no `/none`')],
  sources: () => undefined,
  place: String,
};

const rows = [checkRow(compiled), checkRow(missing)];

test('the JSON form', () => {
  const dynamic = diagnose('map/dynamic', '');
  expect(checkJson(rows)).toEqual({
    skills: [
      {
        path: 'skills/my search',
        skill_id: 'search',
        format: 'markdown',
        operations: 2,
        commands: { total: 5, mapped: 2, sandboxed: 1, unknown: 1, refused: 1 },
        diagnostics: [
          {
            code: 'map/unknown-option',
            severity: 'warning',
            message: '`--requst`\u202E is not known',
            line: 3,
            column: 6,
            help: 'did you mean `--request`?',
          },
          {
            code: 'map/dynamic',
            severity: 'info',
            message: 'in a script',
            line: 1,
            column: 1,
            file: 'scripts/run.sh',
            ...(dynamic.help === undefined ? {} : { help: dynamic.help }),
          },
        ],
      },
      {
        path: '/none',
        skill_id: null,
        format: null,
        operations: 0,
        commands: noCommands,
        diagnostics: [
          { code: 'source/missing', severity: 'error', message: 'there is no `/none`', help: 'check the path' },
        ],
      },
    ],
    totals: {
      skills: 2,
      compiled: 1,
      operations: 2,
      commands: { total: 5, mapped: 2, sandboxed: 1, unknown: 1, refused: 1 },
      errors: 1,
      warnings: 1,
      infos: 1,
    },
  });
});

test('the text form', () => {
  expect(checkedSkillText(compiled, noColours)).toContain('3 | curl --requst POST\n  |      ^^^^^^^^\n');
  expect(checkedSkillText(compiled, noColours).split('\n').at(-1)).toBe(
    '✓ skills/my search · search (markdown) · 2 operations · 5 commands (2 mapped, 1 sandboxed, 1 unknown, 1 refused) · 1 warning, 1 note',
  );
  expect(checkedSkillText(missing, noColours).split('\n').at(-1)).toBe('✗ /none · not compiled · 1 error');
  expect(checkTotalsText(rows, noColours)).toBe(
    '2 skills checked, 1 compiled · 2 operations · 5 commands (2 mapped, 1 sandboxed, 1 unknown, 1 refused) · 1 error, 1 warning, 1 note',
  );
});

test('JSON shows hidden characters and reads back the same', () => {
  const value = { a: ['\u202E\u{E0041}\u00A0 \n"\\'], '\u200B': 1, lone: '\uD800' };
  for (const indent of [0, 2]) {
    const written = jsonText(value, indent);
    expect(JSON.parse(written)).toEqual(value);
    expect(written).not.toMatch(/[\u202E\u00A0\u200B]|\u{E0041}/u);
  }
});

describe('SARIF', () => {
  const schemaText = readFileSync(new URL('./sarif-2.1.0-rtm.5.schema.json', import.meta.url), 'utf8');
  // Draft 4 differs from the draft that Ajv reads by these two keywords alone, as far as this schema goes.
  const { id: _id, $schema: _draft, ...schema } = JSON.parse(schemaText) as AnySchemaObject;
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  const log = sarifLog([...sarifResults(compiled), ...sarifResults(missing)], '0.1.0');

  test('is valid against the SARIF 2.1.0 (rtm.5) schema', () => {
    validate(log);
    expect(validate.errors).toBeNull();
    expect(validate(sarifLog([], '0.1.0'))).toBe(true);
  });

  test('the schema does refuse', () => {
    expect(validate(sarifLog([{ ruleId: 'x' }], '0.1.0'))).toBe(false);
    expect(validate({ ...log, version: '2.0.0' })).toBe(false);
  });

  test('points at the place', () => {
    const dynamic = diagnose('map/dynamic', '');
    expect(sarifResults(compiled)).toEqual([
      {
        ruleId: 'map/unknown-option',
        ruleIndex: Object.keys(catalogue).indexOf('map/unknown-option'),
        level: 'warning',
        message: { text: '`--requst`\\u{202E} is not known\nhelp: did you mean `--request`?' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'skills/my%20search/SKILL.md', uriBaseId: 'SRCROOT' },
              region: { startLine: 3, startColumn: 6, endLine: 3, endColumn: 14 },
            },
          },
        ],
      },
      {
        ruleId: 'map/dynamic',
        ruleIndex: Object.keys(catalogue).indexOf('map/dynamic'),
        level: 'note',
        message: { text: dynamic.help === undefined ? 'in a script' : `in a script\nhelp: ${dynamic.help}` },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'skills/my%20search/scripts/run.sh', uriBaseId: 'SRCROOT' },
              region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 3 },
            },
          },
        ],
      },
    ]);
    expect(sarifResults(missing)).toMatchObject([
      { locations: [{ physicalLocation: { artifactLocation: { uri: 'file:///none' } } }] },
    ]);
  });
});

test.each([
  ['skills/search', 'search', 'scripts/run.sh', 'skills/search/scripts/run.sh'],
  ['skills/search/', 'search', 'SKILL.md', 'skills/search/SKILL.md'],
  ['skills/search/SKILL.md', 'search', 'scripts/run.sh', 'skills/search/scripts/run.sh'],
  ['SKILL.md', 'search', 'SKILL.md', 'SKILL.md'],
  ['.', 'search', 'SKILL.md', 'SKILL.md'],
  ['a/SKILL.md', undefined, 'SKILL.md', 'a/SKILL.md'],
])('%s in %s: %s is %s', (uri, directory, source, expected) => {
  const bundle = { uri, entry: 'SKILL.md', digest: '', files: new Map() };
  expect(sourcePath(directory === undefined ? bundle : { ...bundle, directory }, source)).toBe(expected);
});
