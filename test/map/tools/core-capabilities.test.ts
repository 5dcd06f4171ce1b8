import { describe, expect, test } from 'vitest';
import { loadCapabilities } from '../../../src/capabilities/core.ts';
import { shippedTools } from '../../../src/capabilities/load.ts';
import { coreCapabilities } from '../../../src/ir/plan.ts';
import { dispatchFor } from '../../../src/map/dispatch.ts';
import { mapLine } from '../../../src/map-line.ts';

const tools = shippedTools();
const dispatch = dispatchFor(tools);
const manifests = loadCapabilities();

function verdict(line: string): string {
  const answer = mapLine(line, dispatch);
  return answer.maps_to ?? 'refused';
}

test('every core capability has a file', () => {
  expect(manifests.map(({ id }) => id)).toEqual([...coreCapabilities]);
});

describe.each(manifests)('$id', ({ id, examples }) => {
  test.each(examples.maps)('maps: %s', (line) => {
    expect(verdict(line)).toBe(id);
  });
  test.each(examples.other)('is not: $run', ({ run, as }) => {
    expect(verdict(run)).toBe(as);
  });
});
