import type { ShellStatement } from '../../ir/shell-program.ts';
import type { Binding } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import type { SourceText } from './source-text.ts';
import type { StatementFacts } from './statement-facts.ts';

/** A function that a block defines. Later blocks of the document call it: to the author all of them are one session. */
export interface DefinedFunction {
  readonly name: string;
  readonly source: SourceText;
  readonly facts: StatementFacts;
  /** The assignments of its block, and the exports in front of that. */
  readonly scope: readonly Binding[];
  /** Variables it reads whose value at the call is not that of its scope: whoever calls it must say it again. */
  readonly computed: readonly string[];
}

/** What a block leaves to those behind it, beside plain exports. */
export interface BlockEffects {
  readonly functions: readonly DefinedFunction[];
  /** Every name that a function may have. */
  readonly defines: readonly string[];
  /** Names that after the block may be another function, or none: `unset -f`, a definition inside a condition. */
  readonly unsettled: readonly string[];
  /** Variables that may get another value, but by an export whose value is in the text. */
  readonly assigned: readonly string[];
}

/** The functions that hold behind a block. */
export function functionsAfter(known: readonly DefinedFunction[], block: BlockEffects): readonly DefinedFunction[] {
  const unsettled = new Set(block.unsettled);
  const assigned = new Set(block.assigned);
  const older = known.map((one): DefinedFunction => {
    const stale = [...one.facts.reads].filter((name) => assigned.has(name));
    return stale.length === 0 ? one : { ...one, computed: [...new Set([...one.computed, ...stale])] };
  });
  return [...older, ...block.functions].filter(({ name }) => !unsettled.has(name));
}

/** Functions that a block may define or take away, but not as a statement of its own. */
export function unsettledFunctions(
  statements: readonly ShellStatement[],
  facts: readonly StatementFacts[],
): readonly string[] {
  return statements.flatMap(({ node }, index) => {
    const own = node.kind === 'compound' && node.form === 'function' ? node.name : undefined;
    const inner = [...(facts[index]?.defines ?? [])].filter((name) => name !== own);
    return [...inner, ...(facts[index]?.unsets ?? [])];
  });
}

/** Of all that one program is given, so that many calls of long functions stay cheap. */
const maxLength = 8 * 1024;

/** Those of one block, the functions alone: what its other statements do is not done again for them. */
export function definedFunctions(
  statements: readonly ShellStatement[],
  facts: readonly StatementFacts[],
  sourceOf: (index: number) => SourceText,
  scope: readonly Binding[],
): readonly DefinedFunction[] {
  const placed = new Set(scope.map(({ span }) => span));
  return statements.flatMap(({ node }, index) => {
    const fact = facts[index];
    const isFunction = node.kind === 'compound' && node.form === 'function';
    if (!isFunction || node.name === undefined || fact === undefined) return [];
    const others = facts.filter((_, at) => at !== index).flatMap((one) => assignedBy(one, placed));
    const computed = [...new Set(others)].filter((name) => fact.reads.has(name));
    return [{ name: node.name, source: sourceOf(index), facts: fact, scope, computed }];
  });
}

/**
 * The earlier functions that these statements call, and those that they call, in the order of the document. None at all where
 * one of them needs a value that the statements in front of the call do not compute.
 */
export function calledFunctions(
  known: readonly DefinedFunction[],
  facts: readonly StatementFacts[],
): readonly DefinedFunction[] {
  const own = new Set(facts.flatMap(({ defines }) => [...defines]));
  const newest = new Map(known.filter(({ name }) => !own.has(name)).map((one) => [one.name, one]));
  const called = new Set<DefinedFunction>();
  const add = (name: string): void => {
    const found = newest.get(name);
    if (found === undefined || called.has(found)) return;
    called.add(found);
    for (const inner of found.facts.calls) add(inner);
  };
  for (const { calls } of facts) for (const name of calls) add(name);
  const first = facts.findIndex(({ calls }) => [...calls].some((name) => newest.has(name)));
  const given = new Set(facts.slice(0, first).flatMap((one) => assignedBy(one, new Set())));
  const isWhole = [...called].every(({ computed }) => computed.every((name) => given.has(name)));
  const length = [...called].reduce((sum, { source }) => sum + source.text.length, 0);
  return isWhole && length <= maxLength ? known.filter((one) => called.has(one)) : [];
}

/** Variables a statement assigns, but for the assignments whose place is known otherwise. */
export function assignedBy({ computes, bindings }: StatementFacts, known: ReadonlySet<Span>): readonly string[] {
  return [...computes, ...bindings.filter(({ span }) => !known.has(span)).map(({ name }) => name)];
}
