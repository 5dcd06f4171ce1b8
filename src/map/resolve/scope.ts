import type { Span } from '../../ir/span.ts';
import type { DynamicHole, Text } from '../../ir/text.ts';

/** What the program's text says about its variables at one point. Immutable: each assignment gives a new scope. */
export interface Scope {
  readonly values: ReadonlyMap<string, Text>;
  /** Names assigned where the text does not say if or how often: loops, branches, `read`, functions. */
  readonly dynamic: ReadonlyMap<string, string>;
  /** Names that the programs started from here on get in their environment. */
  readonly exported: ReadonlySet<string>;
  /** `$1` …: the caller's in a block, known where a script is started with words, open inside a function. */
  readonly positional: 'caller' | 'open' | readonly Text[];
  /** More names were assigned than are followed: any other name may be one of them. */
  readonly full: boolean;
}

export const emptyScope: Scope = {
  values: new Map(),
  dynamic: new Map(),
  exported: new Set(),
  positional: 'caller',
  full: false,
};

/** `A=$A$A` doubles with each line; beyond this the value is left to the run. */
const LONGEST_VALUE = 64 * 1024;

/** Each assignment copies what is known, so that branches do not see each other. */
const MOST_NAMES = 256;

export function assign(scope: Scope, name: string, value: Text): Scope {
  if (scope.dynamic.has(name)) return scope;
  const length = value.reduce((sum, piece) => sum + (piece.kind === 'literal' ? piece.value.length : 64), 0);
  if (length > LONGEST_VALUE) return markDynamic(scope, [[name, 'a value too long to follow']]);
  if (scope.values.size >= MOST_NAMES && !scope.values.has(name)) {
    return scope.full ? scope : { ...scope, full: true };
  }
  return { ...scope, values: new Map(scope.values).set(name, value) };
}

export function exportNames(scope: Scope, names: readonly string[]): Scope {
  return names.length === 0 ? scope : { ...scope, exported: new Set([...scope.exported, ...names]) };
}

export function markDynamic(scope: Scope, names: Iterable<readonly [string, string]>): Scope {
  return { ...scope, dynamic: new Map([...scope.dynamic, ...names]) };
}

export function dynamicHole(name: string, reason: string, span: Span, from?: readonly string[]): DynamicHole {
  return { kind: 'dynamic', name, reason, span, ...(from === undefined || from.length === 0 ? {} : { from }) };
}
