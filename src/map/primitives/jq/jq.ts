import { type Expr, list, literal, type ObjectExpr } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { type Hole, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { readBundleText } from '../../bundle-text.ts';
import { inPlainEnvironment, mapped, plainDraft, readEffect, refused, unknown } from '../../outcome.ts';
import type { CommandWords, MapContext, Mapped, Primitive } from '../../primitive.ts';
import { judgeJqProgram } from './jq-program.ts';
import { type JqBinding, type JqWords, readJqWords } from './jq-words.ts';

type Member = ObjectExpr<Hole>['members'][number];

/** `jq` → `json.query`. Every hole in `filter` stands inside a jq string literal, so it is written as `json-string`. */
export const jq: Primitive = inPlainEnvironment(mapJq);

function mapJq(command: CommandWords, context: MapContext): Mapped {
  const read = readJqWords(command.words.slice(1), command.spans.slice(1), command.span);
  switch (read.kind) {
    case 'unknown-option':
      return unknown('map/unknown-option', read.problem, read.span);
    case 'bad':
      return unknown('map/bad-arguments', read.problem, read.span);
    case 'refused':
      return refused('map/module-load', read.problem, read.span, 'write the definitions into the filter');
    case 'read':
      return read.words.prints ? printed(command) : query(read.words, command, context);
  }
}

function printed(command: CommandWords): Mapped {
  const args = { command: literal('jq'), args: list(command.words.slice(1).map(textExpr)) };
  return mapped(plainDraft('text.transform', args, [], command.span));
}

function query(words: JqWords, command: CommandWords, context: MapContext): Mapped {
  const program = words.fromFile
    ? programFile(words, command, context)
    : { text: words.program?.text ?? literalText('.') };
  if ('kind' in program) return program;
  const verdict = judgeJqProgram(program.text);
  const span = words.program?.span ?? command.span;
  switch (verdict.kind) {
    case 'open':
      return unknown('map/code-open', `\`${verdict.hole}\` would be code of the jq filter`, span, passByName);
    case 'syntax':
      return unknown('map/code-syntax', `the jq filter does not parse: ${verdict.problem}${near(verdict.near)}`, span);
    case 'environment':
      return refused('map/environment-read', `the jq filter reads the environment with \`${verdict.name}\``, span);
    case 'module':
      return refused(
        'map/module-load',
        `the jq filter uses \`${verdict.name}\``,
        span,
        'write the definitions into the filter',
      );
    case 'fine':
      return draft(words, program, command);
  }
}

const passByName = 'pass the value by name: `jq --arg name "$VALUE"` and `$name` in the filter';

function near(text: string): string {
  return text === '' ? '' : ` near \`${text}\``;
}

interface Program {
  readonly text: Text;
  readonly file?: string;
}

function programFile(words: JqWords, command: CommandWords, context: MapContext): Program | Mapped {
  const span = words.program?.span ?? command.span;
  const path = literalOf(words.program?.text ?? []);
  if (words.program === undefined) return unknown('map/bad-arguments', '`jq -f` needs a file', span);
  const file = path === undefined ? undefined : readBundleText(context, path);
  if (file === undefined)
    return refused('map/program-file', '`jq -f` reads a filter that is not a file of the skill', span);
  return { text: literalText(file.content), file: file.path };
}

function draft(words: JqWords, program: Program, command: CommandWords): Mapped {
  const broken = words.bindings.find(badJson) ?? words.positional.find((item) => item.json && !isJson(item.text));
  if (broken !== undefined) return unknown('map/bad-arguments', 'a JSON argument of `jq` is not JSON', command.span);
  const members: readonly Member[] = [
    { key: 'filter', value: textExpr(program.text) },
    ...(program.file === undefined ? [] : [{ key: 'filter_file', value: literal(program.file) }]),
    ...[...words.flags].map((flag) => ({ key: flag, value: literal(true) })),
    ...(words.indent === undefined ? [] : [{ key: 'indent', value: literal(words.indent) }]),
    ...bindingKinds.flatMap((param) => bindingMember(param, words.bindings)),
    ...positionalMembers(words),
    ...(words.files.length === 0 ? [] : [{ key: 'files', value: list(words.files.map(textExpr)) }]),
  ];
  const read = words.bindings.filter((binding) => fileBindings.has(binding.param)).map((binding) => binding.value);
  return mapped(plainDraft('json.query', members, [...read, ...words.files].flatMap(fileEffect), command.span));
}

/** jq has no `-` for standard input: it is a file name like any other. */
function fileEffect(path: Text) {
  return literalOf(path) === '-' ? [{ kind: 'read', path } as const] : readEffect(path);
}

const bindingKinds = ['args', 'argjson', 'slurpfile', 'rawfile', 'argfile'] as const;
const fileBindings = new Set<JqBinding['param']>(['slurpfile', 'rawfile', 'argfile']);

function bindingMember(param: JqBinding['param'], bindings: readonly JqBinding[]): readonly Member[] {
  const members = bindings.filter((binding) => binding.param === param);
  if (members.length === 0) return [];
  const value: Expr<Hole> = {
    kind: 'object',
    members: members.map(({ name, value: text }) => ({ key: name, value: textExpr(text) })),
  };
  return [{ key: param, value }];
}

/** `--args` and `--jsonargs` may alternate, so each value says which it is only when both occur. */
function positionalMembers(words: JqWords): readonly Member[] {
  const { positional } = words;
  if (positional.length === 0) return [];
  const json = positional.filter((item) => item.json).length;
  if (json === 0) return [{ key: 'positional', value: list(positional.map((item) => textExpr(item.text))) }];
  if (json === positional.length) {
    return [{ key: 'positional_json', value: list(positional.map((item) => textExpr(item.text))) }];
  }
  const items = positional.map(
    (item): Expr<Hole> => ({
      kind: 'object',
      members: [{ key: item.json ? 'json' : 'string', value: textExpr(item.text) }],
    }),
  );
  return [{ key: 'positional_mixed', value: list(items) }];
}

function badJson(binding: JqBinding): boolean {
  return binding.param === 'argjson' && !isJson(binding.value);
}

/** A text with holes is checked when its value is known. */
function isJson(text: Text): boolean {
  const value = literalOf(text);
  if (value === undefined) return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
