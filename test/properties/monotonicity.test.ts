import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shippedTools } from '../../src/capabilities/load.ts';
import type { Effect } from '../../src/ir/effect.ts';
import { dispatchFor } from '../../src/map/dispatch.ts';
import { mapLine } from '../../src/map-line.ts';
import type { MapAnswer } from '../../src/report/map-answer.ts';
import { effectfulCommands, refusedCommands } from './commands.ts';
import { type Context, contexts, wrappers } from './contexts.ts';

const tools = shippedTools();
const dispatch = dispatchFor(tools);
const map = (text: string): MapAnswer => mapLine(text, dispatch);
const isRefused = ({ maps_to }: MapAnswer): boolean => maps_to === null;
const all: readonly Context[] = [...contexts, ...wrappers];

/** Effects of the command alone that the same command in its context no longer shows. */
function lost(plain: MapAnswer, wrapped: MapAnswer): readonly Effect[] {
  const kept = new Set(wrapped.effects.map((effect) => JSON.stringify(effect)));
  return plain.effects.filter((effect) => effect.kind !== 'output' && !kept.has(JSON.stringify(effect)));
}

/** Why the context made the command look safer; undefined when it did not. */
function softened(command: string, text: string): string | undefined {
  const plain = map(command);
  const wrapped = map(text);
  if (isRefused(wrapped)) return undefined;
  if (isRefused(plain)) return `no longer refused: ${wrapped.maps_to} of tier ${wrapped.tier}`;
  if (wrapped.tier < plain.tier) return `tier ${plain.tier} became ${wrapped.tier}`;
  // An unknown tool gets no network, no secret and no file: having lost them, it cannot use them.
  if (wrapped.tier === 3) return undefined;
  const gone = lost(plain, wrapped);
  if (gone.length > 0) return `lost ${JSON.stringify(gone)}`;
  return plain.requires_approval && !wrapped.requires_approval ? 'no longer asks' : undefined;
}

const failures = (commands: readonly string[], places: readonly Context[]): readonly string[] =>
  commands.flatMap((command) =>
    places.flatMap(({ wrap }) => {
      const problem = softened(command, wrap(command));
      return problem === undefined ? [] : [`${problem}\n  ${wrap(command)}`];
    }),
  );

describe('the lists say what the tests need', () => {
  test('there are enough contexts', () => {
    expect(all.length).toBeGreaterThanOrEqual(30);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test.each(refusedCommands)('refused alone: %s', (command) => {
    expect(map(command)).toMatchObject({ maps_to: null, tier: 3 });
  });

  test.each(effectfulCommands)('not refused alone: %s', (command) => {
    expect(map(command).maps_to).not.toBeNull();
  });
});

describe('a harmless context', () => {
  test.each(all)('never lifts a refusal: $name', (context) => {
    expect(failures(refusedCommands, [context])).toEqual([]);
  });

  test.each(all)('never lowers an effect or a tier: $name', (context) => {
    expect(failures(effectfulCommands, [context])).toEqual([]);
  });
});

test('contexts inside contexts soften nothing', () => {
  const command = fc.constantFrom(...refusedCommands, ...effectfulCommands);
  const places = fc.array(fc.constantFrom(...contexts), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(command, fc.option(fc.constantFrom(...wrappers)), places, (plain, wrapper, around) => {
      const inner = wrapper?.wrap(plain) ?? plain;
      const text = around.reduce((inside, { wrap }) => (inside.includes('\n') ? inside : wrap(inside)), inner);
      expect(softened(plain, text)).toBeUndefined();
    }),
    { numRuns: 1500 },
  );
});
