import type { Diagnostic } from '../ir/diagnostic.ts';
import { askedIsolation, type MeasuredIsolation } from '../ir/isolation.ts';
import type { Call, CallSite, Plan, SandboxPolicy } from '../ir/plan.ts';
import type { Operation, Skill } from '../ir/skill.ts';
import { presentParams } from '../map/present.ts';
import { diagnosticJson } from '../report/diagnostic-json.ts';
import { placeOf, type Sources } from '../report/line-index.ts';
import type {
  Implementation,
  Manifest,
  ManifestCall,
  ManifestSite,
  RefusedOperation,
  SkillManifest,
} from './manifest.ts';

/** One operation as the compiler leaves it; without a plan it was refused. */
export interface CompiledOperation {
  readonly operation: Operation;
  readonly plan?: Plan;
  /** Of the plan. */
  readonly digest?: string;
  /** What holds its code on this machine, where somebody has looked. */
  readonly isolation?: MeasuredIsolation;
  readonly diagnostics: readonly Diagnostic[];
}

export function skillManifest(
  skill: Skill,
  operations: readonly CompiledOperation[],
  diagnostics: readonly Diagnostic[],
  sources: Sources,
): SkillManifest {
  const show = (diagnostic: Diagnostic) => diagnosticJson(diagnostic, sources, skill.source.entry);
  return {
    skill_id: skill.id,
    name: skill.name,
    version: skill.version,
    description: skill.description,
    source: skill.source.uri,
    format: skill.source.format,
    digest: skill.source.digest,
    capabilities: operations.flatMap((one) => operationManifest(skill, one, sources) ?? []),
    refused: operations.flatMap((one) => (one.plan === undefined ? [refusedOperation(skill, one, sources)] : [])),
    setup: skill.setup.map(({ text, span }) => ({ text, span: placeOf(span, sources) })),
    files: skill.files.map(({ path, digest, executable, size }) => ({ path, digest, executable, size })),
    diagnostics: diagnostics.map(show),
  };
}

/** Undefined for an operation that was refused. */
export function operationManifest(skill: Skill, compiled: CompiledOperation, sources: Sources): Manifest | undefined {
  const { operation, plan } = compiled;
  if (plan === undefined) return undefined;
  return {
    id: `${skill.id}.${operation.name}`,
    name: titleOf(skill, operation),
    description: operation.description,
    version: skill.version,
    implementation: implementationOf(plan, sources),
    input_schema: plan.inputs,
    output_schema: operation.output ?? {},
    effects: plan.effects,
    requires_secrets: plan.secrets,
    requires_settings: plan.settings,
    sandbox_policy: plan.sandbox ?? derivedPolicy(plan),
    isolation: isolationOf(plan, compiled.isolation),
    trust_tier: plan.tier,
    requires_approval: plan.requiresApproval,
    approval_reason: plan.approvalReason ?? null,
    estimated_resources: plan.estimate,
    data_classifications: plan.classifications,
    confidence: plan.confidence,
    derived_from: { uri: skill.source.uri, digest: skill.source.digest, span: placeOf(operation.span, sources) },
    digest: compiled.digest ?? null,
  };
}

function isolationOf({ tier, calls }: Plan, measured: MeasuredIsolation | undefined): Manifest['isolation'] {
  const required = askedIsolation(
    tier,
    calls.map(({ capability }) => capability),
  );
  return { required, ...(measured === undefined ? {} : { measured }) };
}

/** `moltbook` and `create_notebook` give `Moltbook: create notebook`. */
function titleOf(skill: Skill, operation: Operation): string {
  return `${skill.name}: ${operation.name.replaceAll('_', ' ')}`;
}

function refusedOperation(
  skill: Skill,
  { operation, diagnostics }: CompiledOperation,
  sources: Sources,
): RefusedOperation {
  return {
    id: `${skill.id}.${operation.name}`,
    description: operation.description,
    diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic, sources, skill.source.entry)),
    span: placeOf(operation.span, sources),
  };
}

function implementationOf(plan: Plan, sources: Sources): Implementation {
  return {
    type: implementationType(plan),
    composition: plan.composition,
    calls: plan.calls.map((call) => manifestCall(call, sources)),
    bindings: plan.bindings,
    code: plan.code,
  };
}

function implementationType({ calls }: Plan): Implementation['type'] {
  if (calls.some(({ capability }) => capability === 'shell.run')) return 'shell';
  if (calls.length > 1) return 'pipeline';
  return calls.some(({ capability }) => capability.startsWith('sandbox.')) ? 'sandbox' : 'delegate';
}

function manifestCall(call: Call, sources: Sources): ManifestCall {
  return { ...bareCall(call, sources), sites: (call.sites ?? []).map((site) => manifestSite(site, sources)) };
}

function bareCall(call: Call, sources: Sources): Omit<ManifestCall, 'sites'> {
  const { capability, effects, tier, span } = call;
  return { capability, params: presentParams(call), effects, tier, span: placeOf(span, sources) };
}

function manifestSite(site: CallSite, sources: Sources): ManifestSite {
  return { understanding: site.understanding, ...bareCall(site.call, sources) };
}

/** A plan without a process of its own: exactly what its effects name, and no processor time or memory to give. */
function derivedPolicy({ effects }: Plan): SandboxPolicy {
  const paths = (kind: 'read' | 'write') =>
    unique(effects.flatMap((effect) => (effect.kind === kind ? [effect.path] : [])));
  return {
    network: { egress: unique(effects.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : []))) },
    filesystem: { read: paths('read'), write: paths('write') },
    resources: { cpu_seconds: 0, memory_mb: 0 },
  };
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
