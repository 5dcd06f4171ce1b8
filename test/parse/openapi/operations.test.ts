import { expect, test } from 'vitest';
import { parseSkill } from '../../../src/parse/index.ts';
import { bundleOf, withoutSpans } from '../bundle-of.ts';
import { documentOf, hole, literal, load, ok, requestOf } from './document-of.ts';

test('a document becomes a skill', () => {
  const { skill, codes } = load(
    documentOf(
      { '/pets': { get: { operationId: 'listPets', summary: 'List pets', ...ok } } },
      { info: { title: 'Pet Store', version: '2.0', description: 'All pets', license: { name: 'MIT' } } },
    ),
  );
  expect(codes).toEqual([]);
  expect(
    withoutSpans({ ...skill, operations: skill?.operations.map(({ name, description }) => ({ name, description })) }),
  ).toEqual({
    kind: 'skill',
    id: 'pet-store',
    name: 'Pet Store',
    version: '2.0',
    description: 'All pets',
    source: { uri: 'openapi.json', digest: 'sha256:test', format: 'openapi', entry: 'openapi.json' },
    classifications: [],
    secrets: [],
    env: [],
    operations: [{ name: 'list_pets', description: 'List pets' }],
    setup: [],
    declared: {},
    baseUrl: 'https://api.pets.test/v1',
    license: 'MIT',
    metadata: { openapi: '3.1.0' },
    files: [],
  });
});

test('the same operation in OpenAPI and in CCOS YAML is the same request and input', () => {
  const openapi = load(
    documentOf(
      {
        '/search/{box}': {
          post: {
            operationId: 'search',
            summary: 'Search',
            security: [{ token: [] }],
            parameters: [{ name: 'box', in: 'path', required: true, schema: { type: 'string' } }],
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['query'],
                    properties: { query: { type: 'string' }, limit: { type: 'integer', default: 10 } },
                  },
                },
              },
            },
            ...ok,
          },
        },
      },
      { components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', 'x-env-var': 'PETS_TOKEN' } } } },
    ),
  );
  const yaml = parseSkill(
    bundleOf({
      'skill.yaml': `name: Pets
description: d
operations:
  - name: search
    description: Search
    method: POST
    endpoint: https://api.pets.test/v1/search/{box}
    auth: {type: bearer, env_var: PETS_TOKEN}
    input:
      box: {type: string, required: true}
      query: {type: string, required: true}
      limit: {type: integer, default: 10}
`,
    }),
  );
  expect(openapi.codes).toEqual([]);
  expect(withoutSpans(openapi.operations)).toEqual(withoutSpans(yaml.skill?.operations));
});

test('parameters go to their places; the path’s are merged, the operation’s win', () => {
  const document = documentOf({
    '/pets/{petId}': {
      parameters: [
        { name: 'petId', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'q', in: 'query', schema: { type: 'string' } },
      ],
      get: {
        parameters: [
          { name: 'q', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'lang', in: 'cookie', schema: { type: 'string' } },
          { name: 'Accept', in: 'header', schema: { type: 'string' } },
          { name: 'X-Kind', in: 'header', required: true, schema: { type: 'string', enum: ['cat'] } },
        ],
        ...ok,
      },
    },
  });
  const request = requestOf(document);
  expect(request.url).toEqual([
    { kind: 'literal', value: 'https://api.pets.test/v1/pets/' },
    hole('petId', { written: '{petId}' }),
  ]);
  expect(request.query).toEqual([{ name: literal('q'), value: [hole('q')] }]);
  expect(request.headers).toEqual([
    { name: literal('X-Trace'), value: [hole('X-Trace', { optional: true })] },
    { name: literal('X-Kind'), value: literal('cat') },
  ]);
  expect(request.cookies).toEqual([{ name: literal('lang'), value: [hole('lang', { optional: true })] }]);
  expect(load(document).operations[0]?.input).toEqual({
    type: 'object',
    properties: {
      petId: { type: 'string' },
      q: { type: 'integer' },
      'X-Trace': { type: 'string' },
      lang: { type: 'string' },
    },
    required: ['petId', 'q'],
  });
  expect(load(document).codes).toEqual(['parse/part-ignored']);
});

test('one name in two places is two inputs', () => {
  const { operations } = load(
    documentOf({
      '/a/{id}': {
        get: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'id', in: 'query', schema: { type: 'integer' } },
          ],
          ...ok,
        },
      },
    }),
  );
  expect(Object.keys(operations[0]?.input?.properties ?? {})).toEqual(['id', 'query_id']);
});

test('list and object styles are kept', () => {
  const styled = (parameter: object) =>
    requestOf(documentOf({ '/a': { get: { parameters: [{ name: 'p', in: 'query', ...parameter }], ...ok } } })).query;
  const array = { schema: { type: 'array', items: { type: 'string' } } };
  const object = { schema: { type: 'object', properties: { a: { type: 'string' } } } };
  for (const [parameter, style] of [
    [array, 'repeat'],
    [{ ...array, explode: false }, 'comma'],
    [{ ...array, style: 'spaceDelimited', explode: false }, 'space'],
    [{ ...array, style: 'pipeDelimited', explode: false }, 'pipe'],
    [object, 'spread'],
    [{ ...object, style: 'deepObject', explode: true }, 'deep-object'],
    [{ content: { 'application/json': object } }, 'json'],
  ] as const) {
    expect(styled(parameter)).toEqual([{ name: literal('p'), value: [hole('p', { optional: true, style })] }]);
  }
  expect(styled({ schema: { type: 'string' } })).toEqual([
    { name: literal('p'), value: [hole('p', { optional: true })] },
  ]);
});

test('a style that cannot be written leaves its operation out, and only that', () => {
  const { operations, codes } = load(
    documentOf({
      '/a/{p}': {
        get: {
          operationId: 'bad',
          parameters: [
            {
              name: 'p',
              in: 'path',
              required: true,
              style: 'matrix',
              explode: true,
              schema: { type: 'array', items: {} },
            },
          ],
          ...ok,
        },
      },
      '/b/{p}': {
        get: {
          operationId: 'good',
          parameters: [{ name: 'p', in: 'path', required: true, style: 'label', schema: { type: 'string' } }],
          ...ok,
        },
      },
    }),
  );
  expect(operations.map(({ name }) => name)).toEqual(['good']);
  expect(codes).toEqual(['parse/style-unsupported']);
});

test('placeholders and path parameters that differ are reported and still callable', () => {
  const { operations, messages } = load(
    documentOf({
      '/a/{x}': { get: { parameters: [{ name: 'y', in: 'path', required: true, schema: { type: 'string' } }], ...ok } },
    }),
  );
  expect(messages).toEqual([
    '`{x}` has no path parameter in `GET /a/{x}`',
    'the path parameter `y` does not stand in the path in `GET /a/{x}`',
  ]);
  expect(operations[0]?.input?.properties).toHaveProperty('x');
});

test('a fragment in a path key is not sent, a colon or dollar sign in it is', () => {
  const url = (path: string) => requestOf(documentOf({ [path]: { get: ok } })).url;
  expect(url('/#X-Target=A.B')).toEqual(literal('https://api.pets.test/v1/'));
  expect(url('/v1/items:cancel/$metadata/<x>')).toEqual(
    literal('https://api.pets.test/v1/v1/items:cancel/$metadata/<x>'),
  );
});

test('names: operationId, else method and path; duplicates are told apart and said', () => {
  const { operations, codes } = load(
    documentOf({
      '/a': { get: { operationId: 'same', ...ok }, post: { operationId: 'same', ...ok } },
      '/b/{id}': { delete: { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }], ...ok } },
      '/c': { get: { operationId: 'run', ...ok } },
    }),
  );
  expect(operations.map(({ name }) => name)).toEqual(['same', 'same_post_a', 'delete_b_id', 'run']);
  expect(codes).toEqual(['parse/operation-id-duplicate']);
});

test('3.2: the query method and additional operations; webhooks are no operations', () => {
  const paths = {
    '/a': {
      query: { operationId: 'find', requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } }, ...ok },
      additionalOperations: { PURGE: { operationId: 'purge', ...ok } },
    },
  };
  const { operations, codes } = load(documentOf(paths, { openapi: '3.2.0', webhooks: { hook: { post: ok } } }));
  expect(operations.map(({ name, body }) => [name, body.kind === 'http' && body.request.method])).toEqual([
    ['find', literal('QUERY')],
    ['purge', literal('PURGE')],
  ]);
  expect(codes).toEqual(['parse/part-ignored']);
});

test('the answer that means success is the output', () => {
  const { operations } = load(
    documentOf(
      {
        '/a': {
          get: {
            responses: {
              '404': { description: 'no', content: { 'application/json': { schema: { type: 'string' } } } },
              '201': {
                description: 'ok',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
              },
            },
          },
        },
      },
      { components: { schemas: { A: { type: 'object', properties: { id: { type: 'integer', example: 3 } } } } } },
    ),
  );
  expect(operations[0]?.output).toEqual({ type: 'object', properties: { id: { type: 'integer' } } });
});
