import { placelessText } from '../../../ir/placeless-secrets.ts';
import { type CommandRefusal, commandRefusal } from './command.ts';

/** Said before a program starts: a password that nobody knows would lock what it is used for, or only fail. */
export function placelessSecret(name: string): CommandRefusal {
  return commandRefusal(
    'secret/no-place',
    placelessText(name),
    'run the command yourself, or let the program take the secret where it sends it',
  );
}
