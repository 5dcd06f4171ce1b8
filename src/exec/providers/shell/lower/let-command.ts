import { arithmeticOf } from './arithmetic-command.ts';
import { type CommandNode, group, literalOf, nameOf, statement } from './nodes.ts';

/** `let a b` is `((a)); ((b))`, which the interpreter reads as bash does. Words that are expanded first stay as they are. */
export function letCommand(command: CommandNode): CommandNode {
  if (command.type !== 'SimpleCommand' || nameOf(command) !== 'let' || command.args.length === 0) return command;
  const commands = command.args.flatMap((word) => {
    const text = literalOf(word);
    return (text === undefined ? undefined : arithmeticOf(text)) ?? [];
  });
  return commands.length === command.args.length ? group(...commands.map((one) => statement(one))) : command;
}
