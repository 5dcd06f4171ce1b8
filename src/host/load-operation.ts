import type { RegisteredOperation } from '../exec/market/host.ts';
import type { Call, Plan } from '../ir/plan.ts';

/** The getting of one skill, as an operation of its own: what a reviewer is shown, and what an approval is bound to. */
export function loadOperation(
  call: Pick<Call, 'capability' | 'args' | 'effects'>,
  about: {
    readonly source: string;
    readonly digest: string;
    readonly reason: string;
    readonly classifications: readonly string[];
    readonly estimate: Plan['estimate'];
  },
): RegisteredOperation {
  const { source, digest, reason, classifications, estimate } = about;
  const span = { source, start: 0, end: 0 };
  const plan: Plan = {
    kind: 'plan',
    operation: 'load',
    composition: 'single',
    calls: [{ kind: 'call', ...call, tier: 1, span }],
    inputs: { type: 'object', properties: {}, required: [] },
    bindings: [],
    effects: call.effects,
    secrets: [],
    settings: [],
    tier: 1,
    requiresApproval: true,
    approvalReason: reason,
    estimate,
    code: [],
    classifications,
    confidence: 1,
    span,
  };
  return {
    id: 'skill.load',
    loaded: false,
    skill: 'skill.load',
    skillDigest: digest,
    source,
    plan,
    bundle: new Map(),
    stores: new Map(),
  };
}
