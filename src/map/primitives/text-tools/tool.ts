import { type Expr, list, literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { type Hole, isHole, literalText, type Text } from '../../../ir/text.ts';
import { sandboxedTextCommands } from '../../../ir/text-commands.ts';
import {
  gnuRules,
  type OptionItem,
  type OptionRow,
  operandsOf,
  optionsOf,
  type ReadWords,
  readOptions,
  type WordItem,
} from '../../option-table.ts';
import { mapped, plainDraft, readEffect, refused, unknown, unreadOptions, writeEffect } from '../../outcome.ts';
import type { CommandWords, DraftEffect, Mapped, Primitive } from '../../primitive.ts';
import { toolDraft } from '../../tools/tool-primitive.ts';

/** What an option's value is, or why the option is not for us. */
export type Role = 'plain' | 'read' | 'write' | 'name-list' | 'runs' | 'refuse' | 'endless' | 'unclear';

export interface ToolRow extends OptionRow {
  readonly role: Role;
}

/** Operands to effects; a string says why the operands are not understood. */
export type OperandRule = (
  operands: readonly Text[],
  items: readonly WordItem<ToolRow>[],
) => readonly DraftEffect[] | string;

export interface ToolSpec {
  readonly name: string;
  readonly rows: readonly ToolRow[];
  readonly operands: OperandRule;
  /** The option that `-5` stands for. */
  readonly digits?: string;
  readonly abbreviations?: false;
  /** `tr +/ -_`: everything behind the first operand is an operand. */
  readonly firstStops?: true;
}

interface RowLists {
  readonly flag?: string;
  readonly value?: string;
  readonly optional?: string;
  readonly read?: string;
  readonly write?: string;
  /** A file whose content names the files to read. */
  readonly names?: string;
  readonly runs?: string;
  readonly refuse?: string;
  readonly refuseFlag?: string;
  readonly endless?: string;
  readonly endlessOptional?: string;
  readonly unclear?: string;
  readonly unclearFlag?: string;
}

const listKinds: readonly (readonly [keyof RowLists, ToolRow['value'], Role])[] = [
  ['flag', 'none', 'plain'],
  ['value', 'required', 'plain'],
  ['optional', 'optional', 'plain'],
  ['read', 'required', 'read'],
  ['write', 'required', 'write'],
  ['names', 'required', 'name-list'],
  ['runs', 'required', 'runs'],
  ['refuse', 'required', 'refuse'],
  ['refuseFlag', 'none', 'refuse'],
  ['endless', 'none', 'endless'],
  ['endlessOptional', 'optional', 'endless'],
  ['unclear', 'required', 'unclear'],
  ['unclearFlag', 'none', 'unclear'],
];

/** Tables in short: `flag: '-a,--all -b'`. Every GNU program also has `--help` and `--version`. */
export function rows(lists: RowLists): readonly ToolRow[] {
  const written = listKinds.flatMap(([kind, value, role]) =>
    (lists[kind] ?? '')
      .split(/\s+/)
      .filter((entry) => entry !== '')
      .map((entry): ToolRow => ({ names: entry.split(','), value, role })),
  );
  return [
    ...written,
    { names: ['--help'], value: 'none', role: 'plain' },
    { names: ['--version'], value: 'none', role: 'plain' },
  ];
}

export function readTool(spec: Omit<ToolSpec, 'operands'>, command: CommandWords): ReadWords<ToolRow> {
  return readOptions(command.words.slice(1), command.spans.slice(1), spec.rows, {
    ...gnuRules,
    operands: spec.firstStops === true ? 'first-stops' : 'anywhere',
    abbreviations: spec.abbreviations ?? true,
    ...(spec.digits === undefined ? {} : { digits: spec.digits }),
  });
}

/** A program that reads text and prints text, with an effect for each file it names: `text.transform` where there is an interpreter for it. */
export function textTool(spec: ToolSpec): Primitive {
  return (command) => {
    const read = readTool(spec, command);
    if (read.kind === 'bad') return unreadOptions(spec.name, read);
    const effects = optionEffects(spec.name, read.items);
    if (!isEffects(effects)) return effects;
    const more = spec.operands(
      operandsOf(read.items).map((item) => item.text),
      read.items,
    );
    if (typeof more === 'string') return unknown('map/bad-arguments', `\`${spec.name}\` ${more}`, command.span);
    const [program = [], args] = [command.words[0], safeArgs(command, read)];
    if (sandboxed.has(spec.name))
      return mapped(toolDraft(spec.name, { ...command, words: [program, ...args] }, [...effects, ...more]));
    return transform(spec.name, args, [...effects, ...more], command);
  };
}

const sandboxed: ReadonlySet<string> = new Set(sandboxedTextCommands);

export function transform(
  name: string,
  args: readonly Text[],
  effects: readonly DraftEffect[],
  command: CommandWords,
): Mapped {
  const values: readonly Expr<Hole>[] = args.map(textExpr);
  return mapped(plainDraft('text.transform', { command: literal(name), args: list(values) }, effects, command.span));
}

/** Effects of the options, or the verdict on the first that is not allowed. */
export function optionEffects(program: string, items: readonly WordItem<ToolRow>[]): readonly DraftEffect[] | Mapped {
  const effects: DraftEffect[] = [];
  for (const option of optionsOf(items)) {
    const verdict = judgeOption(program, option);
    if (verdict !== undefined) return verdict;
    if (option.value === undefined) continue;
    if (option.row.role === 'read') effects.push(...readEffect(option.value));
    if (option.row.role === 'write') effects.push(...writeEffect(option.value));
  }
  return effects;
}

export function isEffects(value: readonly DraftEffect[] | Mapped): value is readonly DraftEffect[] {
  return Array.isArray(value);
}

function judgeOption(program: string, option: OptionItem<ToolRow>): Mapped | undefined {
  const shown = `\`${program} ${option.written}\``;
  switch (option.row.role) {
    case 'runs':
      return refused('map/runs-program', `${shown} starts another program`, option.span);
    case 'refuse':
      return refused('map/refused-option', `${shown} is never allowed`, option.span);
    case 'endless':
      return refused('map/never-ends', `${shown} waits for more and does not end`, option.span);
    case 'name-list':
      return unknown('map/unknown-option', `${shown} reads files that another file names`, option.span);
    case 'unclear':
      return unknown('map/unknown-option', `${shown} is not modelled`, option.span);
    default:
      return undefined;
  }
}

/**
 * The words as written, unless an operand starts with a hole: then options first, `--`, operands, so that no
 * value can become an option.
 */
export function safeArgs(command: CommandWords, read: Extract<ReadWords<ToolRow>, { kind: 'read' }>): readonly Text[] {
  const words = command.words.slice(1);
  const operands = operandsOf(read.items);
  const open = operands.some(({ text }) => text[0] !== undefined && (isHole(text[0]) || text[0].glob === true));
  if (read.dashes || !open) return words;
  const indexes = new Set(operands.map((item) => item.index));
  return [...words.filter((_, index) => !indexes.has(index)), literalText('--'), ...operands.map((item) => item.text)];
}

export const noFiles: OperandRule = () => [];

export const reads: OperandRule = (operands) => operands.flatMap(readEffect);

/** Reads the working directory when nothing is named. */
export const readsTree: OperandRule = (operands) =>
  operands.length === 0 ? readEffect(literalText('.')) : operands.flatMap(readEffect);
