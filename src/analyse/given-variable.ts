import type { Text } from '../ir/text.ts';
import type { Machine } from './run/machine.ts';
import { pieces, type TextPiece, text, type Value } from './value.ts';

/** What a sandbox sets itself. */
const fixed: ReadonlyMap<string, string> = new Map([
  ['HOME', '~'],
  ['PWD', '.'],
]);

/** A variable whose value the command or the sandbox gives. */
export function givenVariable(name: string, machine: Machine): Value | undefined {
  const given = machine.host.source.env.get(name);
  if (given !== undefined) return wordValue(given);
  const own = fixed.get(name);
  return own === undefined ? undefined : text(own);
}

/** A word of the command as a script gets it. */
export function wordValue(word: Text): Value {
  return pieces(
    ...word.map(
      (piece): TextPiece =>
        piece.kind === 'literal' ? { kind: 'literal', value: piece.value } : { kind: 'word', hole: piece },
    ),
  );
}
