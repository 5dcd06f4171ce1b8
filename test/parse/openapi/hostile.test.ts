import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSkill } from '../../../src/parse/index.ts';
import { processorMs } from '../../processor-time.ts';
import { bundleOf } from '../bundle-of.ts';
import { documentOf, load, ok } from './document-of.ts';

const schemaOf = (schema: object) => ({
  '/a': { get: { responses: { '200': { description: 'ok', content: { 'application/json': { schema } } } } } },
});

test('a reference that leaves the document is refused, one into it is not', () => {
  for (const ref of [
    'http://evil.test/a.yaml#/x',
    'file:///etc/passwd',
    '../x.json',
    'other.yaml#/a',
    '//evil.test/x',
  ]) {
    const { skill, codes } = load(documentOf(schemaOf({ $ref: ref })));
    expect([ref, skill, codes]).toEqual([ref, undefined, ['parse/ref-external']]);
  }
  const inside = load(
    documentOf(schemaOf({ $ref: '#/components/schemas/a~1b%20c' }), {
      components: { schemas: { 'a/b c': { type: 'string' } } },
    }),
  );
  expect(inside.operations[0]?.output).toEqual({ type: 'string' });
});

test('a property called $ref and quoted examples are no references', () => {
  const { codes, skill } = load(
    documentOf(
      schemaOf({
        type: 'object',
        properties: { $ref: { type: 'string' }, default: { type: 'string' } },
        example: { $ref: 'x.json' },
      }),
    ),
  );
  expect([codes, skill?.id]).toEqual([[], 'pets']);
});

test('$self names the document itself', () => {
  const self = 'https://a.test/api.json';
  const { operations, codes } = load(
    documentOf(schemaOf({ $ref: `${self}#/components/schemas/A` }), {
      openapi: '3.2.0',
      $self: self,
      components: { schemas: { A: { type: 'integer' } } },
    }),
  );
  expect([operations[0]?.output, codes]).toEqual([{ type: 'integer' }, []]);
});

test('recursion is cut; references to nothing or to themselves are reported', () => {
  const schemas = {
    Tree: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } },
    Loop: { $ref: '#/components/schemas/Loop' },
  };
  const output = (name: string) =>
    load(documentOf(schemaOf({ $ref: `#/components/schemas/${name}` }), { components: { schemas } }));
  expect(output('Tree').operations[0]?.output).toEqual({
    type: 'object',
    properties: { kids: { type: 'array', items: {} } },
  });
  expect(output('Loop').codes).toContain('parse/ref-unresolved');
  expect(output('Nothing').codes).toContain('parse/ref-unresolved');
  expect(output('Nothing').operations[0]?.output).toEqual({});
});

test('a schema that would grow without end is cut, quickly', () => {
  const schemas: Record<string, unknown> = {};
  for (let i = 0; i < 30; i++) {
    const next = { $ref: `#/components/schemas/S${i + 1}` };
    schemas[`S${i}`] = { type: 'object', properties: { a: next, b: next, c: next, d: next } };
  }
  schemas.S30 = { type: 'string' };
  const started = processorMs();
  const { operations } = load(documentOf(schemaOf({ $ref: '#/components/schemas/S0' }), { components: { schemas } }));
  expect(processorMs() - started).toBeLessThan(1000);
  expect(JSON.stringify(operations[0]?.output).length).toBeLessThan(50_000);
});

test('an invalid document is named invalid where it is wrong, and what can be read is loaded', () => {
  const text = `openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "https://a.test"}]
paths:
  /a:
    get:
      parameters:
        - {name: q, in: nowhere, schema: {type: string}}
      responses: {"200": {description: ok}}
  /b:
    get:
      responses: {"200": {description: ok}}
`;
  const { skill, diagnostics } = parseSkill(bundleOf({ 'a.yaml': text }));
  const invalid = diagnostics.find(({ code }) => code === 'parse/openapi-invalid');
  expect(invalid?.span && text.slice(invalid.span.start).split(/[\n,}]/)[0]).toMatch(/nowhere|\{name: q/);
  expect(skill?.operations.map(({ name }) => name)).toEqual(['get_b']);
  const valid = parseSkill(bundleOf({ 'a.yaml': text.replace('nowhere', 'query') }));
  expect(valid.diagnostics.map(({ code }) => code)).not.toContain('parse/openapi-invalid');
});

test('each version has its schema; others are not known', () => {
  for (const version of ['3.0.0', '3.0.4', '3.1.0', '3.1.2', '3.2.0']) {
    expect(load(documentOf({ '/a': { get: ok } }, { openapi: version })).codes).toEqual([]);
  }
  for (const version of ['4.0.0', '3.9.0', '1.2', '']) {
    expect(load(documentOf({ '/a': { get: ok } }, { openapi: version })).codes).toEqual(['parse/openapi-version']);
  }
  expect(load(documentOf({ '/a': { get: ok } }, { swagger: '2.0', host: 'a.test' })).codes).toEqual([]);
});

test('hidden characters in paths, names and servers are refused', () => {
  for (const document of [
    documentOf({ '/a\u202e': { get: ok } }),
    documentOf({ '/a': { get: { operationId: 'a\u200b', ...ok } } }),
    documentOf({ '/a': { get: ok } }, { servers: [{ url: 'https://a\u2066.test' }] }),
    documentOf({ '/a': { get: { description: 'x\u{E0041}', ...ok } } }),
  ]) {
    expect(load(document)).toMatchObject({ skill: undefined, codes: ['parse/hidden-character'] });
  }
});

test('a document whose parts have any other type still gives a skill or a reason', () => {
  const document = documentOf(
    {
      '/a/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        post: {
          operationId: 'x',
          security: [{ s: [] }],
          parameters: [{ name: 'q', in: 'query', style: 'form', schema: { type: 'array', items: { type: 'string' } } }],
          requestBody: { content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/A' }] } } } },
          responses: { '200': { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
      },
    },
    {
      servers: [{ url: 'https://{r}.a.test', variables: { r: { default: 'x' } } }],
      components: {
        schemas: { A: { type: 'object', required: ['a'], properties: { a: { enum: [1], nullable: true } } } },
        securitySchemes: { s: { type: 'http', scheme: 'basic' } },
      },
    },
  );
  const places = pathsIn(document);
  const other = fc.constantFrom<unknown>(
    null,
    0,
    -1.5,
    true,
    '',
    'x',
    [],
    [null],
    {},
    { $ref: '#' },
    { $ref: '#/paths' },
    [[]],
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...places), other), { minLength: 1, maxLength: 3 }), (changes) => {
      const changed = structuredClone(document) as Record<string, unknown>;
      for (const [place, value] of changes) replace(changed, place, structuredClone(value));
      const { skill, codes } = load(changed);
      expect(skill !== undefined || codes.length > 0).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function replace(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let node: unknown = root;
  for (const key of path.slice(0, -1)) {
    if (typeof node !== 'object' || node === null) return;
    node = (node as Record<string, unknown>)[key];
  }
  const last = path.at(-1);
  if (typeof node === 'object' && node !== null && last !== undefined) (node as Record<string, unknown>)[last] = value;
}
