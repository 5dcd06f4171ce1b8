import { list, literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { literalOf } from '../../../ir/text.ts';
import { mapped, plainDraft, unknown } from '../../outcome.ts';
import type { CommandWords, Mapped } from '../../primitive.ts';
import { literalPrefix } from '../../text-slice.ts';

/** bash's `printf FORMAT ARGUMENT…` → `io.println` with the format as written. */
export function printf(command: CommandWords): Mapped {
  const from = literalOf(command.words[1] ?? []) === '--' ? 2 : 1;
  const format = command.words[from];
  if (format === undefined) return unknown('map/bad-arguments', '`printf` needs a format', command.span);
  if (from === 1 && literalPrefix(format).startsWith('-')) {
    return unknown('map/unknown-option', '`printf` with an option is not modelled', command.span);
  }
  const written = literalOf(format);
  if (written === undefined) {
    return unknown('map/code-open', 'the format of `printf` holds a value from outside', command.span, passAsArgument);
  }
  const problem = checkFormat(written);
  if (problem !== undefined) return unknown('map/bad-arguments', `\`printf\`: ${problem}`, command.span);
  const args = {
    format: literal(written),
    args: list(command.words.slice(from + 1).map(textExpr)),
    newline: literal(false),
  };
  return mapped(plainDraft('io.println', args, [{ kind: 'output' }], command.span));
}

const passAsArgument = 'write `printf \'%s\' "$VALUE"`';

/** `%n` assigns a shell variable and `%(…)T` reads the clock, so neither is a plain format. */
function checkFormat(format: string): string | undefined {
  const directive = /%(?:%|[-+ #0']*(?:[1-9][0-9]*|\*)?(?:\.(?:[0-9]+|\*)?)?[bqQsdiouxXfFeEgGaAc])/y;
  for (let at = format.indexOf('%'); at >= 0; at = format.indexOf('%', directive.lastIndex)) {
    directive.lastIndex = at;
    if (!directive.test(format)) return `\`${format.slice(at, at + 4)}\` is not a known directive`;
  }
  return undefined;
}
