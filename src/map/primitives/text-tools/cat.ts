import { list } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { literalOf } from '../../../ir/text.ts';
import { operandsOf, optionsOf } from '../../option-table.ts';
import { mapped, plainDraft, readEffect, unreadOptions } from '../../outcome.ts';
import type { CommandWords, Mapped } from '../../primitive.ts';
import { readTool, rows, safeArgs, transform } from './tool.ts';

const catRows = rows({
  flag: `-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u
    -v,--show-nonprinting`,
});

/** Plain files are `io.read-file`; options, standard input and no operands are a transformation of the stream. */
export function cat(command: CommandWords): Mapped {
  const read = readTool({ name: 'cat', rows: catRows }, command);
  if (read.kind === 'bad') return unreadOptions('cat', read);
  const files = operandsOf(read.items).map((item) => item.text);
  const effects = files.flatMap(readEffect);
  const plain = optionsOf(read.items).every((option) => option.written === '-u');
  const stream = files.length === 0 || files.some((file) => streams.has(literalOf(file) ?? ''));
  if (!plain || stream) return transform('cat', safeArgs(command, read), effects, command);
  const [first, ...more] = files.map(textExpr);
  const args = first !== undefined && more.length === 0 ? { path: first } : { paths: list(files.map(textExpr)) };
  return mapped(plainDraft('io.read-file', args, effects, command.span));
}

const streams = new Set(['-', '/dev/stdin', '/dev/fd/0']);
