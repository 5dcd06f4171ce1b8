import { diagnose } from '../../../ir/diagnostic.ts';
import { literalOf, type Text } from '../../../ir/text.ts';
import { type OptionItem, type OptionRow, operandsOf, optionsOf, readOptions } from '../../option-table.ts';
import { unreadOptions } from '../../outcome.ts';
import type { CommandWords, MapContext, Mapped, Primitive } from '../../primitive.ts';

export interface WrapperOption extends OptionRow {
  /** Only these values are known. */
  readonly accept?: RegExp;
}

/** A wrapper taken apart: its options, and the words behind them. */
export interface Opened {
  readonly options: readonly OptionItem<WrapperOption>[];
  readonly rest: CommandWords;
}

/** Options by the wrapper's own table, up to the first operand; anything else is no exact reading. */
export function openWrapper(program: string, rows: readonly WrapperOption[], command: CommandWords): Opened | Mapped {
  const rules = { operands: 'first-stops', abbreviations: true } as const;
  const read = readOptions(command.words.slice(1), command.spans.slice(1), rows, rules);
  if (read.kind === 'bad') return unreadOptions(program, read);
  const options = optionsOf(read.items);
  const odd = options.find(({ row, value }) => row.accept?.test(literalOf(value ?? []) ?? '') === false);
  if (odd !== undefined) return unclear(`\`${program} ${odd.written}\` has a value that is not known`, command);
  const at = operandsOf(read.items)[0]?.index;
  return { options, rest: from(command, at === undefined ? command.words.length : at + 1) };
}

/** The command without its first `count` words. */
export function from(command: CommandWords, count: number): CommandWords {
  return { ...command, words: command.words.slice(count), spans: command.spans.slice(count) };
}

export function unclear(message: string, command: CommandWords): Mapped {
  return { kind: 'unknown', reason: diagnose('map/wrapper-unclear', message, command.span) };
}

/** Maps what is left; nothing left is no command. */
export function inner(program: string, rest: CommandWords, context: MapContext): Mapped {
  if (rest.words.length === 0) return unclear(`\`${program}\` without a command`, rest);
  return context.mapCommand(rest);
}

/** A wrapper that changes nothing a reviewer must know: its options, `skip` operands, then the command. */
export function plainWrapper(
  program: string,
  rows: readonly WrapperOption[],
  operand?: { readonly named: string; readonly accept: RegExp },
): Primitive {
  return (command, context) => {
    const opened = openWrapper(program, rows, command);
    if ('kind' in opened) return opened;
    if (operand === undefined) return inner(program, opened.rest, context);
    const value = opened.rest.words[0];
    if (value === undefined || !isValue(value, operand.accept)) {
      return unclear(`\`${program}\`: the ${operand.named} is not in the text`, command);
    }
    return inner(program, from(opened.rest, 1), context);
  };
}

/** A value of that form, or one that is wholly left open (`timeout $LIMIT curl …`). */
function isValue(text: Text, accept: RegExp): boolean {
  const written = literalOf(text);
  return written === undefined ? text.length === 1 && text[0]?.kind !== 'dynamic' : accept.test(written);
}
