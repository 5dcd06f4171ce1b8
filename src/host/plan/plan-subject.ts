import { type ApprovalSubject, approvalOf } from '../../exec/approvals/subject.ts';
import type { Amounts } from '../../exec/ledger/budget.ts';
import { plus } from '../../exec/ledger/limits.ts';
import { canonicalJson, sha256 } from '../../ir/digest.ts';
import { unionEffects } from '../../ir/effects.ts';
import type { Json } from '../../ir/json.ts';
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
  const sandboxes = unique(subjects.map(({ sandbox }) => sandbox).filter((one) => one !== null));
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
    sandbox: sandboxes.length === 0 ? null : sandboxes,
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

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [canonicalJson(value as unknown as Json), value])).values()];
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
