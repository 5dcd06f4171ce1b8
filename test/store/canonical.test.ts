import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, parseCanonical } from '../../src/store/chain/canonical.ts';
import { readRecord, recordText } from '../../src/store/chain/record.ts';

describe('canonical text', () => {
  it('is one for each value', () => {
    expect(canonicalText({ b: 1, a: [true, null, 'x'], '10': 2, '9': 3, é: 4, '\u{1f600}': 5, '\ufb33': 6 })).toBe(
      '{"10":2,"9":3,"a":[true,null,"x"],"b":1,"é":4,"\u{1f600}":5,"\ufb33":6}',
    );
    expect(canonicalText('\b\t\n\f\r\u0000\u001f"\\/\u007f\u2028')).toBe(
      '"\\b\\t\\n\\f\\r\\u0000\\u001f\\"\\\\/\u007f\u2028"',
    );
    expect(canonicalText('\u00e9') === canonicalText('e\u0301')).toBe(false);
  });

  it.each([
    [0.5],
    [1e21],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [-0],
    [2 ** 53],
    ['\ud800'],
    [{ '\udc00': 1 }],
    [undefined],
    [1n],
    [new Date(0)],
  ])('is none for %o', (value) => {
    expect(() => canonicalText(value)).toThrow();
    expect(canonicalText([1, 'x'])).toBe('[1,"x"]');
  });

  it.each([
    '{"b":1,"a":2}',
    '{"a":1,"a":1}',
    '1.0',
    '-0',
    '1e2',
    ' 1',
    '"\\u0041"',
    '"\\/"',
    '"\\ud800"',
    '9007199254740993',
    '[1, 2]',
    '',
  ])('is not %s', (text) => {
    expect(parseCanonical(text)).toBeUndefined();
    expect(parseCanonical('{"a":2,"b":[-1,0]}')).toEqual({ a: 2, b: [-1, 0] });
  });

  it('comes back as the value, whatever the value', () => {
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(leaf, fc.array(tie('tree')), fc.dictionary(fc.string({ unit: 'binary-ascii' }), tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        fc.pre(!JSON.stringify(value).includes('-0'));
        expect(parseCanonical(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('the text of a record', () => {
  const event = {
    kind: 'call-intent',
    session: 's',
    actor: 'agent',
    parents: ['evt_1'],
    capability: 'c',
    delegated_to: 'd',
    derived_from: { uri: 'u', digest: 'x' },
    resources: { calls: 1 },
    decision: { z: 1, a: 2 },
    data: { b: 1, a: 2 },
  } as const;

  it('is that of the sorted object', () => {
    const text = recordText(event, 5, 7);
    expect(text).toBe(canonicalText({ ...event, seq: 5, id: 'evt_5', at: 7 }));
    expect(readRecord(text, 5, 'ff')).toEqual({
      kind: 'record',
      event: { ...event, seq: 5, id: 'evt_5', at: 7, hash: 'sha256:ff' },
    });
  });

  it.each([
    ['[]', 'is no object'],
    ['{', 'is no JSON'],
    [recordText(event, 4, 7), 'says that it is record 4'],
    [recordText({ ...event, parents: ['evt_5'] }, 5, 7), 'cannot be: parent `evt_5` is no earlier event'],
    ...['evt_-1', 'evt_-0', 'evt_1.5', 'evt_01', 'evt_1e0', 'evt_', 'evt_ 1', 'evt_NaN', '1', 'EVT_1'].map((parent) => [
      recordText({ ...event, parents: [parent] }, 5, 7),
      `cannot be: parent \`${parent}\` is no earlier event`,
    ]),
    [recordText({ ...event, kind: 'other' as 'warning' }, 5, 7), 'cannot be: unknown kind `other`'],
    [` ${recordText(event, 5, 7)}`, 'is not in canonical form'],
  ])('is not %s', (text, problem) => {
    expect(readRecord(text, 5, '')).toEqual({ kind: 'bad', problem });
  });
});
