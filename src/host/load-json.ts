import { type DiagnosticJson, diagnosticJson } from '../report/diagnostic-json.ts';
import { sourcesOf } from '../report/line-index.ts';
import { type CapabilityJson, capabilityJson } from './capability-json.ts';
import type { EffectDiff } from './effect-diff.ts';
import type { Loaded } from './load-skill.ts';

/** What `skillc load --json` prints. */
export interface LoadJson {
  readonly skill_id: string;
  readonly version: string;
  readonly digest: string;
  readonly source: string;
  readonly format: string;
  readonly capabilities: readonly CapabilityJson[];
  readonly pending_approvals: number;
  /** What another version under the same id could touch, and this one cannot; and the other way round. */
  readonly changes?: EffectDiff;
  readonly diagnostics: readonly DiagnosticJson[];
  readonly hint: string;
}

export function loadJson(loaded: Extract<Loaded, { kind: 'loaded' }>): LoadJson {
  const { skill, bundle, compiled, operations, diff, diagnostics } = loaded;
  const capabilities = operations.map((one) => capabilityJson(skill, one));
  const sources = sourcesOf(bundle, compiled.credentials);
  return {
    skill_id: skill,
    version: compiled.skill?.version ?? '',
    digest: bundle.digest,
    source: bundle.uri,
    format: compiled.skill?.source.format ?? 'markdown',
    capabilities,
    pending_approvals: capabilities.filter(({ status }) => status === 'pending').length,
    ...(diff === undefined ? {} : { changes: diff }),
    diagnostics: diagnostics.map((one) => diagnosticJson(one, sources, bundle.entry)),
    hint: hintFor(loaded, capabilities),
  };
}

/** The next thing to do. */
function hintFor({ skill, operations }: Extract<Loaded, { kind: 'loaded' }>, all: readonly CapabilityJson[]): string {
  const unset = operations.flatMap(({ state }) => state?.unset ?? [])[0];
  if (unset !== undefined) return `run \`skillc setting set ${unset} VALUE --skill ${skill}\``;
  if (all.some(({ status }) => status === 'pending')) return 'run `skillc approvals` to review';
  const runs = all.find(({ status }) => status === 'ready' || status === 'approved');
  return runs === undefined
    ? 'run `skillc check` to see why nothing of it can run'
    : `run \`skillc execute ${runs.id}\``;
}
