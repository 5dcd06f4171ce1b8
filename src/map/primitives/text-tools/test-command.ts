import { literalOf, type Text } from '../../../ir/text.ts';
import { unknown } from '../../outcome.ts';
import type { CommandWords, DraftEffect, Mapped, Primitive } from '../../primitive.ts';
import { transform } from './tool.ts';

const fileTests = new Set('-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S'.split(' '));
const plainTests = new Set('-n -z -t -o -v'.split(' '));
const fileOperators = new Set(['-nt', '-ot', '-ef']);
const plainOperators = new Set('= == != < > -eq -ne -lt -le -gt -ge'.split(' '));

/** `test` and `[`: looking at a file is a read. */
export function testCommand(name: 'test' | '['): Primitive {
  return (command) => {
    const words = command.words.slice(1);
    if (name === '[' && literalOf(words.at(-1) ?? []) !== ']')
      return unknown('map/bad-arguments', '`[` has no `]`', command.span);
    const expression = name === '[' ? words.slice(0, -1) : words;
    return judged(name, expression, words, command);
  };
}

function judged(name: string, expression: readonly Text[], words: readonly Text[], command: CommandWords): Mapped {
  const effects: DraftEffect[] = [];
  for (const [index, word] of expression.entries()) {
    const spelled = literalOf(word) ?? '';
    const [before, after] = [expression[index - 1], expression[index + 1]];
    const odd =
      /^-[A-Za-z]+$/.test(spelled) &&
      ![fileTests, plainTests, fileOperators, plainOperators].some((set) => set.has(spelled));
    const operand =
      plainOperators.has(literalOf(before ?? []) ?? '') || plainOperators.has(literalOf(after ?? []) ?? '');
    if (spelled === '-v' && /\$\(|`/.test(literalOf(after ?? []) ?? '$('))
      return unknown('map/tool-unclear', `\`${name} -v\` may run a command inside its word`, command.span);
    if (odd && !operand) return unknown('map/unknown-option', `\`${name}\` has no test \`${spelled}\``, command.span);
    if (fileTests.has(spelled) && after !== undefined) effects.push({ kind: 'read', path: after });
    if (fileOperators.has(spelled))
      effects.push(
        ...[before, after].flatMap((path): DraftEffect[] => (path === undefined ? [] : [{ kind: 'read', path }])),
      );
  }
  return transform(name, words, effects, command);
}
