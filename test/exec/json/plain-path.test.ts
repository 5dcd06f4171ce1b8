import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { plainPath } from '../../../src/exec/providers/json/plain-path.ts';
import { jqWorkers } from '../../../src/exec/providers/json/query.ts';

const workers = jqWorkers(1);
afterAll(() => workers.close());

const filters = [
  '.',
  '.a',
  '.a.b',
  '.a.b.c',
  '."a"',
  '."a b".c',
  '.["a"]',
  '.[0]',
  '.[-1]',
  '.[5]',
  '.a[0]',
  '.a[0].b',
  '.a["b"]',
  ' .a ',
  '.[0][1]',
  '.a.[0]',
  'a',
  '[0]',
  '.a..b',
  '.a|.b',
  '.a?',
  '.and',
  '.if',
  '.1',
  '..',
  '.a[]',
  '.a[1:2]',
  '."\\u0061"',
  '.a.',
  '',
];
const inputs = [
  '{"a":{"b":{"c":"x"}}}',
  '{"a":["p","q",{"b":true}]}',
  '[["a","b"],null]',
  '{"a b":{"c":[]}}',
  '"text"',
  'null',
  'true',
  '[]',
  '{}',
  '{"a":1}',
  '{"a":1.0}',
  '{"a":[1e400]}',
  '{"a":"é😀"}',
  '{"a":"\\u007f"}',
  '{"a":"\\ud800"}',
  '{"a":"tab\\tnewline\\nquote\\"slash\\\\"}',
  '{"a":{"2":"x","1":"y"}}',
  '{"a":{"b":null,"c":false}}',
  '{"a":"x","a":"y"}',
  '{"__proto__":{"b":"x"},"a":"y"}',
  ' {"a" : [ "x" , {} , [] ] } ',
  '{"a":"x"}{"a":"y"}',
  '{"a":',
  '',
  '\ufeff{"a":"x"}',
  '{"a":NaN}',
  `${'['.repeat(300)}${']'.repeat(300)}`,
  '{"a":"\u2028"}',
];

const realJq = (filter: string, input: string, options: readonly string[]) => {
  const { status, stdout } = spawnSync('jq', [...options, filter], { input });
  return { status, stdout: stdout.toString() };
};

const ours = (filter: string, input: string, options: readonly string[]) =>
  plainPath(filter, Buffer.from(input), { raw: options.includes('-r'), compact: options.includes('-c') });

describe('a filter that only walks', () => {
  it('prints what jq prints, or leaves it to jq', async () => {
    let walked = 0;
    const different: unknown[] = [];
    for (const options of [[], ['-r'], ['-c'], ['-r', '-c']]) {
      for (const filter of filters) {
        for (const input of inputs) {
          const printed = ours(filter, input, options);
          if (printed === undefined) continue;
          walked++;
          const limit = { signal: new AbortController().signal, deadlineMs: 20_000 };
          const request = { argv: [...options, filter], stdin: Buffer.from(input), files: [], maxOutput: 100_000 };
          const outcome = await workers.call(request, limit);
          const theirs =
            outcome.kind === 'answered'
              ? { status: outcome.answer.exitCode, stdout: Buffer.from(outcome.answer.stdout).toString() }
              : outcome;
          const expected = { status: 0, stdout: printed };
          if (JSON.stringify(theirs) !== JSON.stringify(expected))
            different.push({ filter, input, options, theirs, printed });
        }
      }
    }
    expect(different).toEqual([]);
    expect(walked).toBeGreaterThan(300);
  }, 120_000);

  it('prints what the jq of the machine prints, for any document', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '"', '\\', '\n', ' ', '1', '\u0001', '😀'),
      maxLength: 5,
    });
    const value = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '0', 'é'), tie('json'), { maxKeys: 3 }),
      ),
    })).json;
    let walked = 0;
    fc.assert(
      fc.property(value, fc.constantFrom(...filters), (document, filter) => {
        const input = JSON.stringify(document);
        const printed = ours(filter, input, ['-r']);
        if (printed === undefined) return;
        walked++;
        expect({ input, filter, ...realJq(filter, input, ['-r']) }).toEqual({
          input,
          filter,
          status: 0,
          stdout: printed,
        });
      }),
      { numRuns: 400 },
    );
    expect(walked).toBeGreaterThan(20);
  }, 120_000);
});
