import { visibleLines } from '../index.ts';

/** The same data with every string as a person may be shown it. */
export function shown<T>(value: T): T {
  return walk(value) as T;
}

function walk(value: unknown): unknown {
  if (typeof value === 'string') return visibleLines(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(walk);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleLines(name), walk(member)]));
}
