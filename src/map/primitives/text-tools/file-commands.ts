import { list, literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { concatTexts, literalText, type Text } from '../../../ir/text.ts';
import { hasOption, lastValue, operandsOf, type WordItem } from '../../option-table.ts';
import { mapped, plainDraft, readEffect, unknown, unreadOptions, writeEffect } from '../../outcome.ts';
import type { DraftEffect, Primitive } from '../../primitive.ts';
import { isEffects, optionEffects, readTool, rows, safeArgs, type ToolRow, transform } from './tool.ts';

type Items = readonly WordItem<ToolRow>[];

interface FileCommand {
  readonly name: string;
  readonly operation: string;
  readonly rows: readonly ToolRow[];
  /** At least so many operands, else the program only prints how it is used. */
  readonly least: number;
  readonly effects: (paths: readonly Text[], items: Items) => readonly DraftEffect[];
}

const changes = (paths: readonly Text[]): readonly DraftEffect[] => paths.flatMap(writeEffect);

/** Sources, then the target; `-t DIR` names the target first. */
function fromTo(source: (path: Text) => readonly DraftEffect[]): FileCommand['effects'] {
  return (paths, items) => {
    const given = lastValue(items, '-t');
    const target = given ?? paths.at(-1);
    const sources = given === undefined ? paths.slice(0, -1) : paths;
    return [...sources.flatMap(source), ...(target === undefined ? [] : writeEffect(target))];
  };
}

const backup = '-S,--suffix -t,--target-directory';

const commands: readonly FileCommand[] = [
  {
    name: 'cp',
    operation: 'copy',
    least: 1,
    rows: rows({
      flag: `-a,--archive --attributes-only -b --copy-contents -d -f,--force -i,--interactive -H -l,--link -L,--dereference
        -n,--no-clobber -P,--no-dereference -p --parents -R,-r,--recursive --remove-destination --strip-trailing-slashes
        -s,--symbolic-link -T,--no-target-directory -u,--update -v,--verbose -x,--one-file-system`,
      value: `${backup} --no-preserve --sparse`,
      optional: '--backup --preserve --reflink',
    }),
    effects: fromTo(readEffect),
  },
  {
    name: 'mv',
    operation: 'move',
    least: 1,
    rows: rows({
      flag: `-b -f,--force -i,--interactive -n,--no-clobber --strip-trailing-slashes -T,--no-target-directory -u,--update
        -v,--verbose`,
      value: backup,
      optional: '--backup',
    }),
    effects: fromTo((path) => [...readEffect(path), ...writeEffect(path)]),
  },
  {
    name: 'ln',
    operation: 'link',
    least: 1,
    rows: rows({
      flag: `-b -d,-F,--directory -f,--force -i,--interactive -L,--logical -n,--no-dereference -P,--physical
        -r,--relative -s,--symbolic -T,--no-target-directory -v,--verbose`,
      value: backup,
      optional: '--backup',
    }),
    effects: (paths, items) =>
      paths.length === 1 && !hasOption(items, '-t')
        ? [...paths.flatMap(readEffect), ...writeEffect(literalText('.'))]
        : fromTo(readEffect)(paths, items),
  },
  {
    name: 'rm',
    operation: 'remove',
    least: 1,
    rows: rows({
      flag: '-f,--force -i -I --one-file-system --preserve-root -r,-R,--recursive -d,--dir -v,--verbose',
      optional: '--interactive',
      refuseFlag: '--no-preserve-root',
    }),
    effects: changes,
  },
  {
    name: 'rmdir',
    operation: 'remove-directory',
    least: 1,
    rows: rows({ flag: '--ignore-fail-on-non-empty -p,--parents -v,--verbose' }),
    effects: changes,
  },
  {
    name: 'mkdir',
    operation: 'make-directory',
    least: 1,
    rows: rows({ flag: '-p,--parents -v,--verbose', value: '-m,--mode' }),
    effects: changes,
  },
  {
    name: 'touch',
    operation: 'touch',
    least: 1,
    rows: rows({
      flag: '-a -c,--no-create -f -h,--no-dereference -m',
      value: '-d,--date -t --time',
      read: '-r,--reference',
    }),
    effects: changes,
  },
  {
    name: 'truncate',
    operation: 'truncate',
    least: 1,
    rows: rows({ flag: '-c,--no-create -o,--io-blocks', value: '-s,--size', read: '-r,--reference' }),
    effects: changes,
  },
  {
    name: 'chmod',
    operation: 'change-mode',
    least: 1,
    rows: rows({
      flag: '-c,--changes -f,--silent,--quiet -v,--verbose --preserve-root -R,--recursive',
      read: '--reference',
      refuseFlag: '--no-preserve-root',
    }),
    effects: (paths, items) => changes(hasOption(items, '--reference') ? paths : paths.slice(1)),
  },
  {
    name: 'mktemp',
    operation: 'make-temporary',
    least: 0,
    rows: rows({ flag: '-d,--directory -q,--quiet -t -u,--dry-run', value: '--suffix -p', optional: '--tmpdir' }),
    effects: (paths, items) => {
      const folder = lastValue(items, '-p') ?? lastValue(items, '--tmpdir');
      const inTemp = paths.length === 0 || hasOption(items, '-t') || hasOption(items, '--tmpdir');
      const root = folder ?? (inTemp ? literalText('/tmp') : undefined);
      const template = paths[0] ?? literalText('tmp.XXXXXXXXXX');
      const name = withAnyName(concatTexts(template, lastValue(items, '--suffix') ?? []));
      return writeEffect(root === undefined ? name : concatTexts(root, literalText('/'), name));
    },
  },
  {
    name: 'split',
    operation: 'split',
    least: 0,
    rows: rows({
      flag: '-d -e,--elide-empty-files -u,--unbuffered -x --verbose',
      optional: '--numeric-suffixes --hex-suffixes',
      value: '-a,--suffix-length --additional-suffix -b,--bytes -C,--line-bytes -l,--lines -n,--number -t,--separator',
      runs: '--filter',
    }),
    effects: ([input, prefix]) => [
      ...(input === undefined ? [] : readEffect(input)),
      ...writeEffect([...(prefix ?? literalText('x')), { kind: 'literal', value: '*', glob: true }]),
    ],
  },
];

/** The last `XXXXXX` of a template is chosen when it runs. */
function withAnyName(template: Text): Text {
  const at = template.findLastIndex((part) => part.kind === 'literal' && /X{3}/.test(part.value));
  const part = template[at];
  const found = part?.kind === 'literal' ? /^(.*?)X{3,}([^X]*)$/s.exec(part.value) : null;
  if (found === null) return template;
  const [, before = '', after = ''] = found;
  return concatTexts(
    template.slice(0, at),
    literalText(before),
    [{ kind: 'literal', value: '*', glob: true }],
    literalText(after),
    template.slice(at + 1),
  );
}

/** Commands that change files: `io.write-file` with the operation, and an effect for each path. */
export const fileCommands: readonly (readonly [string, Primitive])[] = commands.map((row) => [
  row.name,
  primitive(row),
]);

function primitive(row: FileCommand): Primitive {
  return (command) => {
    const read = readTool(row, command);
    if (read.kind === 'bad') return unreadOptions(row.name, read);
    const paths = operandsOf(read.items).map((item) => item.text);
    const args = safeArgs(command, read);
    if (hasOption(read.items, '--help') || hasOption(read.items, '--version'))
      return transform(row.name, args, [], command);
    if (paths.length < row.least) return unknown('map/bad-arguments', `\`${row.name}\` names no file`, command.span);
    const effects = optionEffects(row.name, read.items);
    if (!isEffects(effects)) return effects;
    const members = { operation: literal(row.operation), args: list(args.map(textExpr)) };
    return mapped(plainDraft('io.write-file', members, [...effects, ...row.effects(paths, read.items)], command.span));
  };
}
