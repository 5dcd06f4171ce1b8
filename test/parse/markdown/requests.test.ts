import { describe, expect, test } from 'vitest';
import type { RequestTemplate } from '../../../src/ir/request.ts';
import type { Operation } from '../../../src/ir/skill.ts';
import { showText } from '../../../src/ir/text.ts';
import { codesOf, fence, operationsOf, parseBody, skillOf } from './compile-text.ts';

const base = '**Base URL:** `https://a.example/v1`\n\n';

function only(body: string): Operation & { readonly request: RequestTemplate } {
  const [operation, ...others] = skillOf(parseBody(body)).operations;
  if (operation?.body.kind !== 'http' || others.length > 0) throw new Error('not exactly one request');
  return { ...operation, request: operation.body.request };
}

describe('METHOD /path', () => {
  test('is a request with headers, body, inputs and output', () => {
    const { name, input, output, request } = only(
      `${base}## Update a post\n\n${fence(
        'http',
        'PATCH /posts/{id}?draft=1 HTTP/1.1',
        'Authorization: Bearer <token>',
        '',
        '{',
        '  "title": "Hello",  // shown first',
        '  "text": "string",',
        '}',
        'Returns: {"ok": true}',
      )}`,
    );
    expect(name).toBe('update_a_post');
    expect(showText(request.url)).toBe('https://a.example/v1/posts/${id}?draft=1');
    expect(request.headers.map(({ name: key, value }) => [showText(key), showText(value)])).toEqual([
      ['Authorization', 'Bearer ${token}'],
    ]);
    expect(request.body).toEqual({
      kind: 'json',
      value: {
        kind: 'object',
        members: [
          { key: 'title', value: { kind: 'param', name: 'title', optional: false } },
          { key: 'text', value: { kind: 'param', name: 'text', optional: false } },
        ],
      },
    });
    expect(input).toEqual({
      type: 'object',
      properties: { title: { type: 'string', default: 'Hello' }, text: { type: 'string' } },
      required: ['text'],
    });
    expect(output).toEqual({ type: 'object', properties: { ok: { type: 'boolean' } } });
    expect({ redirects: request.redirects, failOnStatus: request.failOnStatus }).toEqual({
      redirects: { kind: 'same-origin', max: 5 },
      failOnStatus: true,
    });
  });

  test('with labels, as CCOS writes it', () => {
    const { request, input } = only(
      fence(
        '',
        'POST https://a.example/x',
        'Headers:',
        '  X-Api-Key: $DEMO_KEY',
        'Body: { "n": 3 }',
        'Returns:',
        '  { "id": "x" }',
      ),
    );
    expect(request.headers.map(({ value }) => value.map(({ kind }) => kind))).toEqual([['variable']]);
    expect(input).toEqual({ type: 'object', properties: { n: { type: 'integer', default: 3 } } });
  });

  test('several of a block, in shell too, are several operations', () => {
    const lines = ['# List', 'GET /items', 'GET /items/:id   One item', 'curl https://b.example'];
    expect(operationsOf(base + fence('bash', ...lines))).toEqual([
      ['list', 'GET https://a.example/v1/items'],
      ['one_item', 'GET https://a.example/v1/items/${id}'],
      ['get', 'curl https://b.example'],
    ]);
  });

  test('a body behind it belongs to it', () => {
    const { input } = only(`${base}${fence('http', 'POST /items')}Request body:\n\n${fence('json', '{"n": 1}')}`);
    expect(input).toEqual({ type: 'object', properties: { n: { type: 'integer', default: 1 } } });
  });

  test('a member that shares a name with the path keeps its sample to itself', () => {
    const { input } = only(`${base}${fence('http', 'PUT /items/{id}', '{"id": 5}')}`);
    expect(input).toEqual({ type: 'object', properties: { body_id: { type: 'integer', default: 5 } } });
  });

  test('what is not understood is no operation', () => {
    const unread = parseBody(base + fence('http', 'POST /items', 'and then some words'));
    expect(skillOf(unread).operations).toEqual([]);
    expect(codesOf(unread)).toContain('parse/request-unread');
    expect(operationsOf(base + fence('http', 'POST /items', '{"a": 1, "a": 2}'))).toEqual([]);
    expect(operationsOf(fence('', 'GET started with this', 'POST a letter'))).toEqual([]);
  });
});

describe('the base', () => {
  test.each([
    ['a table row', '| Base URL | `https://a.example/v1` |\n\n'],
    ['a heading', '## Base URL\n\n```\nhttps://a.example/v1\n```\n\n## Use\n\n'],
    ['a list item', '- API base: https://a.example/v1/\n\n'],
  ])('stands in %s', (_, text) => {
    expect(showText(only(text + fence('http', 'GET /x')).request.url)).toBe('https://a.example/v1/x');
  });

  test('is not doubled when the path repeats it', () => {
    expect(showText(only(base + fence('http', 'GET /v1/x')).request.url)).toBe('https://a.example/v1/x');
    expect(showText(only(base + fence('http', 'GET /v10/x')).request.url)).toBe('https://a.example/v1/v10/x');
  });

  test('is the Host header’s', () => {
    const { request } = only(fence('http', 'GET /x HTTP/1.1', 'Host: b.example'));
    expect([showText(request.url), request.headers]).toEqual(['https://b.example/x', []]);
  });

  test('is a setting when the text names none, or two', () => {
    for (const text of ['', `${base}Base URL: https://b.example\n\n`]) {
      expect(only(text + fence('http', 'GET /x')).request.url[0]).toMatchObject({
        kind: 'variable',
        name: 'DEMO_BASE_URL',
      });
    }
  });
});
