import { list, literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { hasOption, operandsOf } from '../../option-table.ts';
import { mapped, plainDraft, unreadOptions } from '../../outcome.ts';
import type { CommandWords, DraftEffect, Mapped } from '../../primitive.ts';
import { readTool, rows, safeArgs, transform } from './tool.ts';

const teeRows = rows({ flag: '-a,--append -i,--ignore-interrupts -p', optional: '--output-error' });

/** Writes its input to each file and passes it on. `-` is a file name here. */
export function tee(command: CommandWords): Mapped {
  const read = readTool({ name: 'tee', rows: teeRows }, command);
  if (read.kind === 'bad') return unreadOptions('tee', read);
  const files = operandsOf(read.items).map((item) => item.text);
  const [first] = files;
  if (first === undefined) return transform('tee', safeArgs(command, read), [], command);
  const target = files.length === 1 ? { path: textExpr(first) } : { paths: list(files.map(textExpr)) };
  const effects = files.map((path): DraftEffect => ({ kind: 'write', path }));
  const args = { ...target, content: { kind: 'stdin' } as const, append: literal(hasOption(read.items, '-a')) };
  return mapped(plainDraft('io.write-file', args, [...effects, { kind: 'output' }], command.span));
}
