import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectFormat } from '../../../src/parse/detect-format.ts';
import { parseSkill } from '../../../src/parse/index.ts';
import { bundleOf } from '../bundle-of.ts';

test('content decides, the name only where content could be either', () => {
  for (const [path, text, kind] of [
    ['SKILL.md', '---\nname: a\n---\n# A\n', 'markdown'],
    ['skill.yaml', '---\nname: a\n---\n# A\n\nText\n', 'markdown'],
    ['SKILL.md', '# Title\n\ntext\n', 'markdown'],
    ['README', 'some text without anything\n', 'markdown'],
    ['skill.yaml', 'name: a\noperations: []\n', 'yaml'],
    ['skill.yaml', '# comment\n---\nname: a\n', 'yaml'],
    ['skill.yaml', '# name: a\nname: b\ndescription: |\n  ```\n  x\n  ```\n', 'yaml'],
    ['SKILL.md', 'openapi: 3.1.0\ninfo: {}\n', 'yaml'],
    ['SKILL.md', 'skill:\n  name: a\n', 'yaml'],
    ['download', '{"openapi": "3.0.0"}', 'json'],
    ['a.yaml', '{\n  "swagger": "2.0"}', 'json'],
    ['a.md', '{"name": "x"}', 'json'],
    ['skill.toml', '[skill]\nname = "a"\n', 'unknown'],
    ['skill', 'name = "a"\n', 'unknown'],
    ['index.html', '<!doctype html>\n<html>', 'unknown'],
    ['skill.md', '  <html><body>404</body></html>', 'unknown'],
    ['a.png', 'xx', 'unknown'],
    ['a.yaml', ' \n', 'unknown'],
  ] as const) {
    expect([path, text, detectFormat(path, text).kind]).toEqual([path, text, kind]);
  }
});

test('what no front end knows is named, with a way out', () => {
  for (const [path, text] of [
    ['skill.toml', '[skill]\nname = "a"\n'],
    ['a.yaml', 'some: thing\n'],
    ['a.json', '[1]'],
    ['a.yaml', ''],
    ['a.html', '<html>'],
  ] as const) {
    const parsed = parseSkill(bundleOf({ [path]: text }));
    expect(parsed.skill).toBeUndefined();
    expect(parsed.diagnostics).toMatchObject([
      { code: 'parse/format-unknown', help: 'give a SKILL.md, a skill in YAML or JSON, or an OpenAPI document' },
    ]);
  }
});

test('an entry that is not in the bundle is a reason, not a fault', () => {
  expect(parseSkill({ ...bundleOf({}), entry: 'x' }).diagnostics[0]?.code).toBe('parse/format-unknown');
});

test('any bytes under any name give a skill or a reason', () => {
  const name = fc.constantFrom('SKILL.md', 'skill.yaml', 'skill.json', 'x', 'a.toml');
  const starts = fc.constantFrom(
    '',
    '{',
    '---\n',
    'openapi: 3.0.0\n',
    'skill:\n',
    '{"swagger":"2.0",',
    '# ',
    '```bash\n',
  );
  fc.assert(
    fc.property(
      name,
      starts,
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary' }),
      (path, start, raw, text) => {
        for (const content of [raw, start + text]) {
          const { skill, diagnostics } = parseSkill(bundleOf({ [path]: content }));
          expect(skill !== undefined || diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
        }
      },
    ),
  );
});
