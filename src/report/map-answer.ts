import type { Effect } from '../ir/effect.ts';
import type { Json, Schema } from '../ir/json.ts';
import type { SecretUse, SettingUse, Tier } from '../ir/plan.ts';
import type { DiagnosticJson } from './diagnostic-json.ts';

/** What `skillc map --json` prints for one command. */
export interface MapAnswer {
  readonly command: string;
  readonly maps_to: string | null;
  readonly params: Json;
  readonly steps: readonly MapStep[];
  readonly inputs: Schema;
  readonly secrets: readonly SecretUse[];
  /** Parts of an origin that the host sets. */
  readonly settings?: readonly SettingUse[];
  readonly effects: readonly Effect[];
  readonly tier: Tier;
  readonly requires_approval: boolean;
  readonly approval_reason?: string | null;
  readonly confidence: number;
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface MapStep {
  readonly capability: string;
  readonly params: Json;
  readonly effects: readonly Effect[];
}

/**
 * The answer for what can never run. It asks for nothing that a person could grant; `requires_approval` stays true, so
 * that whoever looks at that field alone never takes it for a command that is free to run.
 */
export function refusedAnswer(
  command: string,
  reason: DiagnosticJson,
  understood: Partial<Pick<MapAnswer, 'steps' | 'effects' | 'diagnostics'>> = {},
): MapAnswer {
  return {
    command,
    maps_to: null,
    params: {},
    steps: [],
    inputs: { type: 'object', properties: {}, required: [] },
    secrets: [],
    effects: [],
    tier: 3,
    requires_approval: true,
    approval_reason: `can never run: ${reason.message}`,
    confidence: 0,
    diagnostics: [reason],
    ...understood,
  };
}
