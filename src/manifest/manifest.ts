import type { Effect } from '../ir/effect.ts';
import type { AskedIsolation, MeasuredIsolation } from '../ir/isolation.ts';
import type { Json, Schema } from '../ir/json.ts';
import type { Estimate, InputBinding, SandboxPolicy, SecretUse, SettingUse, Tier, Understanding } from '../ir/plan.ts';
import type { DiagnosticJson } from '../report/diagnostic-json.ts';
import type { Place } from '../report/line-index.ts';

/** What a reviewer reads and signs, for one operation. Names are those of the wire. */
export interface Manifest {
  /** `<skill>.<operation>`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly implementation: Implementation;
  readonly input_schema: Schema;
  readonly output_schema: Schema;
  readonly effects: readonly Effect[];
  readonly requires_secrets: readonly SecretUse[];
  /** What the host must set before it can be approved. */
  readonly requires_settings: readonly SettingUse[];
  readonly sandbox_policy: SandboxPolicy;
  /** `required` is what the plan asks for; `measured` what this machine was seen to give, where it was asked. */
  readonly isolation: { readonly required: AskedIsolation; readonly measured?: MeasuredIsolation };
  readonly trust_tier: Tier;
  readonly requires_approval: boolean;
  readonly approval_reason: string | null;
  readonly estimated_resources: Estimate;
  readonly data_classifications: readonly string[];
  readonly confidence: number;
  readonly derived_from: { readonly uri: string; readonly digest: string; readonly span: Place };
  /** Of the plan. */
  readonly digest: string | null;
}

export interface Implementation {
  /** delegate: one call; pipeline: several; shell: a program; sandbox: code or a tool. */
  readonly type: 'delegate' | 'pipeline' | 'shell' | 'sandbox';
  /** How the calls follow each other: `pipe` hands output on, `seq` does not. */
  readonly composition: 'single' | 'pipe' | 'seq';
  readonly calls: readonly ManifestCall[];
  /** Which literal of which call an input replaces. */
  readonly bindings: readonly InputBinding[];
  /** Bundle files whose content runs. */
  readonly code: readonly { readonly path: string; readonly digest: string }[];
}

export interface ManifestCall {
  readonly capability: string;
  readonly params: Json;
  readonly effects: readonly Effect[];
  readonly tier: Tier;
  /** The commands of a program. */
  readonly sites: readonly ManifestSite[];
  readonly span: Place;
}

export type ManifestSite = Omit<ManifestCall, 'sites'> & { readonly understanding: Understanding };

/** Everything `skillc manifest` says about one skill. */
export interface SkillManifest {
  readonly skill_id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly source: string;
  readonly format: string;
  readonly digest: string;
  readonly capabilities: readonly Manifest[];
  /** Operations that have no plan and can never run, with the reasons. */
  readonly refused: readonly RefusedOperation[];
  /** Install and set-up lines: for a person to read, never run. */
  readonly setup: readonly { readonly text: string; readonly span: Place }[];
  readonly files: readonly {
    readonly path: string;
    readonly digest: string;
    readonly executable: boolean;
    readonly size: number;
  }[];
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface RefusedOperation {
  readonly id: string;
  readonly description: string;
  readonly diagnostics: readonly DiagnosticJson[];
  readonly span: Place;
}
