import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundleOf } from '../../scripts/bench/bundle-of.ts';
import { formats } from '../../scripts/fuzz/formats.ts';
import { inputOf } from '../../scripts/fuzz/run.ts';
import { shippedTools } from '../../src/capabilities/load.ts';
import type { Plan } from '../../src/ir/plan.ts';
import { parseIr, printIr } from '../../src/ir/print.ts';
import type { Skill } from '../../src/ir/skill.ts';
import { compileBundle } from '../../src/pipeline.ts';

const tools = shippedTools();
const entries = { markdown: 'SKILL.md', yaml: 'skill.yaml', json: 'skill.json', openapi: 'openapi.yaml' } as const;
type Document = keyof typeof entries;

/** The skill and its plans, of a document that compiles. */
function irsOf(format: Document, content: string | Uint8Array): readonly (Skill | Plan)[] {
  const { skill, operations } = compileBundle(bundleOf(entries[format], content), { tools });
  return skill === undefined ? [] : [skill, ...operations.flatMap(({ plan }) => (plan === undefined ? [] : [plan]))];
}

describe('print then parse is identity', () => {
  test.each(Object.keys(entries) as Document[])('for every %s document of our own', (format) => {
    const irs = (formats.find(({ name }) => name === format)?.seeds ?? []).flatMap((seed) => irsOf(format, seed));
    expect(irs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['skill', 'plan']));
    for (const ir of irs) expect(parseIr(printIr(ir))).toEqual({ kind: 'ir', value: ir });
  });

  test('for whatever compiles', () => {
    const document = fc.constantFrom(...(Object.keys(entries) as Document[]));
    fc.assert(
      fc.property(document, fc.nat(1_000_000), (format, index) => {
        for (const ir of irsOf(format, inputOf(format, 11, index))) {
          const printed = printIr(ir);
          const parsed = parseIr(printed);
          expect(parsed).toEqual({ kind: 'ir', value: ir });
          if (parsed.kind === 'ir') expect(printIr(parsed.value)).toBe(printed);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is not an IR is refused', () => {
  const [plan] = irsOf('json', formats.find(({ name }) => name === 'json')?.seeds[0] ?? '').filter(
    ({ kind }) => kind === 'plan',
  );
  const changed = (change: (copy: Record<string, unknown>) => void): string => {
    const copy = structuredClone(plan) as unknown as Record<string, unknown>;
    change(copy);
    return JSON.stringify(copy);
  };

  test('the plan itself is fine', () => {
    expect(parseIr(changed(() => {}))).toEqual({ kind: 'ir', value: plan });
  });

  test.each([
    ['no JSON', '{', 'neither a skill nor a plan'],
    ['another kind', '{"kind":"grant"}', 'neither a skill nor a plan'],
    [
      'a tier that does not exist',
      changed((copy) => Object.assign(copy, { tier: 7 })),
      'plan.tier is not as it must be',
    ],
    [
      'a field nobody knows',
      changed((copy) => Object.assign(copy, { approved: true })),
      'plan.approved is not as it must be',
    ],
    [
      'a missing field',
      changed((copy) => {
        delete copy.effects;
      }),
      'plan.effects is not as it must be',
    ],
    [
      'an unknown capability',
      changed((copy) => Object.assign((copy.calls as object[])[0] ?? {}, { capability: 'shell.exec' })),
      'plan.calls[0].capability is not as it must be',
    ],
    [
      'an effect of another kind',
      changed((copy) => Object.assign(copy, { effects: [{ kind: 'all' }] })),
      'plan.effects[0].kind is not as it must be',
    ],
  ])('%s', (_name, text, reason) => {
    expect(parseIr(text)).toEqual({ kind: 'bad', reason });
  });

  test('nesting without end', () => {
    const deep = `${'{"kind":"concat","parts":['.repeat(5000)}${']}'.repeat(5000)}`;
    const text = changed((copy) => Object.assign((copy.calls as object[])[0] ?? {}, { args: 0 })).replace(
      '"args":0',
      `"args":${deep}`,
    );
    expect(parseIr(text)).toMatchObject({ kind: 'bad' });
  });
});
