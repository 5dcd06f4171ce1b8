import { hostCallText } from '../../../../ir/host-call.ts';
import { type CommandNode, literalOf, nameOf, word } from './nodes.ts';

/** `exec command:"FOO"` is `bash -c FOO`, as it was mapped. */
export function hostCall(command: CommandNode): CommandNode {
  if (command.type !== 'SimpleCommand' || !/^(?:exec|bash)$/.test(nameOf(command) ?? '')) return command;
  const text = hostCallText(command.args.map(literalOf));
  if (text === undefined) return command;
  return {
    ...command,
    name: word('bash'),
    args: [word('-c'), { type: 'Word', parts: [{ type: 'SingleQuoted', value: text }] }],
  };
}
