import type { ShellPart, ShellStatement } from '../../ir/shell-program.ts';
import type { Binding } from '../../ir/skill.ts';
import type { VariableHole } from '../../ir/text.ts';
import { walkStatements } from '../../shell/walk.ts';
import { declares, namesAssignedInside } from './assigned-names.ts';
import { emptyScope } from './scope.ts';
import { resolveValue } from './words.ts';

/**
 * Variables that a program reads and nothing in it assigns: somebody outside must give them. A loop's list, a `case`,
 * a test or a function's argument reads them without being a command of its own.
 */
export function externalVariables(
  statements: readonly ShellStatement[],
  bindings: readonly Binding[],
): readonly VariableHole[] {
  const assigned = new Set([...bindings.map(({ name }) => name), ...assignedNames(statements)]);
  const found = new Map<string, VariableHole>();
  walkStatements(statements, {
    part: (part) => {
      const hole = holeOf(part);
      if (hole !== undefined && !assigned.has(hole.name) && !found.has(hole.name)) found.set(hole.name, hole);
    },
  });
  return [...found.values()];
}

/** Every name that the program assigns anywhere. */
export function assignedNames(statements: readonly ShellStatement[]): ReadonlySet<string> {
  const assigned = new Set<string>();
  for (const { node } of statements) for (const name of namesAssignedInside(node).keys()) assigned.add(name);
  walkStatements(statements, {
    command: (command) => {
      if (command.words.length > 0 && !declares(command)) return;
      for (const { name } of command.assignments) assigned.add(name);
    },
  });
  return assigned;
}

function holeOf(part: ShellPart): VariableHole | undefined {
  if (part.kind !== 'variable') return undefined;
  // `${TOKEN:0:9}` reads the variable too, whatever becomes of the value.
  const changed = part.operator === 'other' || part.operator === 'again';
  const read = changed ? ({ kind: 'variable', name: part.name, quoted: part.quoted, span: part.span } as const) : part;
  const [piece] = resolveValue({ parts: [read], text: '', span: part.span }, emptyScope);
  return piece?.kind === 'variable' && !/^ARG_\d$/.test(piece.name) ? piece : undefined;
}
