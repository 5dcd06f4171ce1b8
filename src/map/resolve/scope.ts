import type { Span } from '../../ir/span.ts';
import type { DynamicHole, Text } from '../../ir/text.ts';

/** What the program's text says about its variables at one point. Immutable: each assignment gives a new scope. */
export interface Scope {
  readonly values: ReadonlyMap<string, Text>;
  /** Names assigned where the text does not say if or how often: loops, branches, `read`, functions. */
  readonly dynamic: ReadonlyMap<string, string>;
  /** Inside a function `$1` is an argument of the call, outside it is the caller's. */
  readonly inFunction: boolean;
}

export const emptyScope: Scope = { values: new Map(), dynamic: new Map(), inFunction: false };

export function assign(scope: Scope, name: string, value: Text): Scope {
  if (scope.dynamic.has(name)) return scope;
  return { ...scope, values: new Map(scope.values).set(name, value) };
}

export function markDynamic(scope: Scope, names: Iterable<readonly [string, string]>): Scope {
  return { ...scope, dynamic: new Map([...scope.dynamic, ...names]) };
}

export function dynamicHole(name: string, reason: string, span: Span, from?: readonly string[]): DynamicHole {
  return { kind: 'dynamic', name, reason, span, ...(from === undefined || from.length === 0 ? {} : { from }) };
}
