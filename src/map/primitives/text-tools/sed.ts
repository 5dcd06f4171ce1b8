import { list, literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { concatTexts, joinTexts, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { readBundleText } from '../../bundle-text.ts';
import { hasOption, lastValue, operandsOf, optionsOf, type WordItem } from '../../option-table.ts';
import { mapped, plainDraft, readEffect, refused, unknown, unreadOptions, writeEffect } from '../../outcome.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped } from '../../primitive.ts';
import { scanSed } from './sed-script.ts';
import { readTool, rows, safeArgs, type ToolRow, transform } from './tool.ts';

const sedRows = rows({
  flag: `-n,--quiet,--silent --debug --follow-symlinks -E,-r,--regexp-extended --posix -s,--separate --sandbox
    -u,--unbuffered -z,--null-data -b,--binary`,
  value: '-e,--expression -l,--line-length -f,--file',
  optional: '-i,--in-place',
});

type Items = readonly WordItem<ToolRow>[];

export function sed(command: CommandWords, context: MapContext): Mapped {
  const read = readTool({ name: 'sed', rows: sedRows }, command);
  if (read.kind === 'bad') return unreadOptions('sed', read);
  const operands = operandsOf(read.items).map((item) => item.text);
  const given = hasOption(read.items, '-e') || hasOption(read.items, '-f');
  const files = given ? operands : operands.slice(1);
  const script = given ? scriptOf(read.items, context) : operands[0];
  if (hasOption(read.items, '--help') || hasOption(read.items, '--version'))
    return transform('sed', command.words.slice(1), [], command);
  if (script === undefined) return unknown('map/bad-arguments', '`sed` needs a script', command.span);
  if ('kind' in script) return script;
  const uses = scriptEffects(script, command);
  if ('kind' in uses) return uses;
  const args = safeArgs(command, read);
  if (!hasOption(read.items, '-i')) return transform('sed', args, [...files.flatMap(readEffect), ...uses], command);
  return inPlace(read.items, files, args, uses, command);
}

/** All of `-e` and `-f`, in order, joined by line ends as sed joins them. */
function scriptOf(items: Items, context: MapContext): Text | Mapped {
  const parts: Text[] = [];
  for (const option of optionsOf(items)) {
    if (option.value === undefined) continue;
    if (option.row.names.includes('-e')) parts.push(option.value);
    if (!option.row.names.includes('-f')) continue;
    const path = literalOf(option.value);
    const file = path === undefined ? undefined : readBundleText(context, path);
    if (file === undefined)
      return refused('map/program-file', '`sed -f` reads a script that is not a file of the skill', option.span);
    parts.push(literalText(file.content));
  }
  return joinTexts(parts.flatMap((part) => [part, literalText('\n')]));
}

function scriptEffects(script: Text, command: CommandWords): readonly DraftEffect[] | Mapped {
  const source = literalOf(script);
  if (source === undefined) {
    return unknown(
      'map/code-open',
      'the sed script holds a value from outside, which could end the expression',
      command.span,
      passValue,
    );
  }
  const scanned = scanSed(source);
  if (scanned.kind === 'error') {
    return unknown('map/code-syntax', `the sed script does not parse: ${scanned.problem}`, command.span);
  }
  const run = scanned.uses.find((use) => use.kind === 'run');
  if (run !== undefined)
    return refused('map/runs-program', `the sed script runs a command with \`${run.name}\``, command.span);
  return scanned.uses.flatMap(({ kind, name }) =>
    kind === 'read' ? readEffect(literalText(name)) : writeEffect(literalText(name)),
  );
}

const passValue = 'use `jq --arg`, or `awk -v name="$VALUE"` with `name` in the program';

function inPlace(
  items: Items,
  files: readonly Text[],
  args: readonly Text[],
  uses: readonly DraftEffect[],
  command: CommandWords,
): Mapped {
  const suffix = lastValue(items, '-i') ?? [];
  const ending = literalOf(suffix);
  if (ending === undefined || ending.includes('*') || ending.includes('/')) {
    return unknown('map/unknown-option', '`sed -i` with this kind of backup name is not modelled', command.span);
  }
  const effects = files.flatMap((path) => [
    ...readEffect(path),
    ...writeEffect(path),
    ...(ending === '' ? [] : writeEffect(concatTexts(path, suffix))),
  ]);
  const members = { operation: literal('edit'), command: literal('sed'), args: list(args.map(textExpr)) };
  return mapped(plainDraft('io.write-file', members, [...effects, ...uses], command.span));
}
