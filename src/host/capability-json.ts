import { strongest } from '../map/present.ts';
import type { CompiledOperation } from '../pipeline.ts';
import type { OperationStatus } from './operation-status.ts';

/** One operation of a loaded skill, as `load` and `capabilities` show it. */
export interface CapabilityJson {
  readonly id: string;
  /** Null for what can never run. */
  readonly maps_to: string | null;
  readonly status: OperationStatus['status'] | 'refused';
  readonly tier: number;
  readonly requires: readonly string[];
  readonly requires_approval: boolean;
  readonly approval_id: string | null;
}

export function capabilityJson(
  skill: string,
  { operation, plan, state }: CompiledOperation & { readonly state?: OperationStatus },
): CapabilityJson {
  const id = `${skill}.${operation.name}`;
  if (plan === undefined || state === undefined)
    return {
      id,
      maps_to: null,
      status: 'refused',
      tier: 3,
      requires: [],
      requires_approval: true,
      approval_id: null,
    };
  const needed = [
    ...plan.secrets.map(({ name }) => `secret:${name}`),
    ...plan.settings.map(({ name }) => `setting:${name}`),
  ];
  return {
    id,
    maps_to: strongest(plan.calls)?.capability ?? null,
    status: state.status,
    tier: plan.tier,
    requires: [...new Set(needed)],
    requires_approval: plan.requiresApproval,
    approval_id: state.status === 'ready' ? null : (state.approval?.id ?? null),
  };
}
