import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson, toJson } from '../../../src/parse/data/index.ts';

const codes = (text: string): readonly string[] => readJson(text, 'a.json').diagnostics.map(({ code }) => code);

test('values keep their raw text and place', () => {
  expect(readJson('{"v": 1.10, "é": [true, null]}', 'a.json', 100)).toEqual({
    node: {
      kind: 'map',
      entries: [
        {
          key: 'v',
          keySpan: { source: 'a.json', start: 101, end: 104 },
          value: { kind: 'number', value: 1.1, raw: '1.10', span: { source: 'a.json', start: 106, end: 110 } },
        },
        {
          key: 'é',
          keySpan: { source: 'a.json', start: 112, end: 115 },
          value: {
            kind: 'list',
            items: [
              { kind: 'boolean', value: true, raw: 'true', span: { source: 'a.json', start: 118, end: 122 } },
              { kind: 'null', value: null, raw: 'null', span: { source: 'a.json', start: 124, end: 128 } },
            ],
            span: { source: 'a.json', start: 117, end: 129 },
          },
        },
      ],
      span: { source: 'a.json', start: 100, end: 130 },
    },
    diagnostics: [],
  });
});

test('reads what JSON.parse reads, to the same value', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const expected: unknown = JSON.parse(text);
      const { node, diagnostics } = readJson(text, 'a.json');
      if (diagnostics.some(({ code }) => code === 'parse/key-reserved')) return;
      expect(node === undefined ? diagnostics : toJson(node)).toEqual(withoutMinusZero(expected));
    }),
  );
});

function withoutMinusZero(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMinusZero(inner)]));
}

test('refuses what JSON.parse refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ux0e1.-+ntf \n'), maxLength: 12 }), (text) => {
      let accepted = true;
      try {
        JSON.parse(text);
      } catch {
        accepted = false;
      }
      const mine = readJson(text, 'a.json');
      if (accepted) expect(mine.diagnostics.filter(({ code }) => code === 'parse/syntax')).toEqual([]);
      else expect(mine.node).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

test('duplicate and reserved keys are refused at every depth', () => {
  expect(codes('{"network":"none","network":"all"}')).toEqual(['parse/key-duplicate']);
  expect(codes('{"a":[{"b":1,"\\u0062":2}]}')).toEqual(['parse/key-duplicate']);
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    expect(codes(`{"${key}":1}`)).toEqual(['parse/key-reserved']);
    expect(codes(`{"a":{"b":{"${key}":{"prototype":1}}}}`)).toEqual(['parse/key-reserved']);
  }
  expect(codes('{"network":"none","networks":"all","proto":1}')).toEqual([]);
});

test('reading leaves the prototypes alone', () => {
  const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
  readJson('{"__proto__":{"isAdmin":true}}', 'a.json');
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('numbers that no double holds stay text; half characters are refused', () => {
  const { node } = readJson('[1e400, 12345678901234567890]', 'a.json');
  expect(node?.kind === 'list' ? node.items.map((item) => [item.kind, 'raw' in item && item.raw]) : []).toEqual([
    ['string', '1e400'],
    ['number', '12345678901234567890'],
  ]);
  expect(codes('"\\ud800"')).toEqual(['parse/syntax']);
  expect(codes('"\\ud83d\\ude00"')).toEqual([]);
});

test('limits: depth, nodes, size', () => {
  expect(codes(`${'['.repeat(60)}${']'.repeat(60)}`)).toEqual([]);
  expect(codes('['.repeat(5000))).toEqual(['limit/depth']);
  const small = { size: 40, depth: 8, nodes: 4, aliased: 0 };
  expect(readJson('[1,2,3,4]', 'a', 0, small).diagnostics[0]?.code).toBe('limit/nodes');
  expect(readJson('[1,2,3]', 'a', 0, small).node?.kind).toBe('list');
  expect(readJson(' '.repeat(41), 'a', 0, small).diagnostics[0]?.code).toBe('limit/size');
});
