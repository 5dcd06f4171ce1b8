import { describe, expect, test } from 'vitest';
import { codes, compiled, head, inEveryFormat, loadErrors } from './judge.ts';
import { prototypes } from './tripwires.ts';

const yamlOnly = ['front matter', 'yaml', 'openapi yaml'];

function errorsIn(yaml: string, json: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(inEveryFormat(yaml, json)).map(([format, files]) => [format, [...new Set(loadErrors(files))]]),
  );
}

function everywhere(code: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.keys(inEveryFormat('', '')).map((format) => [format, [code]]));
}

const loaded = Object.fromEntries(Object.keys(inEveryFormat('', '')).map((format) => [format, []]));

const aliases = (first: string, level: (previous: string) => string): string =>
  Array.from({ length: 8 }, (_, i) => `x-a${i}: &a${i} ${i === 0 ? first : level(`*a${i - 1}`)}`).join('\n');

describe('alias bombs', () => {
  test.each([
    ['lists', aliases('[x]', (name) => `[${Array(9).fill(name).join(', ')}]`)],
    ['maps', aliases('{k: x}', (name) => `{${Array.from({ length: 9 }, (_, i) => `k${i}: ${name}`).join(', ')}}`)],
    ['merge keys', aliases('{k: x}', (name) => `{<<: [${Array(9).fill(name).join(', ')}]}`)],
    ['block style', aliases('[x]', (name) => `\n${Array(9).fill(`  - ${name}`).join('\n')}`)],
    ['itself', 'x-a: &a [*a]'],
    ['itself as a value', 'x-a: &a {b: *a}'],
    ['itself by merging', 'x-a: &a {<<: *a}'],
  ])('of %s', (_, yaml) => {
    const errors = errorsIn(yaml, '"x-a": 1');
    for (const format of yamlOnly) expect([format, errors[format]]).toEqual([format, ['limit/alias']]);
    expect(errorsIn('x-a: &a [x]\nx-b: *a', '"x-a": 1')).toEqual(loaded);
  });
});

describe('reserved keys', () => {
  test.each([
    ['plain', '__proto__: {isAdmin: true}', '"__proto__": {"isAdmin": true}'],
    ['constructor', 'constructor: {prototype: {isAdmin: true}}', '"constructor": {"prototype": {"isAdmin": true}}'],
    ['at depth three', 'x-a: {b: {c: {prototype: 1}}}', '"x-a": {"b": {"c": {"prototype": 1}}}'],
    ['in a list', 'x-a: [{__proto__: 1}]', '"x-a": [{"__proto__": 1}]'],
    ['escaped', '"\\u005f_proto__": 1', '"\\u005f_proto__": 1'],
    ['merged', 'x-a: {<<: {__proto__: {isAdmin: true}}}', '"x-a": {"constructor": 1}'],
    ['merged by alias', 'x-b: &b {__proto__: 1}\nx-a: {<<: *b}', '"x-a": {"__proto__": null}'],
    ['as a complex key', '? __proto__\n: 1', '"__proto__": []'],
  ])('%s', (_, yaml, json) => {
    const before = prototypes();
    expect(errorsIn(yaml, json)).toEqual(everywhere('parse/key-reserved'));
    expect(prototypes()).toEqual(before);
    expect(errorsIn('x-proto: {isAdmin: true}', '"x-proto": {"isAdmin": true}')).toEqual(loaded);
  });

  test.each(['{"openclaw": {"__proto__": 1}}', '{openclaw: {constructor: {}}}', '{\'a\': {"prototype": 1}}'])(
    'in metadata that is written as JSON: %s',
    (json) => {
      const skill = (metadata: string) => ({ 'SKILL.md': `---\nname: demo\ndescription: A\n${metadata}\n---\n` });
      for (const form of [`metadata: ${json}`, `metadata: |\n  ${json}`]) {
        expect(loadErrors(skill(form))).toEqual(['parse/key-reserved']);
      }
      expect(loadErrors(skill('metadata: {"openclaw": {"a": 1}}'))).toEqual([]);
    },
  );

  test('as values and names they are plain text', () => {
    const files = {
      'SKILL.md': `---\nname: constructor\ndescription: __proto__\n---\n## toString\n\`\`\`bash\nls\n\`\`\`\n`,
    };
    const { skill } = compiled(files);
    expect([skill?.name, skill?.operations.map(({ name }) => name)]).toEqual(['constructor', ['to_string']]);
  });
});

describe('duplicate keys', () => {
  test.each([
    ['at the top', 'network: none\nnetwork: all', '"network": "none", "network": "all"'],
    ['below', 'x-a: {network: none, network: all}', '"x-a": {"network": "none", "network": "all"}'],
    ['in a list', 'x-a:\n  - b: 1\n    b: 2', '"x-a": [{"b": 1, "b": 2}]'],
    ['spelled twice', '"network": none\n"netw\\u006frk": all', '"network": "none", "netw\\u006frk": "all"'],
    ['quoted and not', "network: none\n'network': all", '"network": {}, "network": []'],
  ])('%s', (_, yaml, json) => {
    expect(errorsIn(yaml, json)).toEqual(everywhere('parse/key-duplicate'));
    expect(errorsIn('network: none\nnetworks: all', '"network": "none", "networks": "all"')).toEqual(loaded);
  });
});

describe('nesting', () => {
  test.each([
    ['flow lists', '['.repeat(5000), '['.repeat(5000)],
    ['flow maps', '{a: '.repeat(5000), '{"a":'.repeat(5000)],
    ['block lists', `\n${'- '.repeat(400)}x`, '['.repeat(400) + ']'.repeat(400)],
    ['complex keys', `\n  ${'? '.repeat(400)}x`, `${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}`],
    ['mixed', '[{a: '.repeat(3000), '[{"a":'.repeat(3000)],
  ])('of %s', (_, yaml, json) => {
    expect(errorsIn(`x-a: ${yaml}`, `"x-a": ${json}`)).toEqual(everywhere('limit/depth'));
    const deep = `${'['.repeat(20)}1${']'.repeat(20)}`;
    expect(errorsIn(`x-a: ${deep}`, `"x-a": ${deep}`)).toEqual(loaded);
  });
});

describe('tags', () => {
  test.each([
    '!!js/function "function () {}"',
    '!!js/regexp /a/',
    '!!python/object/apply:os.system ["id"]',
    '!!python/name:os.system',
    '!ruby/object:Gem::Installer {}',
    '!custom {}',
    '!<tag:evil.test,2000:x> 1',
    '!!binary aGk=',
    '!!set {a}',
    '!!omap []',
  ])('%s', (value) => {
    const errors = errorsIn(`x-a: ${value}`, '"x-a": 1');
    for (const format of yamlOnly) expect([format, errors[format]]).toEqual([format, ['parse/tag-unknown']]);
    expect(errorsIn('x-a: !!str 1', '"x-a": "1"')).toEqual(loaded);
  });
});

test('types come from our schema, not from guesses', () => {
  const versions = ['1.10', '0x10', '1e3', '2024-01-01', 'no', '010'].map((version) => [
    version,
    compiled({ 'SKILL.md': `---\nname: demo\ndescription: A\nversion: ${version}\n---\n` }).skill?.version,
    compiled({ 'skill.yaml': `skill:\n  name: demo\n  version: ${version}\n  operations: []\n` }).skill?.version,
  ]);
  expect(versions).toEqual(versions.map(([version]) => [version, version, version]));
});

describe('a field that asks for power', () => {
  const fields = ['permissions', 'sandbox', 'auto_approve', 'trusted', 'requires_approval', 'bypassPermissions'];

  test.each(fields)('%s grants nothing and is named', (field) => {
    const body = '```bash\ncurl -X POST https://good.test/x\n```\n';
    const plain = compiled({ 'SKILL.md': head + body });
    const asking = compiled({ 'SKILL.md': `${head.replace(/---\n$/, `${field}: "*"\n---\n`)}${body}` });
    const plan = ({ operations }: typeof plain) => operations.map((one) => [one.digest, one.plan?.requiresApproval]);
    expect(plan(asking)).toEqual(plan(plain));
    expect(plan(plain)).toEqual([[expect.any(String), true]]);
    expect(asking.diagnostics.some(({ message }) => message.includes(`\`${field}\``))).toBe(true);
    expect(codes(plain)).not.toContain('parse/power-ignored');
  });

  test('in YAML, JSON and OpenAPI too', () => {
    for (const [format, files] of Object.entries(inEveryFormat('permissions: "*"', '"permissions": "*"'))) {
      const named = compiled(files).diagnostics.some(({ message }) => message.includes('permissions'));
      expect([format, named]).toEqual([format, true]);
    }
  });
});
