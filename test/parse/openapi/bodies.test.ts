import { expect, test } from 'vitest';
import { documentOf, hole, literal, load, ok, requestOf } from './document-of.ts';

const post = (content: object, rest: object = {}) =>
  documentOf({ '/a': { post: { requestBody: { required: true, content }, ...ok } } }, rest as Record<string, unknown>);

const param = (name: string, optional = false) => ({ kind: 'param', name, optional });

test('an object’s members are inputs; read-only ones are not', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' }, age: { type: 'integer' } },
  };
  const document = post({ 'application/json': { schema }, 'application/xml': { schema } });
  expect(requestOf(document).body).toEqual({
    kind: 'json',
    value: {
      kind: 'object',
      members: [
        { key: 'name', value: param('name') },
        { key: 'age', value: param('age', true) },
      ],
    },
  });
  expect(load(document).messages).toEqual(['`POST /a` also takes `application/xml`']);
});

test('allOf parts are one object; what is no object is one input', () => {
  const all = { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { b: {} } }] };
  const components = { components: { schemas: { Base: { type: 'object', required: ['a'], properties: { a: {} } } } } };
  expect(requestOf(post({ 'application/json': { schema: all } }, components)).body).toEqual({
    kind: 'json',
    value: {
      kind: 'object',
      members: [
        { key: 'a', value: param('a') },
        { key: 'b', value: param('b', true) },
      ],
    },
  });
  for (const schema of [
    { type: 'array', items: {} },
    { oneOf: [{ type: 'string' }, { type: 'object' }] },
    {},
    { type: 'object' },
  ]) {
    expect(requestOf(post({ 'application/json': { schema } })).body).toEqual({ kind: 'json', value: param('body') });
  }
});

test('each media type has its template', () => {
  const form = {
    schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'array', items: {} } } },
  };
  expect(requestOf(post({ 'application/x-www-form-urlencoded': form })).body).toEqual({
    kind: 'form',
    fields: [
      { name: 'a', value: [hole('a')] },
      { name: 'b', value: [hole('b', { optional: true, style: 'repeat' })] },
    ],
  });
  const upload = {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
    },
  };
  expect(requestOf(post({ 'multipart/form-data': upload })).body).toEqual({
    kind: 'multipart',
    fields: [
      { name: literal('file'), value: { kind: 'file', path: [hole('file')], attach: true }, headers: [] },
      { name: literal('note'), value: { kind: 'text', text: [hole('note', { optional: true })] }, headers: [] },
    ],
  });
  expect(requestOf(post({ 'text/plain': { schema: { type: 'string' } } })).body).toEqual({
    kind: 'bytes',
    parts: [{ kind: 'text', text: [hole('body')] }],
  });
  expect(
    requestOf(post({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } })).body,
  ).toEqual({
    kind: 'bytes',
    parts: [{ kind: 'file', path: [hole('file')], mode: 'keep' }],
  });
});

test('the content type is the chosen one', () => {
  const type = (content: object) => {
    const { impliedHeaders } = requestOf(post(content)) as { impliedHeaders: { value: unknown }[] };
    return impliedHeaders[2]?.value;
  };
  const schema = { type: 'object', properties: { a: {} } };
  expect(type({ 'text/plain': {}, 'application/json': { schema } })).toEqual(literal('application/json'));
  expect(type({ 'application/vnd.api+json': { schema } })).toEqual(literal('application/vnd.api+json'));
  expect(type({ 'text/csv': { schema: { type: 'string' } } })).toEqual(literal('text/csv'));
  expect(type({ 'multipart/form-data': { schema } })).toBeUndefined();
});

test('Swagger 2.0 bodies and forms', () => {
  const swagger = (parameters: object[], consumes?: string[]) =>
    requestOf(
      documentOf(
        { '/a': { post: { parameters, ...(consumes === undefined ? {} : { consumes }), ...ok } } },
        { swagger: '2.0', host: 'a.test', schemes: ['http', 'https'], basePath: '/v1' },
      ),
    );
  const body = swagger([
    { name: 'pet', in: 'body', required: true, schema: { type: 'object', properties: { n: { type: 'string' } } } },
  ]);
  expect(body.url).toEqual(literal('https://a.test/v1/a'));
  expect(body.body).toEqual({
    kind: 'json',
    value: { kind: 'object', members: [{ key: 'n', value: param('n', true) }] },
  });
  expect(swagger([{ name: 'x', in: 'formData', type: 'string', required: true }]).body).toEqual({
    kind: 'form',
    fields: [{ name: 'x', value: [hole('x')] }],
  });
  expect(swagger([{ name: 'f', in: 'formData', type: 'file', required: true }], ['multipart/form-data']).body).toEqual({
    kind: 'multipart',
    fields: [{ name: literal('f'), value: { kind: 'file', path: [hole('f')], attach: true }, headers: [] }],
  });
  const query = swagger([
    { name: 'ids', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
  ]);
  expect(query.query).toEqual([{ name: literal('ids'), value: [hole('ids', { optional: true, style: 'pipe' })] }]);
});
