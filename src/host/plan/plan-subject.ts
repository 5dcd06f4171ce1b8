import { type ApprovalSubject, approvalOf } from '../../exec/approvals/subject.ts';
import type { Amounts } from '../../exec/ledger/budget.ts';
import { plus } from '../../exec/ledger/limits.ts';
import { canonicalJson, sha256 } from '../../ir/digest.ts';
import { unionEffects } from '../../ir/effects.ts';
import type { Json } from '../../ir/json.ts';
import type { SandboxPolicy } from '../../ir/plan.ts';
import { reachOfSubjects } from '../reach.ts';
import type { CheckedStep } from './check-step.ts';

/** What one answer for all steps is bound to: each step's own subject by digest, its input as written, and all that they reach. */
export function planSubject(steps: readonly CheckedStep[]): ApprovalSubject {
  const subjects = steps.map(({ approval }) => approval.subject);
  const written = steps.map(({ step, approval }) => ({
    ...(step.id === undefined ? {} : { id: step.id }),
    capability: step.capability,
    approval: approval.digest,
    input: step.input as Json,
  }));
  const digest = sha256(canonicalJson(written as unknown as Json));
  const { origins, code, classifications, tier } = reachOfSubjects(subjects);
  const names = steps.map(({ operation }) => operation.id);
  const programs = unique(subjects.flatMap((subject) => subject.programs ?? []));
  const isolation = unique(subjects.flatMap((subject) => subject.isolation ?? []));
  return {
    kind: 'plan',
    skill: 'plan',
    skill_digest: digest,
    source: `plan:${digest}`,
    operation: 'run',
    plan: digest,
    calls: names,
    effects: unionEffects(subjects.map(({ effects }) => effects)),
    origins,
    settings: Object.fromEntries(
      subjects.flatMap(({ skill, settings }) =>
        Object.entries(settings).map(([name, value]) => [`${skill}: ${name}`, value]),
      ),
    ),
    secrets: unique(subjects.flatMap(({ secrets }) => secrets)),
    sandbox: mergedSandbox(subjects),
    code,
    tier,
    classifications,
    inputs: {},
    bindings: [],
    estimate: {
      network_bytes: sum(subjects.map(({ estimate }) => estimate.network_bytes)),
      wall_clock_ms: sum(subjects.map(({ estimate }) => estimate.wall_clock_ms)),
    },
    limits: subjects.map(({ limits }) => limits).reduce((a: Amounts, b: Amounts) => plus(a, b)),
    capabilities: subjects[0]?.capabilities ?? '',
    reason: `runs ${names.length} operations one after the other: ${[...new Set(names)].join(', ')}`,
    steps: written,
    ...(programs.length === 0 ? {} : { programs }),
    ...(isolation.length === 0 ? {} : { isolation }),
  };
}

export function planApproval(steps: readonly CheckedStep[]): {
  readonly id: string;
  readonly digest: string;
  readonly subject: ApprovalSubject;
} {
  const subject = planSubject(steps);
  return { ...approvalOf(subject), subject };
}

/** All that the code of any step may reach: each step runs in its own, which is bound by its digest. */
function mergedSandbox(subjects: readonly ApprovalSubject[]): Json {
  const all = subjects.flatMap(({ sandbox }) => (sandbox === null ? [] : [sandbox as unknown as SandboxPolicy]));
  if (all.length === 0) return null;
  const joined = <T>(of: (one: SandboxPolicy) => readonly T[] | undefined) =>
    unique(all.flatMap((one) => of(one) ?? []));
  const [derived, dependencies, undecided] = [
    joined((one) => one.derived),
    joined((one) => one.dependencies),
    joined((one) => one.undecided),
  ];
  const merged: SandboxPolicy = {
    network: { egress: joined(({ network }) => network.egress) },
    filesystem: {
      read: joined(({ filesystem }) => filesystem.read),
      write: joined(({ filesystem }) => filesystem.write),
    },
    resources: {
      cpu_seconds: Math.max(...all.map(({ resources }) => resources.cpu_seconds)),
      memory_mb: Math.max(...all.map(({ resources }) => resources.memory_mb)),
    },
    ...(derived.length === 0 ? {} : { derived }),
    ...(dependencies.length === 0 ? {} : { dependencies }),
    ...(undecided.length === 0 ? {} : { undecided }),
  };
  return merged as unknown as Json;
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [canonicalJson(value as unknown as Json), value])).values()];
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
