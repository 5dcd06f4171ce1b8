import { literalOf } from '../../../ir/text.ts';
import { operandsOf } from '../../option-table.ts';
import { refused, unknown, unreadOptions } from '../../outcome.ts';
import type { CommandWords, Mapped } from '../../primitive.ts';
import { literalPrefix } from '../../text-slice.ts';
import { isEffects, optionEffects, readTool, rows, transform } from './tool.ts';

const dateRows = rows({
  flag: '--debug -R,--rfc-email --resolution -u,--utc,--universal',
  value: '-d,--date --rfc-3339',
  optional: '-I,--iso-8601',
  read: '-f,--file -r,--reference',
  refuse: '-s,--set',
});

/** An operand without `+` would set the clock. */
export function date(command: CommandWords): Mapped {
  const read = readTool({ name: 'date', rows: dateRows }, command);
  if (read.kind === 'bad') return unreadOptions('date', read);
  const effects = optionEffects('date', read.items);
  if (!isEffects(effects)) return effects;
  const setting = operandsOf(read.items).find((item) => !literalPrefix(item.text).startsWith('+'));
  if (setting === undefined) return transform('date', command.words.slice(1), effects, command);
  if (literalOf(setting.text) !== undefined)
    return refused('map/refused-option', '`date` with this operand sets the clock', setting.span);
  return unknown(
    'map/code-open',
    'the operand of `date` is open and could set the clock',
    setting.span,
    'write the `+` of the format outside the value',
  );
}
