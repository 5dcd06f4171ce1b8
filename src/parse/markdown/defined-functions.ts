import type { ShellStatement } from '../../ir/shell-program.ts';
import type { Binding } from '../../ir/skill.ts';
import { knownCommands } from './known-commands.ts';
import type { SourceText } from './source-text.ts';
import type { StatementFacts } from './statement-facts.ts';

/** A function that a block defines. Later blocks of the document call it: to the author all of them are one session. */
export interface DefinedFunction {
  readonly name: string;
  readonly source: SourceText;
  readonly facts: StatementFacts;
  /** The assignments in front of it. */
  readonly scope: readonly Binding[];
  /** Variables it reads that its block computes by running something: whoever calls it must do so again. */
  readonly computed: readonly string[];
}

/** Of all that one program is given, so that many calls of long functions stay cheap. */
const maxLength = 8 * 1024;

/** Those of one block, the functions alone: what its other statements do is not done again for them. */
export function definedFunctions(
  statements: readonly ShellStatement[],
  facts: readonly StatementFacts[],
  sourceOf: (index: number) => SourceText,
  scopeOf: (index: number) => readonly Binding[],
): readonly DefinedFunction[] {
  return statements.flatMap(({ node }, index) => {
    const fact = facts[index];
    const isFunction = node.kind === 'compound' && node.form === 'function';
    if (!isFunction || node.name === undefined || fact === undefined || knownCommands.has(node.name)) return [];
    const others = facts.filter((_, at) => at !== index).flatMap(({ computes }) => [...computes]);
    const computed = [...new Set(others)].filter((name) => fact.reads.has(name));
    return [{ name: node.name, source: sourceOf(index), facts: fact, scope: scopeOf(index), computed }];
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
  const given = new Set(facts.slice(0, first).flatMap(assignedBy));
  const isWhole = [...called].every(({ computed }) => computed.every((name) => given.has(name)));
  const length = [...called].reduce((sum, { source }) => sum + source.text.length, 0);
  return isWhole && length <= maxLength ? known.filter((one) => called.has(one)) : [];
}

function assignedBy({ computes, bindings }: StatementFacts): readonly string[] {
  return [...computes, ...bindings.map(({ name }) => name)];
}
