import { literalOf, type Text } from '../../../ir/text.ts';
import { readEffect, unknown, writeEffect } from '../../outcome.ts';
import type { CommandWords, Mapped } from '../../primitive.ts';
import { transform } from './tool.ts';

const flags = new Set(
  '-a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -h -help -i -include -p -ps -postscript -plain -r -revert -u -v -version'.split(
    ' ',
  ),
);
const values = new Set('-c -cols -g -groupsize -l -len -n -name -o -s -seek -R'.split(' '));

/** `xxd` has long options with one dash; a second operand is written. */
export function xxd(command: CommandWords): Mapped {
  const operands: Text[] = [];
  const words = command.words.slice(1);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? [];
    const spelled = literalOf(word);
    if (spelled === undefined || spelled === '-' || !spelled.startsWith('-')) operands.push(word);
    else if (values.has(spelled)) at++;
    else if (!flags.has(spelled) && !/^-[cglos][0-9]+$/.test(spelled)) {
      return unknown(
        'map/unknown-option',
        `\`xxd\` has no option \`${spelled}\` in its table`,
        command.spans[at + 1] ?? command.span,
      );
    }
  }
  const [input, output, ...more] = operands;
  if (more.length > 0) return unknown('map/bad-arguments', '`xxd` takes one input and one output', command.span);
  const effects = [
    ...(input === undefined ? [] : readEffect(input)),
    ...(output === undefined ? [] : writeEffect(output)),
  ];
  return transform('xxd', words, effects, command);
}
