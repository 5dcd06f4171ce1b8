import type { Exhausted } from '../ledger/ledger.ts';
import { nothing } from '../ledger/limits.ts';
import type { ApprovalSubject } from './subject.ts';

/**
 * The question for more of a budget: as much again as its limit, or the next multiple where more is taken already. It is bound to the limit as it is, so that a yes counts once; a
 * limit of nothing is somebody's no, and is not asked about.
 */
export function budgetSubject({ scope, dimension, limit, taken }: Exhausted): ApprovalSubject | undefined {
  if (limit === 0) return undefined;
  const to = limit * (Math.floor(taken / limit) + 1);
  if (!Number.isSafeInteger(to)) return undefined;
  return {
    kind: 'budget',
    skill: 'budget',
    skill_digest: '',
    source: '',
    operation: scope,
    plan: '',
    calls: [],
    effects: [],
    origins: [],
    settings: {},
    secrets: [],
    sandbox: null,
    code: [],
    tier: 0,
    classifications: [],
    inputs: {},
    bindings: [],
    estimate: { network_bytes: 0, wall_clock_ms: 0 },
    limits: nothing,
    capabilities: '',
    reason: `raises ${dimension} of the budget \`${scope}\` from ${limit} to ${to}`,
    budget: { scope, dimension, from: limit, to },
  };
}
