import { literalOf, literalText, type Text } from '../../../ir/text.ts';
import { readBundleText } from '../../bundle-text.ts';
import {
  type OperandItem,
  operandsOf,
  optionsOf,
  type ReadingRules,
  readOptions,
  type WordItem,
} from '../../option-table.ts';
import { readEffect, refused, unknown, unreadOptions, writeEffect } from '../../outcome.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped, Primitive } from '../../primitive.ts';
import { literalPrefix } from '../../text-slice.ts';
import { judgeAwk } from './awk-program.ts';
import { isEffects, optionEffects, rows, type ToolRow, transform } from './tool.ts';

const awkRows = rows({
  flag: `-b,--characters-as-bytes -c,--traditional -n,--non-decimal-data -N,--use-lc-numeric -P,--posix
    -r,--re-interval -S,--sandbox -V`,
  value: '-F,--field-separator -v,--assign -f,--file -e,--source',
  runs: '-l,--load -i,--include -E,--exec',
});

const rules: ReadingRules = { operands: 'first-stops', abbreviations: true };

export function awk(name: string): Primitive {
  return (command, context) => {
    const read = readOptions(command.words.slice(1), command.spans.slice(1), awkRows, rules);
    if (read.kind === 'bad') return unreadOptions(name, read);
    const flawed = optionEffects(name, read.items);
    if (!isEffects(flawed)) return flawed;
    const assignment = badAssignment(read.items);
    if (assignment !== undefined)
      return unknown('map/bad-arguments', `\`${name} -v\` needs a literal name`, command.span);
    const operands = operandsOf(read.items);
    const given = optionsOf(read.items).some(isProgram);
    const program = given ? programOf(read.items, context) : operands[0]?.text;
    if (program === undefined) return unknown('map/bad-arguments', `\`${name}\` needs a program`, command.span);
    if ('kind' in program) return program;
    return judged(name, program, given ? operands : operands.slice(1), command);
  };
}

function isProgram(option: { readonly row: ToolRow }): boolean {
  return option.row.names.includes('-f') || option.row.names.includes('-e');
}

/** `-v NAME=value`: the name decides what is set, so it must be in the text. */
function badAssignment(items: readonly WordItem<ToolRow>[]): Text | undefined {
  const values = optionsOf(items).filter((option) => option.row.names.includes('-v'));
  return values.map((option) => option.value ?? []).find((value) => !assignmentName.test(literalPrefix(value)));
}

const assignmentName = /^[A-Za-z_][A-Za-z0-9_]*=/;

function programOf(items: readonly WordItem<ToolRow>[], context: MapContext): Text | Mapped {
  const parts: Text[] = [];
  for (const option of optionsOf(items)) {
    if (option.value === undefined || !isProgram(option)) continue;
    if (option.row.names.includes('-e')) {
      parts.push(option.value, literalText('\n'));
      continue;
    }
    const path = literalOf(option.value);
    const file = path === undefined ? undefined : readBundleText(context, path);
    if (file === undefined)
      return refused('map/program-file', '`awk -f` reads a program that is not a file of the skill', option.span);
    parts.push(literalText(`${file.content}\n`));
  }
  return parts.flat();
}

function judged(name: string, program: Text, files: readonly OperandItem[], command: CommandWords): Mapped {
  const source = literalOf(program);
  const { span } = command;
  if (source === undefined) {
    const help = 'pass the value with `-v name="$VALUE"` and use `name` in the program';
    return unknown('map/code-open', 'the awk program holds a value from outside, which would be code', span, help);
  }
  const verdict = judgeAwk(source);
  switch (verdict.kind) {
    case 'syntax':
      return unknown('map/code-syntax', `the awk program does not parse: ${verdict.problem}`, span);
    case 'unclear':
      return unknown('map/code-open', `the awk program is not followed: ${verdict.problem}`, span);
    case 'runs':
      return refused('map/runs-program', `the awk program runs a command with \`${verdict.name}\``, span);
    case 'environment':
      return refused('map/environment-read', `the awk program reads \`${verdict.name}\``, span);
    case 'loads':
      return refused('map/module-load', 'the awk program loads or calls code by name with `@`', span);
    case 'network':
      return refused('map/refused-option', `the awk program opens \`${verdict.name}\`, a network connection`, span);
    case 'fine': {
      const inner = [
        ...verdict.reads.map(literalText).flatMap(readEffect),
        ...verdict.writes.map(literalText).flatMap(writeEffect),
      ];
      return withFiles(name, files, inner, command);
    }
  }
}

function withFiles(
  name: string,
  files: readonly OperandItem[],
  inner: readonly DraftEffect[],
  command: CommandWords,
): Mapped {
  const socket = files.find(({ text }) => literalPrefix(text).startsWith('/inet'));
  if (socket !== undefined)
    return refused('map/refused-option', `\`${name}\` would open a network connection`, socket.span);
  // `name=value` between the files is an assignment.
  const paths = files.map(({ text }) => text).filter((text) => !assignmentName.test(literalPrefix(text)));
  return transform(name, command.words.slice(1), [...inner, ...paths.flatMap(readEffect)], command);
}
