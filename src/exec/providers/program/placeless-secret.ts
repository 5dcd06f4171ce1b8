import { placelessText } from '../../../ir/placeless-secrets.ts';
import { remedyOf } from '../../remedies.ts';
import { type CommandRefusal, commandRefusal } from './command.ts';

/** Said before a program starts: a password that nobody knows would lock what it is used for, or only fail. */
export function placelessSecret(name: string): CommandRefusal {
  const code = 'secret/no-place';
  return commandRefusal(code, placelessText(name), remedyOf(code));
}
