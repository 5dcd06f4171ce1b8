/** jq-web is built from a later jq than Debian's 1.6. What differs, and why; the key is the words and the input. */
const differences: readonly (readonly [why: string, key: string, ours: Seen, theirs: Seen])[] = [
  [
    'numbers keep their digits until they are changed',
    '. < 1.000000000000000000001',
    done('1.000000000000000000001'),
    done('1'),
  ],
  [
    'numbers keep their digits until they are changed',
    '1e3, 1.50, 100',
    done('1E+3\n1.50\n100'),
    done('1000\n1.5\n100'),
  ],
  ['numbers keep their digits until they are changed', 'tojson < 1.0', done('"1.0"'), done('"1"')],
  ['broken input ends with 5', '. < [1,2', failed(5), failed(4)],
  ['broken input ends with 5', '.a < {"a":1', failed(5), failed(4)],
  ['`leaf_paths` is gone', '[leaf_paths] | length', failed(3), done('7')],
  ['`pick` is new', '[{"a":1,"b":2}] | map(pick(.a))?', done('[\n  {\n    "a": 1\n  }\n]'), failed(3)],
  ['`error(null)` is an error', 'error(null) < 1', failed(5), { out: '', code: 0, complains: false }],
];

interface Seen {
  readonly out: string;
  readonly code: number | undefined;
  readonly complains: boolean;
}

function done(out: string): Seen {
  return { out: `${out}\n`, code: 0, complains: false };
}

function failed(code: number): Seen {
  return { out: '', code, complains: true };
}

export const knownDifferences = Object.fromEntries(differences.map(([, key, ours, theirs]) => [key, { ours, theirs }]));
