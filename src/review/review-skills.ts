import type { Diagnostic } from '../ir/diagnostic.ts';
import { unionEffects } from '../ir/effects.ts';
import type { Plan } from '../ir/plan.ts';
import type { Skill } from '../ir/skill.ts';
import { effectText } from '../report/effect-text.ts';
import { type Change, type ChangeSeverity, gravest } from './change.ts';
import { effectChange } from './effect-change.ts';
import { operationChanges } from './operation-changes.ts';

/** A compiled skill, as far as a review looks at it. */
export interface ReviewedVersion {
  readonly skill?: Skill;
  readonly operations: readonly { readonly operation: { readonly name: string }; readonly plan?: Plan }[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface Review {
  /** Undefined where nothing that matters to a reviewer has changed. */
  readonly severity: ChangeSeverity | undefined;
  /** The gravest first. */
  readonly changes: readonly Change[];
}

/** What a change of a skill means in capabilities. The text is not compared: two texts that may do the same are the same. */
export function reviewSkills(old: ReviewedVersion, now: ReviewedVersion): Review {
  const before = plansOf(old);
  const after = plansOf(now);
  const skillBefore = unionEffects([...before.values()].map(({ effects }) => effects));
  const changes = [
    ...[...after.values()].flatMap((plan) => operationChanges(plan, before.get(plan.operation), skillBefore)),
    ...comeAndGone(before, after),
    ...less(before, after),
    ...newFindings(old, now),
  ];
  const order = { critical: 0, major: 1, minor: 2, note: 3 } as const;
  const sorted = distinct(changes).toSorted((a, b) => order[a.severity] - order[b.severity]);
  return { severity: gravest(sorted), changes: sorted };
}

function plansOf({ operations }: ReviewedVersion): ReadonlyMap<string, Plan> {
  return new Map(operations.flatMap(({ operation, plan }) => (plan === undefined ? [] : [[operation.name, plan]])));
}

function comeAndGone(before: ReadonlyMap<string, Plan>, after: ReadonlyMap<string, Plan>): readonly Change[] {
  const added = [...after.values()].filter(({ operation }) => !before.has(operation));
  const gone = [...before.values()].filter(({ operation }) => !after.has(operation));
  return [
    ...added.map(({ operation, span, tier }): Change => {
      const severity = tier === 3 ? 'critical' : tier === 2 ? 'major' : 'note';
      return { kind: 'new-operation', severity, message: `a new operation of tier ${tier}`, operation, span };
    }),
    ...gone.map(
      ({ operation }): Change => ({ kind: 'operation-gone', severity: 'note', message: 'is gone', operation }),
    ),
  ];
}

/** What it no longer reaches: good to know, and no reason to stop. */
function less(before: ReadonlyMap<string, Plan>, after: ReadonlyMap<string, Plan>): readonly Change[] {
  const union = (plans: ReadonlyMap<string, Plan>) => unionEffects([...plans.values()].map(({ effects }) => effects));
  const now = union(after);
  return union(before).flatMap((effect): readonly Change[] => {
    if (effect.kind === 'output' || effectChange(effect, now) === undefined) return [];
    return [{ kind: `${effect.kind}-gone`, severity: 'note', message: `no longer ${effectText(effect)}`, effect }];
  });
}

/** A finding at the level of an error that the old version did not have. */
function newFindings(old: ReviewedVersion, now: ReviewedVersion): readonly Change[] {
  const known = new Set(old.diagnostics.map(({ code, message }) => `${code} ${message}`));
  return now.diagnostics.flatMap(({ code, severity, message, span }): readonly Change[] => {
    if (severity !== 'error' || known.has(`${code} ${message}`)) return [];
    const weight = code.startsWith('effect/') || code === 'map/remote-code' ? 'critical' : 'minor';
    return [{ kind: code, severity: weight, message, ...(span === undefined ? {} : { span }) }];
  });
}

/** The same new host in five operations is told once for each; the same words twice are not. */
function distinct(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((one) => [`${one.kind} ${one.operation ?? ''} ${one.message}`, one])).values()];
}
