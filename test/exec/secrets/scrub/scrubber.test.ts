import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Scrub, scrubOf } from '../../../../src/exec/secrets/scrub/scrubber.ts';
import { echoes } from './echoes.ts';

function scrubAt(scrub: Scrub, bytes: Uint8Array, cuts: readonly number[]): string {
  const scrubber = scrub.scrubber();
  const ends = [...cuts, bytes.length];
  const parts = ends.map((end, at) => scrubber.push(bytes.subarray(at === 0 ? 0 : ends[at - 1], end)));
  return Buffer.concat([...parts, scrubber.end()]).toString('latin1');
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const values = [
  'sk_live_9aB3xQ7Lm2Zt',
  'kp-test+4Ye8wK1cR6vNq',
  'p/ss"w<rd&%41\\u0042',
  "Q=zz't>k+7;~^|{}[]x $",
  'gr\u00fc\u00dfe-an-\u20ac-99',
  'smile \u{1f600} and go',
  '8bytes!!',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
];

describe('an echo shows nothing of the value, neither its characters nor its length, however it is cut', () => {
  test.each(echoes)('$name', ({ of, left = '*' }) => {
    for (const value of values) {
      const scrub = scrubOf(new Map([['KEY', value]]));
      const bytes = Buffer.concat([Buffer.from('{"echo": "'), of(value, seeded(7)), Buffer.from('", "next": 1}')]);
      const expected = `{"echo": "${left.replace('*', '${secret:KEY}')}", "next": 1}`;
      expect(scrubAt(scrub, bytes, [])).toBe(expected);
      expect(scrubAt(scrub, bytes, [...bytes.keys()])).toBe(expected);
      for (let cut = 0; cut <= bytes.length; cut += 1)
        if (scrubAt(scrub, bytes, [cut]) !== expected) expect.fail(`cut at ${cut}`);
    }
  });

  test.each(echoes)('twin: $name of another value passes', ({ of }) => {
    const bytes = Buffer.from(of('another-value-of-20b', seeded(7)));
    const scrub = scrubOf(new Map(values.map((value, at) => [`KEY_${at}`, value])));
    expect(scrubAt(scrub, bytes, [3])).toBe(bytes.toString('latin1'));
  });
});

describe('packed text in lines', () => {
  const twins = ['sk_live_9aB3xQ7Lm2Zt', 'kp-test+4Ye8wK1cR6vN'];
  const scrubs = twins.map((value) => scrubOf([['KEY', value]]));

  test.each(['\n', '\r\n', '\\n', '\\r\\n', '%0D%0A'])(
    'shows the same for two values at every width, broken by %j',
    (lineEnd) => {
      for (const lead of ['', 'u', 'us', 'user:'])
        for (const tail of ['', '!', '!!', '!!!!'])
          for (let width = 1; width <= 40; width += 1) {
            const [first, second] = twins.map((value, at) => {
              const lines = Buffer.from(lead + value + tail)
                .toString('base64')
                .match(new RegExp(`.{1,${width}}`, 'g'));
              return scrubAt(scrubs[at] as Scrub, Buffer.from(`<${lines?.join(lineEnd)}>`), [7, 30]);
            });
            if (first !== second || first?.includes('${secret:KEY}') !== true)
              expect.fail(`width ${width} behind ${lead} before ${tail}: ${first} | ${second}`);
          }
    },
  );

  test('ends with its line: the next one is text', () => {
    for (const value of ['18-bytes-of-secret', '19-bytes-of-secret!', '20-bytes-of-secret!!'])
      for (const lineEnd of ['\n', '\\n', '\\\\n'])
        expect(scrubOf([['KEY', value]]).text(`key ${Buffer.from(value).toString('base64')}${lineEnd}next line`)).toBe(
          `key \${secret:KEY}${lineEnd}next line`,
        );
  });
});

describe('random streams', () => {
  const secrets = new Map([
    ['A', 'abcabcabca'],
    ['B', 'bcabcab'],
    ['C', '%41\\x42&amp;'],
    ['D', 'zz'],
  ]);
  const scrub = scrubOf(secrets);
  const pieces = [
    'a',
    'b',
    'c',
    'abcabcabca',
    'abc',
    'z',
    '%',
    '%61',
    '%2561',
    '\\',
    '\\u0062',
    '\\\\u0063',
    '&',
    '&#97;',
  ];
  const more = [
    '&amp;',
    '\n',
    '\r\n',
    '\0',
    ' ',
    '41',
    'x42',
    'YWJjYWJjYWJjYQ==',
    'FiY2FiY2FiY2',
    '=',
    '\x1f\x8b\x08\0',
    '\x1f',
  ];

  test('come out the same however they are cut', () => {
    const stream = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 30 });
    fc.assert(
      fc.property(stream, fc.array(fc.nat(200), { maxLength: 6 }), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(''), 'latin1');
        const whole = scrubAt(scrub, bytes, []);
        const inOrder = cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b);
        expect(scrubAt(scrub, bytes, inOrder)).toBe(whole);
        expect(scrubAt(scrub, bytes, [...bytes.keys()])).toBe(whole);
        for (const value of secrets.values()) expect(whole.toLowerCase()).not.toContain(value);
      }),
      { numRuns: 3000 },
    );
  });

  test('without secrets in them stay as they are, to the byte', () => {
    const keys = scrubOf(new Map([['KEY', 'correct-horse-battery']]));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 40 }), (parts) => {
        const bytes = Buffer.from(parts.join(''), 'latin1');
        expect(scrubAt(keys, bytes, [Math.floor(bytes.length / 2)])).toBe(bytes.toString('latin1'));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('more than one secret', () => {
  const scrub = scrubOf(
    new Map([
      ['OUTER', 'prefix-inner-value-suffix'],
      ['INNER', 'inner-value'],
      ['TAIL', 'suffix-and-tail'],
      ['MASK', '${secret:INNER}'],
    ]),
  );

  test.each([
    ['the longest names the mask', 'a prefix-inner-value-suffix b', 'a ${secret:OUTER} b'],
    ['the inner one alone', 'a prefix-inner-value b', 'a prefix-${secret:INNER} b'],
    ['overlapping ones give one mask', 'a prefix-inner-value-suffix-and-tail b', 'a ${secret:OUTER} b'],
    ['neighbours give two', 'inner-valueinner-value', '${secret:INNER}${secret:INNER}'],
    ['one that looks like a mask', 'x ${secret:INNER} y', 'x ${secret:MASK} y'],
    ['a cut-off begin stays', 'prefix-inner-val', 'prefix-inner-val'],
  ])('%s', (_, input, output) => {
    expect(scrub.text(input)).toBe(output);
  });

  test('in data, keys and numbers are looked at too', () => {
    const digits = scrubOf(new Map([['PIN', '12345678']]));
    expect(digits.json({ a: 12345678, b: [1234567, '12345678'], 12345678: true, x12345678: { c: null } })).toEqual({
      a: '${secret:PIN}',
      b: [1234567, '${secret:PIN}'],
      '${secret:PIN}': true,
      'x${secret:PIN}': { c: null },
    });
    expect(digits.json({ MTIzNDU2Nzg: 1, '12345678': 2 })).toEqual({ '${secret:PIN}': 2, '${secret:PIN} (2)': 1 });
  });

  test('text without a secret stays as it is, lone surrogates too', () => {
    expect(scrub.text('a\ud800b')).toBe('a\ud800b');
  });
});

describe('short secrets', () => {
  const scrub = scrubOf(new Map([['PIN', '4711']]));
  test.each([
    ['the value', 'pin 4711.', 'pin ${secret:PIN}.'],
    ['its base64', 'pin NDcxMQ==.', 'pin ${secret:PIN}.'],
    ['percent-encoded', 'pin %34711.', 'pin ${secret:PIN}.'],
    ['twin: another', 'pin 4712.', 'pin 4712.'],
  ])('%s', (_, input, output) => {
    expect(scrub.text(input)).toBe(output);
  });
});
