import type { Scope } from './expression.ts';
import type { Decision } from './question.ts';

/** A file that rules come from. Only the user's own may allow anything. */
export interface PolicySource {
  readonly kind: 'home' | 'project';
  /** As people know it: `~/.skillc/policy.yaml`. */
  readonly name: string;
  readonly text: string;
  /** Why it could not be read, where it is there and could not. */
  readonly flaw?: string;
}

export interface Rule {
  readonly id: string;
  /** The name of its source. */
  readonly source: string;
  readonly decision: Decision;
  readonly reason: string;
  readonly holds: (scope: Scope) => unknown;
}

/** What personal data in a call means, for one capability or, as `*`, for all. */
export interface PiiRule {
  readonly capability: string;
  readonly source: string;
  readonly decision: 'ask' | 'deny';
}

export interface Policy {
  readonly kind: 'policy';
  readonly rules: readonly Rule[];
  readonly pii: readonly PiiRule[];
  /** Origins that a plain read needs no approval for. */
  readonly trustedHosts: ReadonlySet<string>;
  /** Origins in private address ranges that may be reached. */
  readonly privateOrigins: ReadonlySet<string>;
  /** Lines that count for nothing, such as an `allow` of a project. */
  readonly ignored: readonly PolicyProblem[];
}

/** Nothing is allowed while this is what there is. */
export interface UnreadablePolicy {
  readonly kind: 'unreadable';
  readonly problems: readonly PolicyProblem[];
}

export interface PolicyProblem {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function showProblem({ source, line, column, message }: PolicyProblem): string {
  return `${source}:${line}:${column}: ${message}`;
}
