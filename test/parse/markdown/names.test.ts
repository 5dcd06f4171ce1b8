import { expect, test } from 'vitest';
import { schemaOf } from '../../../src/ir/schema-of.ts';
import { isGenericTitle, nameOperations, operationSlug } from '../../../src/parse/operation-name.ts';
import { reservedSkillIds, skillId } from '../../../src/parse/skill-id.ts';

test.each([
  ['listPets', 'list_pets'],
  ['getHTTPStatus', 'get_http_status'],
  ['Get GitHub user', 'get_github_user'],
  ['Café à la carte', 'cafe_a_la_carte'],
  ['users.list', 'users_list'],
  ['__proto__', 'proto'],
  ['获取', ''],
])('slug of %s', (text, slug) => {
  expect(operationSlug(text)).toBe(slug);
});

test('slugs are cut at a word, to 48', () => {
  expect(operationSlug('word '.repeat(30))).toBe('word_word_word_word_word_word_word_word_word');
  expect(operationSlug('a'.repeat(60))).toHaveLength(48);
});

test('names are unique: method and path, then a number', () => {
  const search = { titles: ['1. Search'], method: 'GET', path: '/v1/{id}', fallback: 'curl' };
  expect(nameOperations([search, search, search, { titles: ['Usage', '获取'], fallback: 'gh pr list' }])).toEqual([
    'search',
    'search_get_v1_id',
    'search_get_v1_id_2',
    'gh_pr_list',
  ]);
});

test('generic titles', () => {
  expect(['Quick start', 'Step 2', 'Example:', '## '].map(isGenericTitle)).toEqual([true, true, true, true]);
  expect(['Search', 'Example corp login'].map(isGenericTitle)).toEqual([false, false]);
});

test('ids of skills', () => {
  expect([skillId('My Tool!'), skillId('获取', 'dir-name'), skillId(undefined)]).toEqual([
    'my-tool',
    'dir-name',
    'unnamed',
  ]);
  expect([...reservedSkillIds].includes(skillId('Network'))).toBe(true);
});

test('the schema of an example', () => {
  expect(schemaOf({ a: [{ b: 1 }, { b: 1.5, c: null }], d: [], e: [1, 'x'] })).toEqual({
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'object', properties: { b: { type: 'number' }, c: {} } } },
      d: { type: 'array' },
      e: { type: 'array', items: {} },
    },
  });
});
