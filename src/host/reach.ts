import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import type { Effect } from '../ir/effect.ts';
import { unionEffects } from '../ir/effects.ts';

/** All that several approvals together would allow. */
export interface Reach {
  readonly operations: readonly string[];
  readonly effects: readonly Effect[];
  readonly origins: readonly string[];
  readonly code: readonly { readonly path: string; readonly digest: string }[];
  readonly classifications: readonly string[];
  /** The highest. */
  readonly tier: number;
}

export function reachOfSubjects(subjects: readonly ApprovalSubject[]): Reach {
  const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();
  const code = new Map(
    subjects.flatMap((one) => one.code.map((file) => [`${file.path}\0${file.digest}`, file] as const)),
  );
  return {
    operations: unique(subjects.map(({ skill, operation }) => `${skill}.${operation}`)),
    effects: unionEffects(subjects.map(({ effects }) => effects)),
    origins: unique(subjects.flatMap(({ origins }) => origins)),
    code: [...code.values()],
    classifications: unique(subjects.flatMap(({ classifications }) => classifications)),
    tier: Math.max(0, ...subjects.map(({ tier }) => tier)),
  };
}
