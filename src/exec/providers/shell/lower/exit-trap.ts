import {
  type CommandNode,
  eachNode,
  group,
  nameOf,
  type ScriptNode,
  type StatementNode,
  simple,
  statement,
  variable,
  type word,
} from './nodes.ts';

/** The variable that holds what `trap … EXIT` asked for, and the command that tells that it has begun. */
export const TRAP_CODE = '__skillc_trap';
export const TRAP_BEGINS = '__skillc_trap_begins';
const STATUS = '__skillc_status';

/** A program that traps its end runs the code there: behind its last command and at every `exit` of its own shell. */
export function withExitTrap(script: ScriptNode): ScriptNode {
  let traps = false;
  eachNode(script, (node) => {
    if (node.type === 'SimpleCommand' && nameOf(node as unknown as CommandNode) === 'trap') traps = true;
  });
  if (!traps) return script;
  return {
    ...script,
    statements: [...script.statements.map((one) => outside(one) as StatementNode), statement(ending(undefined))],
  };
}

/** Everything but subshells, whose end is not the program's. */
function outside(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(outside);
  if (typeof node !== 'object' || node === null) return node;
  const { type } = node as { readonly type?: unknown };
  if (type === 'Subshell' || type === 'CommandSubstitution' || type === 'ProcessSubstitution') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, outside(value)]));
  if (type !== 'SimpleCommand') return copy;
  const command = copy as unknown as CommandNode;
  return nameOf(command) === 'exit' ? ending(command) : command;
}

function ending(exit: CommandNode | undefined): CommandNode {
  const status = exit?.type === 'SimpleCommand' ? exit.args[0] : undefined;
  return group(
    statement({ ...simple('true'), name: null, assignments: [assigned(STATUS, status ?? variable('?'))] }),
    statement(simple(TRAP_BEGINS)),
    statement({ type: 'Subshell', body: [statement(simple('exit', variable(STATUS)))], redirections: [] }),
    statement(simple('eval', variable(TRAP_CODE))),
    statement(simple('exit', variable(STATUS))),
  );
}

function assigned(name: string, value: ReturnType<typeof word>) {
  return { type: 'Assignment' as const, name, value, append: false, array: null };
}
