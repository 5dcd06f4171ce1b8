import { literal, object } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { type Hole, literalOf, type Text } from '../../../ir/text.ts';
import { hasOption, lastValue, type OptionRow, operandsOf, readOptions } from '../../option-table.ts';
import type { CommandWords, DraftEffect, Mapped } from '../../primitive.ts';
import { inputArgs, inputEffects } from '../../tools/tool-primitive.ts';
import { unknownOption } from './interpreter.ts';

const rows: readonly OptionRow[] = [
  { names: ['--sort-keys'], value: 'none' },
  { names: ['--no-ensure-ascii'], value: 'none' },
  { names: ['--json-lines'], value: 'none' },
  { names: ['--indent'], value: 'required' },
  { names: ['--tab'], value: 'none' },
  { names: ['--no-indent'], value: 'none' },
  { names: ['--compact'], value: 'none' },
];

/** `python -m json.tool [options] [infile [outfile]]`: reads JSON and prints it again, nothing else. */
export function jsonTool(args: readonly Text[], command: CommandWords): Mapped {
  const spans = args.map(() => command.span);
  const read = readOptions(args, spans, rows, { operands: 'anywhere', abbreviations: true });
  if (read.kind === 'bad') return unknownOption('json.tool', read.written, command);
  const [input, output, third] = operandsOf(read.items).map((operand) => operand.text);
  if (third !== undefined) return unknownOption('json.tool', 'a third file', command);
  const indent = lastValue(read.items, '--indent');
  if (indent !== undefined && !/^[0-9]{1,3}$/.test(literalOf(indent) ?? '')) {
    return unknownOption('json.tool', '--indent', command);
  }
  const on = (name: string) => (hasOption(read.items, name) ? literal(true) : undefined);
  const file = input !== undefined && literalOf(input) !== '-' ? input : undefined;
  const effects: readonly DraftEffect[] = [
    ...(file === undefined ? [] : [{ kind: 'read', path: file } as const]),
    ...(output === undefined ? [] : [{ kind: 'write', path: output } as const]),
  ];
  const members = object<Hole>({
    file: file === undefined ? undefined : textExpr(file),
    output_file: output === undefined ? undefined : textExpr(output),
    indent: indent === undefined ? undefined : literal(Number(literalOf(indent))),
    sort_keys: on('--sort-keys'),
    keep_unicode: on('--no-ensure-ascii'),
    lines: on('--json-lines'),
    tab: on('--tab'),
    single_line: on('--no-indent'),
    compact: on('--compact'),
    ...inputArgs({ ...command, env: new Map() }),
  });
  const draft = {
    kind: 'plain',
    capability: 'json.parse',
    args: members,
    effects: [...effects, ...inputEffects({ ...command, env: new Map() })],
    understanding: 'mapped',
    span: command.span,
  } as const;
  return { kind: 'mapped', drafts: [draft], diagnostics: [] };
}
