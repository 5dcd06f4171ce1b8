import { expect, test } from 'vitest';
import { parseSkill } from '../../../src/parse/index.ts';
import { bundleOf, withoutSpans } from '../bundle-of.ts';

const literal = (value: string) => [{ kind: 'literal', value }];
const header = (name: string, value: string) => ({ name: literal(name), value: literal(value) });

const canonical = `skill:
  name: "notes"
  version: "1.0.0"
  description: "Work with notes"
  data_classifications:
    - pii.user_query
  operations:
    - name: "search"
      description: "Search notes"
      method: "POST"
      endpoint: "https://api.notes.test/v1/search"
      auth:
        type: "bearer"
        env_var: "NOTES_TOKEN"
      input:
        query: { type: "string", required: true }
        limit: { type: "integer", default: 10 }
      output:
        results: { type: "array", items: { type: "object" } }
    - name: "run_analysis"
      description: "Analyse"
      runtime: "python:3.11"
      script: |
        print(1)
      sandbox:
        network: { egress: ["api.notes.test"] }
        filesystem: { read: ["/input"], write: ["/output"] }
    - name: "convert"
      command: |
        ffmpeg -i in.mp4 \\
          out.mp4
`;

const search = {
  kind: 'operation',
  name: 'search',
  description: 'Search notes',
  input: {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'integer', default: 10 } },
    required: ['query'],
  },
  output: { type: 'object', properties: { results: { type: 'array', items: { type: 'object' } } } },
  body: {
    kind: 'http',
    request: {
      method: literal('POST'),
      url: literal('https://api.notes.test/v1/search'),
      headers: [
        {
          name: literal('Authorization'),
          value: [
            { kind: 'literal', value: 'Bearer ' },
            { kind: 'secret', name: 'NOTES_TOKEN' },
          ],
        },
      ],
      impliedHeaders: [
        header('User-Agent', 'skillc'),
        header('Accept', '*/*'),
        header('Content-Type', 'application/json'),
      ],
      body: {
        kind: 'json',
        value: {
          kind: 'object',
          members: [
            { key: 'query', value: { kind: 'param', name: 'query', optional: false } },
            { key: 'limit', value: { kind: 'param', name: 'limit', optional: false } },
          ],
        },
      },
      redirects: { kind: 'same-origin', max: 5 },
      failOnStatus: true,
      includeHeaders: false,
      decompress: false,
      output: { kind: 'stdout' },
      writes: [],
    },
  },
};

test('the canonical form, whole', () => {
  const { skill, diagnostics } = parseSkill(bundleOf({ 'skill.yaml': canonical }));
  expect(diagnostics).toEqual([]);
  const [first, second, third] = skill?.operations ?? [];
  expect(withoutSpans(first)).toEqual(search);
  expect(withoutSpans(second)).toEqual({
    kind: 'operation',
    name: 'run_analysis',
    description: 'Analyse',
    body: { kind: 'script', runtime: 'python:3.11', source: 'print(1)\n' },
    sandbox: { egress: ['api.notes.test'], read: ['/input'], write: ['/output'] },
  });
  expect(third?.body.kind).toBe('shell');
  expect(withoutSpans({ ...skill, operations: [] })).toEqual({
    kind: 'skill',
    id: 'notes',
    name: 'notes',
    version: '1.0.0',
    description: 'Work with notes',
    source: { uri: 'skill.yaml', digest: 'sha256:test', format: 'yaml', entry: 'skill.yaml' },
    classifications: ['pii.user_query'],
    secrets: [{ name: 'NOTES_TOKEN', primary: true }],
    env: [],
    operations: [],
    setup: [],
    declared: {},
    metadata: {},
    files: [],
  });
});

test('words of a command in block text lead to their place in the file', () => {
  const { skill } = parseSkill(bundleOf({ 'skill.yaml': canonical }));
  const body = skill?.operations[2]?.body;
  const node = body?.kind === 'shell' ? body.program.statements[0]?.node : undefined;
  const words = node?.kind === 'command' ? node.words : [];
  expect(words.map(({ text }) => text)).toEqual(['ffmpeg', '-i', 'in.mp4', 'out.mp4']);
  expect(words.map(({ span }) => canonical.slice(span.start, span.end))).toEqual(['ffmpeg', '-i', 'in.mp4', 'out.mp4']);
});

test('bare or under `skill`, list or map, YAML or JSON: the same operation', () => {
  const operation = {
    description: 'Search notes',
    method: 'POST',
    endpoint: 'https://api.notes.test/v1/search',
    auth: { type: 'bearer', env_var: 'NOTES_TOKEN' },
    input_schema: {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'integer', default: 10 } },
      required: ['query'],
    },
    output_schema: { type: 'object', properties: { results: { type: 'array', items: { type: 'object' } } } },
  };
  const head = { name: 'notes', description: 'Work with notes' };
  for (const source of [
    { ...head, operations: { search: operation } },
    { skill: { ...head, operations: [{ name: 'search', ...operation }] } },
  ]) {
    const parsed = parseSkill(bundleOf({ 'skill.json': JSON.stringify(source) }));
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.skill?.source.format).toBe('json');
    expect(withoutSpans(parsed.skill?.operations)).toEqual([search]);
  }
});

const requestOf = (operation: string, skill = '') => {
  const text = `name: notes\ndescription: d\n${skill}operations:\n  one:\n${operation.replace(/^/gm, '    ')}\n`;
  const parsed = parseSkill(bundleOf({ 'skill.yaml': text }));
  const body = parsed.skill?.operations[0]?.body;
  return {
    request: withoutSpans(body?.kind === 'http' ? body.request : undefined) as Record<string, unknown> | undefined,
    input: parsed.skill?.operations[0]?.input,
    codes: parsed.diagnostics.map(({ code }) => code),
    secrets: parsed.skill?.secrets.map(({ name }) => name),
  };
};

test('a request without a body puts free inputs into the query, path inputs into the path', () => {
  const made = requestOf(`method: GET
endpoint: https://api.notes.test/u/{userId}/n/:id
input:
  userId: {type: string}
  q: {type: string, required: true}
  tags: {type: array, items: {type: string}}`);
  expect(made.request?.url).toEqual([
    { kind: 'literal', value: 'https://api.notes.test/u/' },
    { kind: 'placeholder', name: 'userId', written: '{userId}' },
    { kind: 'literal', value: '/n/' },
    { kind: 'placeholder', name: 'id', written: ':id' },
  ]);
  expect(made.request?.query).toEqual([
    { name: literal('q'), value: [{ kind: 'placeholder', name: 'q', written: 'q' }] },
    {
      name: literal('tags'),
      value: [{ kind: 'placeholder', name: 'tags', written: 'tags', optional: true, style: 'repeat' }],
    },
  ]);
  expect(made.request).not.toHaveProperty('body');
  expect(made.input).toEqual({
    type: 'object',
    properties: {
      userId: { type: 'string' },
      q: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      id: { type: 'string' },
    },
    required: ['userId', 'q', 'id'],
  });
  expect(made.codes).toEqual([]);
});

test('a path gets the skill’s base, else a setting', () => {
  const operation = 'method: GET\nendpoint: /v1/me';
  expect(requestOf(operation, 'base_url: https://api.notes.test/\n').request?.url).toEqual(
    literal('https://api.notes.test/v1/me'),
  );
  const open = requestOf(operation);
  expect(open.request?.url).toEqual([
    { kind: 'variable', name: 'NOTES_BASE_URL' },
    { kind: 'literal', value: '/v1/me' },
  ]);
  expect(open.codes).toEqual(['parse/server-open']);
});

test('every kind of auth goes to its slot', () => {
  const secret = (name: string) => ({ kind: 'secret', name });
  const auth = (written: string) => requestOf(`method: GET\nendpoint: https://a.test/\nauth: ${written}`);
  expect(auth('{type: api_key, env_var: K}').request?.headers).toEqual([
    { name: literal('X-API-Key'), value: [secret('K')] },
  ]);
  expect(auth('{type: header, header: X-Auth, env_var: K}').request?.headers).toEqual([
    { name: literal('X-Auth'), value: [secret('K')] },
  ]);
  expect(auth('{type: api_key, query: key, env_var: K}').request?.query).toEqual([
    { name: literal('key'), value: [secret('K')] },
  ]);
  expect(auth('{type: api_key, in: cookie, name: sid, env_var: K}').request?.cookies).toEqual([
    { name: literal('sid'), value: [secret('K')] },
  ]);
  expect(auth('{type: basic, env_var: K}').request?.basicAuth).toEqual({
    user: [secret('NOTES_USERNAME')],
    password: [secret('K')],
  });
  expect(auth('{type: bearer, env_var: $K}').secrets).toEqual(['K']);
  expect(auth('{type: kerberos, env_var: K}').codes).toEqual(['parse/auth-unsupported']);
  expect(auth('{type: header, header: "X: y", env_var: K}').codes).toEqual(['parse/auth-unsupported']);
});

test('a credential written where its variable belongs is not repeated', () => {
  const text = `name: notes\ndescription: d\noperations:
  one: {method: GET, endpoint: "https://a.test/", auth: {type: bearer, env_var: "sk-live-0123456789"}}\n`;
  const parsed = parseSkill(bundleOf({ 'skill.yaml': text }));
  expect(JSON.stringify(parsed)).not.toContain('sk-live');
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual(['parse/field-value']);
  expect(parsed.skill?.secrets.map(({ name }) => name)).toEqual(['NOTES_API_KEY']);
});

test('a bundled script runs as its command; a path outside is refused', () => {
  const skill = (script: string) =>
    parseSkill(
      bundleOf({
        'skill.yaml': `name: n\ndescription: d\noperations:\n  run: {runtime: "python:3.11", script: ${script}}\n`,
        'scripts/a.py': 'print(1)',
      }),
    );
  const body = skill('scripts/a.py').skill?.operations[0]?.body;
  expect(body?.kind === 'shell' && body.program.text).toBe('python3 scripts/a.py');
  expect(skill('../a.py').diagnostics.map(({ code }) => code)).toContain('parse/path-outside');
  expect(skill('../a.py').skill).toBeUndefined();
  expect(skill('scripts/b.py').diagnostics.map(({ code }) => code)).toEqual([
    'parse/field-value',
    'parse/operation-skipped',
    'parse/operation-missing',
  ]);
});
