import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asBoolean, asString, get, readYaml, skillLimits, toJson } from '../../../src/parse/data/index.ts';
import { libraryYaml } from '../../../src/parse/data/library-yaml.ts';
import { processorMs } from '../../processor-time.ts';

const codes = (text: string): readonly string[] => readYaml(text, 'a.yaml').diagnostics.map(({ code }) => code);
const value = (text: string): unknown => {
  const { node, diagnostics } = readYaml(text, 'a.yaml');
  return node === undefined ? diagnostics : toJson(node);
};

test('scalars are typed by the field that is read, not by YAML', () => {
  const { node } = readYaml('version: 1.10\nenabled: no\nmode: 0644\nday: 2024-01-01\nbig: 1_000\n', 'a.yaml');
  expect(asString(get(node, 'version'))).toBe('1.10');
  expect(asBoolean(get(node, 'enabled'))).toBe(false);
  expect(asString(get(node, 'enabled'))).toBe('no');
  expect(asString(get(node, 'mode'))).toBe('0644');
  expect(asString(get(node, 'day'))).toBe('2024-01-01');
  expect(asString(get(node, 'big'))).toBe('1_000');
});

test('places are exact, and shifted by the offset', () => {
  const text = 'a:\n  - "x y" # c\n  - z\n';
  const { node } = readYaml(text, 'a.yaml', 10);
  const list = get(node, 'a');
  const spans = list?.kind === 'list' ? list.items.map(({ span }) => text.slice(span.start - 10, span.end - 10)) : [];
  expect(spans).toEqual(['"x y"', 'z']);
});

test('anchors, aliases and merge keys are written out', () => {
  expect(value('a: &x {k: 1, l: 2}\nb: *x\nc:\n  <<: *x\n  k: 3\nd:\n  <<: [{m: 4}, *x]\n')).toEqual({
    a: { k: 1, l: 2 },
    b: { k: 1, l: 2 },
    c: { k: 3, l: 2 },
    d: { m: 4, k: 1, l: 2 },
  });
});

test('an alias bomb is refused early and cheaply', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i <= 8; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
    );
  const started = processorMs();
  const heap = process.memoryUsage().heapUsed;
  expect(codes(lines.join('\n'))).toEqual(['limit/alias']);
  expect(processorMs() - started).toBeLessThan(200);
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(64 * 1024 * 1024);
  expect(codes('a: &a [*a]')).toEqual(['limit/alias']);
  expect(codes('a: *nowhere')).not.toEqual([]);
  expect(codes(lines.slice(0, 3).join('\n'))).toEqual([]);
});

test('duplicate and reserved keys are refused, merge keys included', () => {
  expect(codes('network: none\nnetwork: all\n')).toEqual(['parse/key-duplicate']);
  expect(codes('network: none\n"network": all\n')).toEqual(['parse/key-duplicate']);
  expect(codes('a: {b: 1, b: 2}')).toEqual(['parse/key-duplicate']);
  expect(codes('a:\n  <<: {__proto__: {isAdmin: true}}\n')).toEqual(['parse/key-reserved']);
  expect(codes('a:\n  b:\n    "constructor":\n      x: 1\n')).toEqual(['parse/key-reserved']);
  expect(codes('? __proto__\n: 1\n')).toEqual(['parse/key-reserved']);
  expect(codes('network: none\nnetworks: all\n')).toEqual([]);
});

test('tags outside the core schema are refused, those of it are not', () => {
  for (const tag of [
    '!!js/function',
    '!!python/object/apply:os.system',
    '!custom',
    '!!binary',
    '!!timestamp',
    '!!set',
  ]) {
    expect([tag, codes(`a: ${tag} "x"`)]).toEqual([tag, ['parse/tag-unknown']]);
  }
  expect(codes('!evil a: b')).toEqual(['parse/tag-unknown']);
  expect(value('a: !!str 12\nb: !!int 3\nc: !!map {d: 1}\n')).toEqual({ a: '12', b: 3, c: { d: 1 } });
});

test('deep nesting of every form is refused without a stack overflow', () => {
  for (const deep of [
    '['.repeat(5000),
    'a: '.concat('['.repeat(5000)),
    '{'.repeat(5000),
    '- '.repeat(5000),
    '? '.repeat(5000),
    '{a: '.repeat(5000),
    Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}-`).join('\n'),
  ]) {
    expect([deep.slice(0, 12), codes(deep)]).toEqual([deep.slice(0, 12), ['limit/depth']]);
  }
  expect(value(`a: ${'['.repeat(40)}${']'.repeat(40)}`)).toHaveProperty('a');
});

test('one document, closed quotes, no tabs as indentation', () => {
  expect(codes('a: 1\n---\nb: 2\n')).toEqual(['parse/syntax']);
  expect(codes('a: "x\n')).toContain('parse/syntax');
  expect(codes('a:\n\tb: 1\n')).toContain('parse/syntax');
  expect(codes('--- \na: 1\n')).toEqual([]);
  expect(value('a: 1\r\nb: [2,\r\n  3]\r\n')).toEqual({ a: 1, b: [2, 3] });
  expect(codes('"\\ud800": 1')).toEqual(['parse/syntax']);
});

test('JSON is YAML, and keeps its own rules', () => {
  expect(value('{"a": 1, "b": [true]}')).toEqual({ a: 1, b: [true] });
  expect(codes('{"a": 1, "a": 2}')).toEqual(['parse/key-duplicate']);
});

test('any text gives a tree or a located reason', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { node, diagnostics } = readYaml(text, 'a.yaml');
      expect(node === undefined).toBe(diagnostics.length > 0);
    }),
  );
});

test('the time grows with the size, not with its square', () => {
  const item = (i: number): string => `  - name: item${i}\n    text: "some text"\n    list: [1, 2, {a: b}]\n`;
  for (const read of [readYaml, libraryYaml]) {
    const time = (count: number, times: number): number => {
      const text = `a:\n${Array.from({ length: count }, (_, i) => item(i)).join('')}`;
      const started = processorMs();
      for (let run = 0; run < times; run++) expect(read(text, 'a.yaml', 0, skillLimits).diagnostics).toEqual([]);
      return processorMs() - started;
    };
    time(500, 4);
    // As much text both times: a quadratic reader would need eight times as long for the large one. Once the tree outgrows
    // the young generation the garbage collector copies it, which doubles the time of a linear one.
    expect(time(8000, 3) / time(1000, 24)).toBeLessThan(5);
  }
});
