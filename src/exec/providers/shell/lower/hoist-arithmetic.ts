import { parse } from 'just-bash';
import {
  assignment,
  type CommandNode,
  eachNode,
  group,
  type StatementNode,
  simple,
  statement,
  type WordNode,
} from './nodes.ts';

/** Names for values that are computed before the command they stand in. */
export interface Names {
  count: number;
  /** Does with a new part what was done with the rest of the program. */
  readonly lower: (part: unknown) => void;
}

type Open = { type: string; [key: string]: unknown };

/**
 * `$(( $(f) + ${m[$k]:-0} ))`: inside arithmetic the interpreter runs commands without the program's functions and variables, and
 * misreads subscripts. Each of them is put into a variable first, as bash expands them first too.
 */
export function hoistArithmetic(command: CommandNode, names: Names): CommandNode {
  if (!['SimpleCommand', 'ArithmeticCommand', 'ConditionalCommand'].includes(command.type)) return command;
  const before: StatementNode[] = [];
  eachNode(ownParts(command), (node) => {
    const text = node.type === 'ArithCommandSubst' ? `$(${node.command})` : bracedText(node);
    const value = text === undefined ? undefined : expansionOf(text);
    if (value === undefined) return;
    names.lower(value);
    const name = `__skillc_${++names.count}`;
    // What fails inside arithmetic does not end a program.
    before.push(statement(assignment(name, value), simple('true')));
    become(node, { type: 'ArithVariable', name, hasDollarPrefix: false });
  });
  if (before.length === 0) return command;
  eachNode(ownParts(command), (node) => {
    if (node.type === 'ArithmeticExpression') delete node.originalText;
  });
  return group(...before, statement(command));
}

/** `${c[$w]:-0}`; a plain `${x}` is read well. */
function bracedText(node: Open): string | undefined {
  const content = node.type === 'ArithBracedExpansion' ? String(node.content) : '';
  return content === '' || /^[A-Za-z_]\w*$/.test(content) ? undefined : `\${${content}}`;
}

function expansionOf(text: string): WordNode | undefined {
  const command = parse(`x=${text}`).statements[0]?.pipelines[0]?.commands[0];
  return command?.type === 'SimpleCommand' ? (command.assignments[0]?.value ?? undefined) : undefined;
}

/** Without the scripts of substitutions inside it: their commands have a place of their own. */
function ownParts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(ownParts);
  if (typeof node !== 'object' || node === null) return node;
  const { type } = node as Open;
  if (type === 'CommandSubstitution' || type === 'ProcessSubstitution') return undefined;
  return type?.startsWith('Arith') === true ? node : Object.values(node).map(ownParts);
}

function become(node: Open, other: Open): void {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, other);
}
