import { hostCallText } from '../../../ir/host-call.ts';
import { literalOf, literalText } from '../../../ir/text.ts';
import type { CommandWords, Mapped } from '../../primitive.ts';
import { runText } from './shell.ts';

/** The command line of a call of the agent host's tool; undefined where it is no such call. */
export function hostCall(command: CommandWords): Mapped | undefined {
  const [name, ...words] = command.words.map(literalOf);
  const text = name === 'exec' || name === 'bash' ? hostCallText(words) : undefined;
  return text === undefined ? undefined : runText(literalText(text), [], command);
}
