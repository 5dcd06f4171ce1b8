import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { ShellAssignment, ShellCommand, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import type { Binding } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { walkStatements } from '../../shell/walk.ts';
import { plainWords } from '../resolve/assigned-names.ts';

const holdsCommand = /\$\(|`/;

/**
 * Arithmetic, subscripts, `${!x}` and `${x@P}` expand a value once more: `x='a[$(id)]'; echo $((x))` runs `id`, which is
 * no command of the text. A program that keeps such a value and has such a place cannot be read.
 */
export function secondExpansion(
  statements: readonly ShellStatement[],
  bindings: readonly Binding[],
): Diagnostic | undefined {
  let kept: Span | undefined = bindings.find(({ value }) => isKept(value))?.span;
  let expands = false;
  let certain: Span | undefined;
  walkStatements(statements, {
    command: (command) => {
      for (const assignment of command.assignments) {
        if ([assignment.value, ...(assignment.elements ?? [])].some(isKept)) kept ??= assignment.span;
        const subscripts = subscriptsOf(assignment);
        if (subscripts.length > 0) expands = true;
        if (subscripts.some(isKept)) certain ??= assignment.span;
      }
      if (evaluates(command)) expands = true;
    },
    node: (node) => {
      if (node.kind !== 'compound') return;
      if (/^(?:arithmetic|arithmetic-for|test)$/.test(node.form)) expands = true;
      if (/^(?:for|select)$/.test(node.form) && node.words.some(isKept)) kept ??= node.span;
    },
    redirect: ({ operator, target, span }) => {
      if (operator === '<<<' && isKept(target)) kept ??= span;
    },
    part: (part) => {
      if (part.kind === 'variable' && part.operator === 'again') certain ??= part.span;
      if (part.kind === 'arithmetic' || (part.kind === 'variable' && part.operator === 'other')) expands = true;
    },
  });
  const found = certain ?? (expands ? kept : undefined);
  if (found === undefined) return undefined;
  const help = 'write the commands out, so that they can be read';
  return diagnose(
    'map/shell-unread',
    'the shell would expand this text a second time and run what it holds',
    found,
    help,
  );
}

function isKept(word: ShellWord | undefined): boolean {
  return word?.parts.some((part) => part.kind === 'literal' && holdsCommand.test(part.value)) === true;
}

/** `a['$(id)']=1`, which has its subscript and its value as elements, and `a=(['$(id)']=1)`. */
function subscriptsOf({ elements = [] }: ShellAssignment): readonly ShellWord[] {
  return elements.filter((word) => elements.length === 2 || word.text.startsWith('['));
}

/** Built-ins that take names with subscripts, or arithmetic. */
function evaluates(command: ShellCommand): boolean {
  const program = command.words[0]?.text ?? '';
  if (!/^(?:let|unset|read|test|\[|printf|command|builtin)$/.test(program)) return false;
  const [name, ...words] = plainWords(command);
  return /^(?:let|unset|read)$/.test(name ?? '') || (/^(?:test|\[|printf)$/.test(name ?? '') && words.includes('-v'));
}
