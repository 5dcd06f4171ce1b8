import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundleOf } from '../../scripts/bench/bundle-of.ts';
import { formats } from '../../scripts/fuzz/formats.ts';
import { shippedTools } from '../../src/capabilities/load.ts';
import { dispatchFor } from '../../src/map/dispatch.ts';
import { mapLine } from '../../src/map-line.ts';
import { compileBundle } from '../../src/pipeline.ts';

const tools = shippedTools();
const dispatch = dispatchFor(tools);
const entries = ['SKILL.md', 'skill.yaml', 'skill.json', 'openapi.yaml', 'README', 'x.toml'] as const;

/** Noise, text, and text made of the formats' own words. */
const words = formats.flatMap(({ tokens }) => tokens);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 40 })
    .map((all) => all.join('')),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  text.map((value) => new TextEncoder().encode(value)),
);

test('any bytes give a skill or an error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...entries), bytes, (entry, content) => {
      const { skill, diagnostics } = compileBundle(bundleOf(entry, content), { tools });
      expect(skill !== undefined || diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

test('any text is mapped, or refused for a reason', () => {
  fc.assert(
    fc.property(text, (line) => {
      const answer = mapLine(line, dispatch);
      expect(answer.maps_to !== null || answer.diagnostics.length > 0).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

test('the same bytes give the same result', () => {
  fc.assert(
    fc.property(fc.constantFrom(...entries), bytes, (entry, content) => {
      const once = compileBundle(bundleOf(entry, content), { tools });
      expect(compileBundle(bundleOf(entry, content.slice()), { tools: shippedTools() })).toEqual(once);
    }),
    { numRuns: 150 },
  );
});
