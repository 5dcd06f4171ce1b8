import type { Effect } from '../ir/effect.ts';
import type { Span } from '../ir/span.ts';

/** How much more a skill may do: nothing, within what it reaches already, beyond it, or with secrets and code nobody knows. */
export const severities = ['note', 'minor', 'major', 'critical'] as const;

export type ChangeSeverity = (typeof severities)[number];

/** One thing that a new version of a skill may do and the old one may not, or the other way round. */
export interface Change {
  /** `new-host`, `new-secret-slot`, `wider-path`, `higher-tier` … */
  readonly kind: string;
  readonly severity: ChangeSeverity;
  readonly message: string;
  /** Undefined where it concerns the whole skill. */
  readonly operation?: string;
  readonly effect?: Effect;
  /** In the new version, or in the old one for what is gone. */
  readonly span?: Span;
}

export function gravest(changes: readonly Change[]): ChangeSeverity | undefined {
  return severities.findLast((severity) => changes.some((change) => change.severity === severity));
}

export function isAtLeast(severity: ChangeSeverity, least: ChangeSeverity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least);
}
