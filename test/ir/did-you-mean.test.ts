import fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, editDistance, nearest } from '../../src/ir/did-you-mean.ts';

const options = ['--request', '--header', '--retry', '--data'];

test.each([
  ['--requst', '--request'],
  ['--haeder', '--header'],
  ['--Data', '--data'],
  ['--dta', '--data'],
])('%s means %s', (word, meant) => {
  expect(nearest(word, options)).toBe(meant);
  expect(didYouMean(word, options)).toBe(`did you mean \`${meant}\`?`);
});

test.each(['--compressed', 'x', '', 'a'.repeat(100)])('`%s` means nothing known', (word) => {
  expect(nearest(word, options)).toBeUndefined();
  expect(didYouMean(word, options)).toBeUndefined();
});

test('a swap of neighbours is one mistake', () => {
  expect(editDistance('ab', 'ba')).toBe(1);
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('', 'abc')).toBe(3);
});

test('distance is symmetric, and zero only for equal words', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
    }),
  );
});
