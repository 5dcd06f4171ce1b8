import { expect, test } from 'vitest';
import { randomPool } from '../../src/host/random-pool.ts';

test('never gives the same bytes twice, across the end of the pool too', () => {
  const random = randomPool(100);
  const given = Array.from({ length: 2_000 }, () => random(16));
  expect(new Set(given.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(2_000);
  expect(given.every((bytes) => bytes.length === 16)).toBe(true);
});

test('gives what nobody else holds', () => {
  const random = randomPool(64);
  const [first, second] = [random(32), random(32)];
  const before = Buffer.from(second).toString('hex');
  first.fill(0);
  random(32);
  expect(Buffer.from(second).toString('hex')).toBe(before);
});

test('gives more than the pool holds as well', () => {
  expect(new Set(randomPool(8)(1_000)).size).toBeGreaterThan(100);
});
