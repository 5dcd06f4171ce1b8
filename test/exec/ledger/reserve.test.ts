import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amounts, type BudgetScope, dimensions } from '../../../src/exec/ledger/budget.ts';
import { decide } from '../../../src/exec/ledger/decide.ts';
import { amountsBy } from '../../../src/exec/ledger/limits.ts';
import { memoryState } from '../../../src/exec/ledger/memory-state.ts';
import { plainAdmit } from './bench.ts';

const small = fc.nat(6);
const amounts: fc.Arbitrary<Amounts> = fc.record({
  calls: small,
  network_bytes: small,
  wall_clock_ms: small,
  cpu_ms: small,
  money: small,
});
const budget = fc.record({ limits: amounts, used: amounts, reserved: amounts });
const scopes: readonly BudgetScope[] = ['session:morning', 'skill:weather'];

test('a reservation is the least of what is asked for and what remains, or none at all', () => {
  fc.assert(
    fc.property(budget, budget, amounts, (session, skill, reserve) => {
      const state = memoryState();
      for (const [index, { limits, used, reserved }] of [session, skill].entries()) {
        const scope = scopes[index] ?? '';
        state.put('limits', scope, { ...limits });
        state.put('budgets', scope, { used: { ...used }, reserved: { ...reserved }, warned: [] });
      }
      const left = amountsBy((dimension) =>
        Math.max(
          0,
          Math.min(
            ...[session, skill].map(
              ({ limits, used, reserved }) => limits[dimension] - used[dimension] - reserved[dimension],
            ),
          ),
        ),
      );
      const asked = { ...reserve, calls: Math.max(1, reserve.calls) };
      const isRefused = dimensions.some((dimension) => asked[dimension] > 0 && left[dimension] === 0);
      const command = { ...plainAdmit, reserve, scopes: ['skill:weather'] } as const;
      const { events, reply } = decide(state, command, { wall: 1, monotonic: 1, boot: 'b' });
      const cap = amountsBy((dimension) => Math.min(asked[dimension], left[dimension]));
      expect({ events: events.length, answer: reply.ok ? reply.value.cap : reply.code }).toEqual(
        isRefused ? { events: 0, answer: 'budget/exhausted' } : { events: 1, answer: cap },
      );
    }),
    { numRuns: 1_000 },
  );
});
