import { describe, expect, test } from 'vitest';
import { strictly } from '../../../src/ir/diagnostic.ts';
import { parseMarkdown } from '../../../src/parse/markdown/index.ts';
import { bundleOf, codesOf, skillOf } from './compile-text.ts';

function parse(frontmatter: string, directory = 'demo', files: Readonly<Record<string, string>> = {}) {
  return parseMarkdown(`---\n${frontmatter}\n---\n# Title\n\nFirst paragraph.\n`, bundleOf(directory, files));
}

const plain = 'name: demo\ndescription: Does a thing.';

describe('fields', () => {
  test('are read with the types we give them', () => {
    const parsed = parse(`${plain}\nversion: 1.10\nlicense: MIT\nhomepage: https://demo.example`);
    const { name, version, license, homepage, description } = skillOf(parsed);
    expect({ name, version, license, homepage, description }).toEqual({
      name: 'demo',
      version: '1.10',
      license: 'MIT',
      homepage: 'https://demo.example',
      description: 'Does a thing.',
    });
  });

  const requires = { bins: ['jq'], env: ['DEMO_URL'] };
  const inner = { requires, primaryEnv: 'DEMO_KEY', api_base: 'https://api.demo.example/v1' };
  const block =
    'metadata:\n  openclaw:\n    requires:\n      env: [DEMO_URL]\n    primaryEnv: DEMO_KEY\n    api_base: https://api.demo.example/v1';
  test.each([
    ['one-line JSON', `metadata: ${JSON.stringify({ openclaw: inner })}`],
    ['an older namespace', `metadata: ${JSON.stringify({ clawdbot: inner })}`],
    ['the oldest namespace', `metadata: ${JSON.stringify({ clawdis: inner })}`],
    ['the namespace of January', `metadata: ${JSON.stringify({ moltbot: inner })}`],
    ['a text that holds JSON', `metadata: '${JSON.stringify({ openclaw: inner })}'`],
    ['block YAML', block],
    [
      'JSON5 over lines, with comments, bare keys and trailing commas',
      `metadata: {\n  // what it needs\n  openclaw: {\n    requires:{env:["DEMO_URL",],},\n    primaryEnv: 'DEMO_KEY', /* key */\n    api_base: "https://api.demo.example/v1",\n  },\n}`,
    ],
    ['top-level fields', 'requires:\n  env: DEMO_URL\nprimaryEnv: DEMO_KEY\napi_base: https://api.demo.example/v1'],
  ])('metadata as %s', (_, field) => {
    const { env, secrets, baseUrl } = skillOf(parse(`${plain}\n${field}`));
    expect({ env, secrets: secrets.map(({ name, primary }) => ({ name, primary })), baseUrl }).toEqual({
      env: ['DEMO_URL'],
      secrets: [{ name: 'DEMO_KEY', primary: true }],
      baseUrl: 'https://api.demo.example/v1',
    });
  });

  test('credentials and hosts come from carapace, in metadata or beside it', () => {
    const carapace =
      'network:\n  domains: [api.demo.example]\ncredentials:\n  - vault_path: a/b\n    env_var: DEMO_TOKEN\n    description: the token';
    const beside = skillOf(parse(plain, 'demo', { 'carapace.yaml': carapace }));
    const within = skillOf(parse(`${plain}\nmetadata:\n  carapace:\n    ${carapace.replaceAll('\n', '\n    ')}`));
    for (const { secrets, declared } of [beside, within]) {
      expect({ declared, secrets: secrets.map(({ span: _, ...secret }) => secret) }).toEqual({
        declared: { egress: ['api.demo.example'] },
        secrets: [{ name: 'DEMO_TOKEN', primary: false, description: 'the token' }],
      });
    }
  });

  test('limits are kept, and several are intersected', () => {
    expect(skillOf(parse(`${plain}\nnetwork: none`)).declared).toEqual({ egress: [] });
    expect(skillOf(parse(`${plain}\nnetwork: all`)).declared).toEqual({});
    const both = `${plain}\nnetwork: [a.example, b.example]\nsandbox:\n  network:\n    egress: [b.example, c.example]`;
    expect(skillOf(parse(both)).declared).toEqual({ egress: ['b.example'] });
  });

  test('install entries are set-up as written', () => {
    const parsed = parse(`${plain}\nmetadata: {"openclaw": {"install": [{"kind": "brew", "formula": "jq"}]}}`);
    expect(skillOf(parsed).setup.map(({ text }) => text)).toEqual(['{"kind": "brew", "formula": "jq"}']);
  });

  test('a field that asks for power gives none and is named', () => {
    const parsed = parse(`${plain}\npermissions: "*"\nsandbox: off\nauto_approve: true`);
    expect(skillOf(parsed).declared).toEqual({});
    expect(
      parsed.diagnostics.filter(({ code }) => code === 'parse/power-ignored').map(({ message }) => message),
    ).toEqual(
      ['permissions', 'sandbox', 'auto_approve'].map(
        (field) => `\`${field}\` grants nothing: a skill cannot give itself permissions`,
      ),
    );
    expect(codesOf(parse(`${plain}\nsandbox:\n  network: none`))).not.toContain('parse/power-ignored');
  });
});

describe('lenient reading', () => {
  test('values with colons are read as text, at their own place', () => {
    const source = "name: demo\ndescription: Use when: it's asked, e.g. note: this";
    const parsed = parse(source);
    expect(skillOf(parsed).description).toBe("Use when: it's asked, e.g. note: this");
    expect(codesOf(parsed)).toContain('parse/frontmatter-repaired');
    expect(codesOf(parse(plain))).not.toContain('parse/frontmatter-repaired');
  });

  test('one unreadable field does not take the others with it', () => {
    const parsed = parse('name: demo\nhint: [a] [b]\ndescription: Does a thing.');
    expect(skillOf(parsed).metadata).toEqual({ name: 'demo', hint: '[a] [b]', description: 'Does a thing.' });
  });

  test('what is missing is taken from directory, title and first paragraph', () => {
    const body = '# My Tool\n\nDoes **many** things.\n';
    const named = skillOf(parseMarkdown(body, bundleOf('my-tool')));
    const { directory: _, ...nowhere } = bundleOf();
    const titled = skillOf(parseMarkdown(body, nowhere));
    expect([named.id, named.name, named.description]).toEqual(['my-tool', 'my-tool', 'Does many things.']);
    expect([titled.id, titled.name]).toEqual(['my-tool', 'My Tool']);
    expect(codesOf(parse('license: MIT'))).toEqual(
      expect.arrayContaining(['parse/name-missing', 'parse/description-missing']),
    );
  });

  test('CRLF and blank lines above are read', () => {
    const parsed = parseMarkdown('\r\n---\r\nname: demo\r\ndescription: A\r\n---\r\n# T\r\n', bundleOf());
    expect(skillOf(parsed).metadata).toEqual({ name: 'demo', description: 'A' });
    expect(codesOf(parsed)).toContain('parse/frontmatter-missing');
  });

  test('an unclosed one is text', () => {
    expect(codesOf(parseMarkdown('---\nname: demo\n\n# T\n', bundleOf()))).toContain('parse/frontmatter-unclosed');
  });
});

describe('strict reading agrees with the reference', () => {
  const refused = (frontmatter: string, directory?: string): boolean =>
    parse(frontmatter, directory)
      .diagnostics.map(strictly)
      .some(({ severity }) => severity === 'error');

  test.each([
    [
      'six fields',
      `${plain}\nlicense: MIT\ncompatibility: any\nallowed-tools: Bash(git:*)\nmetadata:\n  a: "1"`,
      'demo',
    ],
    ['a name of Unicode letters', 'name: größe-2\ndescription: A', 'größe-2'],
    ['a name that NFKC makes equal', 'name: ｄｅｍｏ\ndescription: A', 'demo'],
    ['a description of 1,024 characters', `name: demo\ndescription: ${'😀'.repeat(1024)}`, 'demo'],
    ['a version number as metadata', `${plain}\nmetadata:\n  version: 1.0`, 'demo'],
  ])('accepts %s', (_, frontmatter, directory) => {
    expect(refused(frontmatter, directory)).toBe(false);
  });

  test.each([
    ['another directory', plain, 'other'],
    ['upper case', 'name: Demo\ndescription: A', 'Demo'],
    ['a leading hyphen', 'name: -demo\ndescription: A', '-demo'],
    ['a double hyphen', 'name: de--mo\ndescription: A', 'de--mo'],
    ['an underscore', 'name: de_mo\ndescription: A', 'de_mo'],
    ['65 characters', `name: ${'a'.repeat(65)}\ndescription: A`, 'a'.repeat(65)],
    ['no name', 'description: A', 'demo'],
    ['no description', 'name: demo', 'demo'],
    ['an empty description', 'name: demo\ndescription: "  "', 'demo'],
    ['a long description', `name: demo\ndescription: ${'a'.repeat(1025)}`, 'demo'],
    ['a long compatibility', `${plain}\ncompatibility: ${'a'.repeat(501)}`, 'demo'],
    ['an unknown field', `${plain}\nauthor: me`, 'demo'],
    ['nested metadata', `${plain}\nmetadata:\n  a:\n    b: c`, 'demo'],
    ['a flow map', `${plain}\nmetadata: {a: b}`, 'demo'],
    ['a flow list', `${plain}\nallowed-tools: [Read]`, 'demo'],
    ['an anchor', `${plain}\nlicense: &l MIT`, 'demo'],
    ['a tag', `${plain}\nlicense: !!str MIT`, 'demo'],
    ['a duplicate key', `${plain}\nname: demo`, 'demo'],
    ['dashes in a value', `${plain}\nlicense: a --- b`, 'demo'],
    ['malformed YAML', 'name: demo\ndescription: a: b', 'demo'],
  ])('refuses %s', (_, frontmatter, directory) => {
    expect(refused(frontmatter, directory)).toBe(true);
  });

  test('refuses a file without frontmatter', () => {
    const found = parseMarkdown('# T\n', bundleOf()).diagnostics.map(strictly);
    expect(found.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'parse/frontmatter-missing',
    ]);
  });
});
