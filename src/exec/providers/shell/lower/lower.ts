import { arithmeticCommand } from './arithmetic-command.ts';
import { declaredArrays } from './declared-arrays.ts';
import { execCommand } from './exec-command.ts';
import { withExitTrap } from './exit-trap.ts';
import { flawOf } from './flaws.ts';
import { hoistArithmetic, type Names } from './hoist-arithmetic.ts';
import { hostCall } from './host-call.ts';
import { letCommand } from './let-command.ts';
import { loopStatus } from './loop-status.ts';
import { type CommandNode, eachNode, onlyCommand, type ScriptNode, type StatementNode } from './nodes.ts';
import { openCommand } from './open-command.ts';
import { pathCommand } from './path-command.ts';

/**
 * Each turns one form that the interpreter does not do as bash does into forms that it does. They run on every command, parts before
 * wholes; a call of an agent's host is a shell's from the start, and the path comes before `exec`, which wraps what it finds.
 */
const rewrites: readonly ((command: CommandNode, names: Names) => CommandNode)[] = [
  hostCall,
  arithmeticCommand,
  pathCommand,
  letCommand,
  hoistArithmetic,
  execCommand,
  openCommand,
];

/** The same program in the interpreter's terms; `refuse` ends it where there are none. Text made while it runs is not changed. */
export function lowerProgram(script: ScriptNode, refuse: (what: string) => never): ScriptNode {
  const names: Names = { count: 0, lower: (part) => eachNode(part, (node) => lowerNode(node, names)) };
  const copy = structuredClone(script);
  names.lower(copy);
  const flaw = flawOf(copy);
  return flaw === undefined ? withExitTrap(copy) : refuse(flaw);
}

function lowerNode(node: { readonly type: string; [key: string]: unknown }, names: Names): void {
  if (node.type === 'Pipeline') {
    const pipeline = node as unknown as { commands: CommandNode[] };
    pipeline.commands = pipeline.commands.map((command) =>
      rewrites.reduce((one, rewrite) => rewrite(one, names), command),
    );
  }
  loopStatus(node);
  for (const [key, value] of Object.entries(node)) if (isStatements(value)) node[key] = value.flatMap(split);
}

function isStatements(value: unknown): value is StatementNode[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => one?.type === 'Statement');
}

function split(statement: StatementNode): readonly StatementNode[] {
  const command = onlyCommand(statement);
  return command === undefined ? [statement] : declaredArrays(command, statement);
}
