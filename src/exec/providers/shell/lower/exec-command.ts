import { type CommandNode, group, literalOf, nameOf, simple, statement, variable } from './nodes.ts';

/** `exec FOO` is `FOO` and then the end of the shell; the interpreter goes on. */
export function execCommand(command: CommandNode): CommandNode {
  if (command.type !== 'SimpleCommand' || nameOf(command) !== 'exec' || command.args.length === 0) return command;
  const at = command.args.findIndex((one) => !/^-[cl]+$/.test(literalOf(one) ?? ''));
  const [name, ...args] = command.args.slice(Math.max(0, at));
  if (name === undefined) return command;
  const run: CommandNode = { ...command, redirections: [], name, args };
  const body = group(statement(run), statement(simple('exit', variable('?'))));
  return body.type === 'Group' ? { ...body, redirections: command.redirections } : command;
}
