import { canonicalJson, sha256 } from '../../ir/digest.ts';
import type { Effect } from '../../ir/effect.ts';
import type { MeasuredIsolation } from '../../ir/isolation.ts';
import type { Json } from '../../ir/json.ts';
import type { Plan } from '../../ir/plan.ts';
import { planDigest } from '../../ir/plan-digest.ts';
import type { Amounts } from '../ledger/budget.ts';
import type { BoundProgram } from '../providers/program/bound-program.ts';
import { noNeeds, type PlanNeeds } from '../providers/program/plan-needs.ts';

/** Everything that an approval is bound to. What a person is shown is this, and nothing beside it. */
export interface ApprovalSubject {
  /** A whole operation, several of them, one call of a program that goes beyond what was approved for it, or a higher limit. */
  readonly kind: 'operation' | 'plan' | 'call' | 'budget';
  readonly skill: string;
  readonly skill_digest: string;
  readonly source: string;
  readonly operation: string;
  readonly plan: string;
  readonly calls: readonly string[];
  readonly effects: readonly Effect[];
  readonly origins: readonly string[];
  readonly settings: { readonly [name: string]: string };
  readonly secrets: readonly { readonly name: string; readonly origin: string; readonly slot: string }[];
  readonly sandbox: Json;
  readonly code: readonly { readonly path: string; readonly digest: string }[];
  readonly tier: number;
  readonly classifications: readonly string[];
  readonly inputs: Json;
  readonly bindings: readonly { readonly name: string; readonly bind: string; readonly call: number }[];
  readonly estimate: { readonly network_bytes: number; readonly wall_clock_ms: number };
  readonly limits: Amounts;
  /** Digest of the declarations of the core capabilities that the plan calls. */
  readonly capabilities: string;
  readonly reason: string;
  /** Of a plan of several operations only: what each is called with, and what an approval of it alone would be bound to. */
  readonly steps?: readonly {
    readonly id?: string;
    readonly capability: string;
    readonly approval: string;
    readonly input: Json;
  }[];
  /** Of `call` only: exactly this one, its words as a keyed digest. */
  readonly call?: { readonly capability: string; readonly args: string };
  /** Of `budget` only: which limit is raised, from what and to what. */
  readonly budget?: { readonly scope: string; readonly dimension: string; readonly from: number; readonly to: number };
  /** Programs of this machine that it runs; left out where there are none. */
  readonly programs?: readonly BoundProgram[];
  /** What was measured of the sandboxes that its code runs in; left out where it starts no program. */
  readonly isolation?: readonly MeasuredIsolation[];
}

export interface ApprovalContext {
  readonly skill: string;
  readonly skillDigest: string;
  readonly source: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly limits: Amounts;
  readonly capabilities: string;
  readonly needs?: Pick<PlanNeeds, 'programs' | 'warnings' | 'isolation'>;
}

export function approvalSubject(plan: Plan, context: ApprovalContext): ApprovalSubject {
  const settings = plan.settings.flatMap(({ name }) => {
    const value = context.settings.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const effects = plan.effects.map((effect) => withSettings(effect, context.settings));
  const { programs, warnings, isolation } = context.needs ?? noNeeds;
  return {
    kind: 'operation',
    skill: context.skill,
    skill_digest: context.skillDigest,
    source: context.source,
    operation: plan.operation,
    plan: planDigest(plan),
    calls: plan.calls.map(({ capability }) => capability),
    effects,
    origins: [...new Set(effects.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : [])))],
    settings: Object.fromEntries(settings),
    secrets: plan.secrets.map((use) => ({ ...use, origin: filledOrigin(use.origin, context.settings) })),
    sandbox: (plan.sandbox ?? null) as Json,
    code: plan.code,
    tier: plan.tier,
    classifications: plan.classifications,
    inputs: plan.inputs,
    bindings: plan.bindings,
    estimate: plan.estimate,
    limits: { ...context.limits, calls: plan.calls.length },
    capabilities: context.capabilities,
    reason: [fillSettings(plan.approvalReason ?? '', context.settings), ...warnings].filter(Boolean).join('; '),
    ...(programs.length === 0 ? {} : { programs }),
    ...(isolation === undefined ? {} : { isolation: [isolation] }),
  };
}

/** Load and execute name the same approval: its id is made of the digest. */
export function approvalOf(subject: ApprovalSubject): { readonly id: string; readonly digest: string } {
  const digest = sha256(canonicalJson(subject as unknown as Json));
  return { id: `apr_${digest.slice('sha256:'.length, 'sha256:'.length + 24)}`, digest };
}

/** `${setting:NAME}` by its value; one that is not set stays, and is covered by no grant. */
export function fillSettings(text: string, settings: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{setting:([^}]+)\}/g, (whole, name: string) => settings.get(name) ?? whole);
}

/** A setting may bring a path along (`https://host/v1`): the origin is what stands before it, spelled as requests spell it. */
function originAndPath(origin: string, path: string): { readonly origin: string; readonly path: string } {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(origin) ? origin + path : `http://${origin}${path}`;
  const [, before = '', behind = ''] = /^([^/]*\/\/[^/]*)(.*)$/s.exec(whole) ?? [];
  return URL.canParse(before) ? { origin: new URL(before).origin, path: behind } : { origin, path };
}

function filledOrigin(origin: string, settings: ReadonlyMap<string, string>): string {
  const filled = fillSettings(origin, settings);
  return filled === origin ? origin : originAndPath(filled, '').origin;
}

export function withSettings(effect: Effect, settings: ReadonlyMap<string, string>): Effect {
  if (settings.size === 0) return effect;
  if (effect.kind === 'secret') return { ...effect, origin: filledOrigin(effect.origin, settings) };
  if (effect.kind === 'network') {
    const filled = fillSettings(effect.origin, settings);
    if (filled !== effect.origin && !filled.includes('${')) return { ...effect, ...originAndPath(filled, effect.path) };
  }
  const filled = Object.entries(effect).map(([key, value]) => [key, fillSettings(String(value), settings)]);
  return Object.fromEntries(filled) as unknown as Effect;
}
