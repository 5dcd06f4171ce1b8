import type { ShellCommand, ShellNode, ShellStatement } from '../../ir/shell-program.ts';
import { walkNode, walkStatements } from '../../shell/walk.ts';

/** Names that a statement may assign somewhere inside, with why their value is then open. */
export function namesAssignedInside(node: ShellNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  walkNode(node, {
    command: (command) => {
      for (const assignment of command.assignments) {
        if (command.words.length === 0 || declares(command)) names.set(assignment.name, 'assigned under control flow');
      }
      for (const name of namesReadBy(command)) names.set(name, `read by \`${command.words[0]?.text ?? ''}\``);
    },
    node: (inner) => {
      if (inner.kind === 'compound' && inner.name !== undefined && inner.form !== 'function')
        names.set(inner.name, 'a loop variable');
    },
    part: (part) => {
      if (part.kind === 'variable' && (part.operator === '=' || part.operator === ':='))
        names.set(part.name, 'assigned by its own default');
    },
  });
  return names;
}

const declaring = new Set(['export', 'declare', 'local', 'readonly', 'typeset']);

export function declares(command: ShellCommand): boolean {
  return declaring.has(command.words[0]?.text ?? '');
}

const readers = new Set(['read', 'mapfile', 'readarray', 'getopts', 'unset', 'printf', 'let']);

/** `read -r a b` and its like assign the names among their words. */
export function namesReadBy(command: ShellCommand): readonly string[] {
  const program = command.words[0]?.text ?? '';
  if (!readers.has(program)) return [];
  const words = command.words.slice(1).map((word) => word.text);
  if (program === 'printf') return words[0] === '-v' && words[1] !== undefined ? [words[1]] : [];
  if (program === 'let') return words.flatMap((word) => /^["']?([A-Za-z_]\w*)\s*[-+*/%]?=/.exec(word)?.[1] ?? []);
  return words.filter((word) => /^[A-Za-z_]\w*$/.test(word));
}

export function functionsOf(statements: readonly ShellStatement[]): ReadonlySet<string> {
  const names = new Set<string>();
  walkStatements(statements, {
    node: (node) => {
      if (node.kind === 'compound' && node.form === 'function' && node.name !== undefined) names.add(node.name);
    },
  });
  return names;
}
