import { parse } from 'just-bash';
import type { CommandNode, StatementNode } from './nodes.ts';

/** `((x -= 3))`, which the interpreter reads as a command `x` in two subshells. */
export function arithmeticCommand(command: CommandNode): CommandNode {
  const inner = onlyInside(command);
  const innermost = inner === undefined ? undefined : statementIn(inner.pipelines[0]?.commands[0]);
  const text = innermost?.sourceText ?? '';
  return /^\s*[A-Za-z_]\w*\s+[-+*/%&|^<>=!]+\s/.test(text) ? (arithmeticOf(text) ?? command) : command;
}

/** Undefined for what is no arithmetic. */
export function arithmeticOf(text: string): CommandNode | undefined {
  const command = parse(`: $((${text}))`).statements[0]?.pipelines[0]?.commands[0];
  const part = command?.type === 'SimpleCommand' ? command.args[0]?.parts[0] : undefined;
  if (part?.type !== 'ArithmeticExpansion' || JSON.stringify(part).includes('ArithSyntaxError')) return undefined;
  return { type: 'ArithmeticCommand', expression: part.expression, redirections: [] };
}

function onlyInside(command: CommandNode): StatementNode | undefined {
  const inside = statementIn(command);
  return inside?.pipelines.length === 1 && inside.pipelines[0]?.commands.length === 1 ? inside : undefined;
}

function statementIn(command: CommandNode | undefined): StatementNode | undefined {
  return command?.type === 'Subshell' && command.body.length === 1 ? command.body[0] : undefined;
}
