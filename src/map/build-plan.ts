import type { Bundle } from '../ir/bundle.ts';
import { unionEffects } from '../ir/effects.ts';
import type { Expr } from '../ir/expr.ts';
import type { Schema } from '../ir/json.ts';
import type { Call, InputBinding, Plan, SecretUse } from '../ir/plan.ts';
import type { Operation, SandboxRequest } from '../ir/skill.ts';
import { confidenceOf } from './confidence.ts';
import { guardedAddress } from './guarded-address.ts';
import type { Collector } from './infer/collector.ts';
import { inputSchema } from './inputs.ts';
import { approvalReason, estimateOf, highestTier, sandboxPolicy } from './judge.ts';
import { signingUses } from './program/signing-places.ts';

export interface Calls {
  readonly composition: Plan['composition'];
  readonly calls: readonly Call[];
  /** The numbers bindings know the calls by: of the calls, or of the call sites of a program. */
  readonly numbers: readonly number[];
}

export interface PlanOptions {
  readonly bundle?: Bundle;
  /** Origins that may be read without asking. */
  readonly trustedOrigins: ReadonlySet<string>;
  readonly classifications: readonly string[];
}

export function buildPlan(
  operation: Operation,
  made: Calls,
  collector: Collector,
  request: SandboxRequest,
  options: PlanOptions,
): Plan {
  const { calls, composition } = made;
  for (const call of calls) reportGuarded(call, collector);
  const classified = options.classifications.map((name) => ({ kind: 'classified', class: name }) as const);
  const effects = unionEffects([...calls.map((call) => call.effects), classified]);
  const tier = highestTier(calls.map((call) => call.tier));
  const placed = signingUses(collector.secrets, effects);
  const secrets = [...placed, ...unplacedSecrets(operation, collector)].sort((a, b) =>
    `${a.name} ${a.origin} ${a.slot}` < `${b.name} ${b.origin} ${b.slot}` ? -1 : 1,
  );
  const settings = [...collector.settings.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const judged = { calls, effects, secrets, tier, classifications: options.classifications };
  const asked = operation.requires?.approval === true ? ['the skill itself asks for approval'] : [];
  const rerouted = collector.diagnostics.some(({ code }) => code === 'map/header-reroutes')
    ? ['a header may make another request of it']
    : [];
  const reasons = [approvalReason(judged, options.trustedOrigins) ?? [], rerouted, asked].flat();
  const sandboxed = tier >= 2 || calls.some((call) => call.capability === 'shell.run');
  const inputs: Schema = inputSchema(collector, operation.input);
  return {
    kind: 'plan',
    operation: operation.name,
    composition,
    calls,
    inputs,
    bindings: placedBindings(collector, made.numbers),
    effects,
    secrets,
    settings,
    tier,
    requiresApproval: reasons.length > 0,
    ...(reasons.length === 0 ? {} : { approvalReason: reasons.join('; ') }),
    estimate: estimateOf(calls),
    ...(sandboxed ? { sandbox: sandboxPolicy(effects, request, collector) } : {}),
    code: codeFiles(calls, collector.modules, options.bundle),
    classifications: options.classifications,
    confidence: confidenceOf(collector.diagnostics),
    span: operation.span,
  };
}

/** A program's own commands stand where the address is written. */
function reportGuarded(call: Call, collector: Collector): void {
  for (const site of call.sites ?? []) reportGuarded(site.call, collector);
  for (const effect of call.effects) {
    const guarded = effect.kind === 'network' ? guardedAddress(effect.origin) : undefined;
    if (effect.kind !== 'network' || guarded === undefined) continue;
    collector.report('map/address-guarded', `\`${effect.origin}\` is a guarded address: ${guarded}`, call.span);
  }
}

/** Secrets that the skill requires, and that no place of the text holds: needed, and bound to nothing. */
function unplacedSecrets({ requires }: Operation, { secrets }: Collector): readonly SecretUse[] {
  const placed = new Set(secrets.map(({ name }) => name));
  return (requires?.secrets ?? [])
    .filter((name) => !placed.has(name))
    .map((name) => ({ name, origin: '', slot: 'declared' }));
}

/** Bindings by where their call ended up; one inside a nested script has no place and is dropped. */
function placedBindings(collector: Collector, numbers: readonly number[]): readonly InputBinding[] {
  return collector.bindings.flatMap((binding) => {
    const call = numbers.indexOf(binding.call);
    return call < 0 ? [] : [{ ...binding, call }];
  });
}

/** Bundled files whose content runs, as the calls name them and as scripts load them. */
function codeFiles(calls: readonly Call[], modules: ReadonlySet<string>, bundle: Bundle | undefined): Plan['code'] {
  const files = new Map<string, string>();
  for (const path of modules) {
    const file = bundle?.files.get(path);
    if (file !== undefined) files.set(path, file.digest);
  }
  const visit = (call: Call): void => {
    for (const { key, value } of call.args.kind === 'object' ? call.args.members : []) {
      for (const path of codePaths(key, value)) {
        const file = bundle?.files.get(path);
        if (file !== undefined) files.set(file.path, file.digest);
      }
    }
    for (const site of call.sites ?? []) visit(site.call);
  };
  for (const call of calls) visit(call);
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, digest]) => ({ path, digest }));
}

/** `script: x.py`, `filter_file: x.jq`, `loads: [{path: setup.js}]`. */
function codePaths(key: string, value: Expr): readonly string[] {
  if ((key === 'script' || key === 'filter_file') && value.kind === 'literal') return [String(value.value)];
  if (key !== 'loads' || value.kind !== 'list') return [];
  return value.items.flatMap((item) => {
    const path = item.kind === 'object' ? item.members.find((member) => member.key === 'path')?.value : undefined;
    return path?.kind === 'literal' ? [String(path.value)] : [];
  });
}
