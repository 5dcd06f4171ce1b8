import { expect, test } from 'vitest';
import { readOptionWords } from '../../src/cli/parameters.ts';

const schema = {
  properties: {
    n: { type: 'integer' },
    ratio: { type: 'number' },
    name: { type: 'string' },
    user_id: { type: 'string' },
    all: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    filter: { type: 'object' },
    either: { type: ['integer', 'null'] },
    level: { enum: ['1', 2] },
  },
};

test.each([
  [['--n', '7'], { n: 7 }],
  [['--n', '-7', '--ratio=0.5'], { n: -7, ratio: 0.5 }],
  [['--name', '7'], { name: '7' }],
  [['--name=--json'], { name: '--json' }],
  [['--name='], { name: '' }],
  [['--user-id', 'a'], { user_id: 'a' }],
  [['--all', '--n', '1'], { all: true, n: 1 }],
  [['--all', 'false'], { all: false }],
  [['--tags', 'a', '--tags', 'b'], { tags: ['a', 'b'] }],
  [['--tags', '["a","b"]'], { tags: ['a', 'b'] }],
  [['--filter', '{"a":1}'], { filter: { a: 1 } }],
  [['--either', 'null'], { either: null }],
  [['--level', '1'], { level: '1' }],
  [['--level', '2'], { level: 2 }],
  [['--strange', '2'], { strange: '2' }],
  [['--__proto__', 'x'], JSON.parse('{"__proto__":"x"}')],
  // For the check of the parameters to refuse, as it does those of --params.
  [['--n', 'abc'], { n: 'abc' }],
  [['--n', '1.5'], { n: '1.5' }],
  [['--filter', '[]'], { filter: '[]' }],
])('%j', (words, values) => {
  expect(readOptionWords(words, schema)).toEqual({ kind: 'values', values });
});

test.each([
  [['--n'], '--n needs a value'],
  [['--name', '--n', '1'], '--name needs a value'],
  [['--n', '1', '--n', '2'], '--n is given twice'],
  [['--all', 'maybe'], '`maybe` is no parameter: write --name VALUE'],
  [['-n', '1'], '`-n` is no parameter: write --name VALUE'],
])('%j is wrong', (words, message) => {
  expect(readOptionWords(words, schema)).toEqual({ kind: 'wrong', message });
});
