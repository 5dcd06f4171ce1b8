import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DataNode, skillLimits } from '../../../src/parse/data/index.ts';
import { libraryYaml } from '../../../src/parse/data/library-yaml.ts';
import { quickYaml } from '../../../src/parse/data/quick-yaml.ts';

/** Everything but where an empty value or the end of a collection is said to stand. */
function comparable(node: DataNode | undefined): unknown {
  if (node === undefined) return undefined;
  switch (node.kind) {
    case 'map':
      return { at: node.span.start, map: node.entries.map((e) => [e.key, e.keySpan, comparable(e.value)]) };
    case 'list':
      return { at: node.span.start, list: node.items.map(comparable) };
    default:
      return node.raw === '' ? node.kind : node;
  }
}

const pieces = [
  ...[
    'a',
    'key',
    '- ',
    '-',
    ': ',
    ':',
    '\n',
    '\n',
    '\n  ',
    '\n    ',
    '\n ',
    ' ',
    '"',
    "'",
    '"x"',
    "'y'",
    '[',
    ']',
    '{',
    '}',
  ],
  ...[
    ',',
    ', ',
    '|',
    '>',
    '|-',
    '>-',
    '|+',
    '#',
    ' # c',
    '1',
    '1.10',
    'no',
    'true',
    '~',
    'null',
    '&x',
    '*x',
    '!t',
    '? ',
  ],
  ...[
    '\\',
    '\\n',
    '\\u0041',
    '\\_',
    '\\\n',
    '---',
    '...',
    '%',
    '@',
    '`',
    'é',
    '0x1f',
    '.5',
    '<<',
    'a: b',
    '\na: b',
    '\n- c',
  ],
  ...[
    '\nb:\n  - d',
    '\n\n',
    '\t',
    '""',
    "''",
    'a: "q\n  r"',
    'k: >\n  t\n   u\n\n  v\n',
    'k: |\n  t\n    u\n\n',
    'k: p\n  q\n',
  ],
  ...['=', 'http://x/y', 'x:y', 'a#b', '-1', '- - x', '{a: 1, "b": [c, d]}', '[1, x y, "z"]', '\n  \t\n', '\n     \n'],
];

const yamlish = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 16 })
  .map((parts) => parts.join(''))
  .chain((text) => fc.constantFrom(text, `a: ${text}`, `- ${text}`, `a:\n  ${text}`));

test('where the quick reader answers, the full reader gives the same tree', () => {
  let answered = 0;
  fc.assert(
    fc.property(yamlish, (text) => {
      const quick = quickYaml(text, 'a.yaml', 3, skillLimits);
      if (quick === undefined) return;
      answered++;
      expect(comparable(quick)).toEqual(comparable(libraryYaml(text, 'a.yaml', 3, skillLimits).node));
    }),
    { numRuns: 20_000 },
  );
  expect(answered).toBeGreaterThan(1000);
});

test('it reads what people write', () => {
  const text = `# a comment
name: example   # another
list:
- one
-   two: 2
    deep: {a: [x, "y, z"], b: 'it''s'}
- |
  literal
    text

  more
- >-
  folded
  text
plain: goes on
  here

  and here
empty:
quoted: "a \\"b\\"
  c"
`;
  expect(comparable(quickYaml(text, 'a', 0, skillLimits))).toEqual(
    comparable(libraryYaml(text, 'a', 0, skillLimits).node),
  );
  expect(quickYaml(text, 'a', 0, skillLimits)).toBeDefined();
});

test('it leaves the rest to the full reader', () => {
  for (const text of [
    'a: &x 1',
    'a: *x',
    'a: !t x',
    'a:\tb',
    'a: 1\r\n',
    '? a\n: b',
    'a: 1\na: 2',
    '__proto__: 1',
    '<<: {a: 1}',
    'a: |2\n  x\n',
    'a: b: c',
    'a: "x" y',
    '%YAML 1.2\n---\na: 1',
    'a: 1\n---\nb: 2',
    'plain',
    '[a]',
    'a: [b',
    'a: "x',
    'a: - b',
    'a:\n  b: 1\n c: 2\n',
  ]) {
    expect([text, quickYaml(text, 'a', 0, skillLimits)]).toEqual([text, undefined]);
  }
});
