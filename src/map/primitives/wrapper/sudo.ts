import { diagnose } from '../../../ir/diagnostic.ts';
import type { Primitive } from '../../primitive.ts';
import { takeAssignments } from './env.ts';
import { inner, openWrapper, unclear, type WrapperOption } from './unwrap.ts';

/**
 * `-i` and `-s` go through a shell, `-S` and `-A` read a password, `-D`, `-R` and `-h` change where it runs,
 * `-e`, `-l`, `-v` and `-K` run no command: none of them is here.
 */
const options: readonly WrapperOption[] = [
  { names: ['-E', '--preserve-env'], value: 'optional' },
  { names: ['-H', '--set-home'], value: 'none' },
  { names: ['-n', '--non-interactive'], value: 'none' },
  { names: ['-k', '--reset-timestamp'], value: 'none' },
  { names: ['-P', '--preserve-groups'], value: 'none' },
  { names: ['-u', '--user'], value: 'required' },
  { names: ['-g', '--group'], value: 'required' },
  { names: ['-p', '--prompt'], value: 'required' },
];

/** The command behind it, without root: nothing here ever runs as another user. */
export function privileged(program: 'sudo' | 'doas'): Primitive {
  const rows =
    program === 'sudo' ? options : options.filter((row) => row.names.includes('-u') || row.names.includes('-n'));
  return (command, context) => {
    const opened = openWrapper(program, rows, command);
    if ('kind' in opened) return opened;
    const taken = takeAssignments(opened.rest);
    if (taken === undefined) return unclear(`\`${program}\`: a variable's name is not in the text`, command);
    const result = inner(program, taken, context);
    if (result.kind !== 'mapped') return result;
    const note = diagnose(
      'map/privilege-dropped',
      `\`${program}\` is left out: the command runs without root`,
      command.span,
    );
    return { ...result, diagnostics: [...result.diagnostics, note] };
  };
}
