import { describe, expect, it } from 'vitest';
import { replaceMember } from '../../../src/exec/request/json-member.ts';

describe('one member of a JSON text', () => {
  it.each([
    ['{"a": 1, "b": 2}', 'b', 3, '{"a": 1, "b": 3}'],
    ['{ "id": 12345678901234567890, "n" : 1 }', 'n', 2, '{ "id": 12345678901234567890, "n" : 2 }'],
    ['{"a": {"n": 1, "x": [1, {"n": 2}]}, "n": "}"}', 'n', 'ü"', '{"a": {"n": 1, "x": [1, {"n": 2}]}, "n": "ü\\""}'],
    ['{"a": "n\\": 5, ", "n": [1, 2]}', 'n', null, '{"a": "n\\": 5, ", "n": null}'],
    ['{"\\u006e": 1}', 'n', { x: [1] }, '{"\\u006e": {"x":[1]}}'],
  ])('%s', (text, key, value, expected) => {
    expect(replaceMember(text, key, value)).toBe(expected);
  });

  it('is not replaced where it is missing, deeper, or there twice', () => {
    expect(replaceMember('{"a": 1}', 'n', 2)).toBe(undefined);
    expect(replaceMember('{"a": {"n": 1}}', 'n', 2)).toBe(undefined);
    expect(replaceMember('{"n": 1, "n": 2}', 'n', 3)).toBe(undefined);
  });
});
