import { diagnose } from '../../../ir/diagnostic.ts';
import { list, literal, object } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { concatTexts, type Hole, literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped, Primitive } from '../../primitive.ts';
import { type OptionTable, type ReadOption, readOptionWord } from '../../tools/option-words.ts';
import { inSafeEnvironment } from '../../tools/tool-primitive.ts';
import { draft, type Extras, mapped, type Runner, runCode, runScript, runStdin } from './script-draft.ts';
import { resolveScript } from './script-path.ts';

export interface InterpreterOption {
  readonly names: readonly string[];
  readonly does:
    | 'flag'
    | 'value'
    /** The value is program text. */
    | 'code'
    /** The value names a module to run; everything behind belongs to it. */
    | 'module'
    /** The value is a file or module that is loaded first. */
    | 'load'
    /** The value is a file that is read. */
    | 'read'
    /** Prints and ends. */
    | 'print';
  /** Nothing behind it is the interpreter's. */
  readonly last?: true;
  /** Only these values are known. */
  readonly accept?: RegExp;
}

export interface Interpreter extends Runner {
  readonly options: readonly InterpreterOption[];
  /** With one of these the operands behind the code are files it reads (`perl -n`). */
  readonly reading?: readonly string[];
  readonly runModule?: (
    module: string,
    args: readonly Text[],
    command: CommandWords,
    context: MapContext,
  ) => Mapped | undefined;
}

interface Read {
  readonly options: readonly ReadOption<InterpreterOption>[];
  readonly rest: readonly Text[];
}

/** One meaning for every interpreter: options by table, then code, a module, a file, or standard input. */
export function interpreter(spec: Interpreter): Primitive {
  return (command, context) => {
    const read = readFront(spec, command.words.slice(1));
    if (typeof read === 'string') return unknownOption(spec.program, read, command);
    return inSafeEnvironment(spec.program, command, judge(spec, read, command, context));
  };
}

function judge(spec: Interpreter, read: Read, command: CommandWords, context: MapContext): Mapped {
  const { options, rest } = read;
  const odd = options.find(({ row, value }) => row.accept?.test(literalOf(value ?? []) ?? '') === false);
  if (odd !== undefined) return unknownOption(spec.program, odd.name, command);
  const effects = options.flatMap((option) => loadedFile(option, context));
  if (effects.includes('open')) return unknownOption(spec.program, 'a file to load that is not in the text', command);
  const extras = { effects: effects.filter((effect) => effect !== 'open'), members: optionMembers(options, context) };
  if (options.some(({ row }) => row.does === 'print')) {
    return mapped(draft(spec, {}, command.words.slice(1), command, { effects: extras.effects }));
  }
  const code = options.filter(({ row }) => row.does === 'code').flatMap(({ value }) => (value ? [value] : []));
  if (code.length > 1) return unknownOption(spec.program, 'code in more than one piece', command);
  if (code[0] !== undefined) {
    const reads = options.some(({ name }) => spec.reading?.includes(name)) ? rest : [];
    const more = reads.map((path): DraftEffect => ({ kind: 'read', path }));
    return runCode(spec, code[0], rest, command, { ...extras, effects: [...extras.effects, ...more] });
  }
  const module = options.find(({ row }) => row.does === 'module');
  if (module?.value !== undefined) return runModule(spec, module.value, rest, command, context, extras.members);
  const [script, ...args] = rest;
  return script === undefined
    ? runStdin(spec, args, command, context, extras)
    : runScript(spec, script, args, command, context, extras);
}

function runModule(
  spec: Interpreter,
  value: Text,
  args: readonly Text[],
  command: CommandWords,
  context: MapContext,
  members: NonNullable<Extras['members']>,
): Mapped {
  const module = literalOf(value);
  if (module === undefined) return unknownOption(spec.program, 'a module that is not in the text', command);
  const known = spec.runModule?.(module, args, command, context);
  return known ?? mapped(draft(spec, { module: literal(module) }, args, command, { members }));
}

/** What the interpreter is told besides the code: words as they stand, and files that it loads first, by content. */
function optionMembers(
  options: readonly ReadOption<InterpreterOption>[],
  context: MapContext,
): NonNullable<Extras['members']> {
  const words = options.flatMap(({ name, row, value }) => {
    if (row.does !== 'flag' && row.does !== 'value') return [];
    return value === undefined ? [literalText(name)] : optionWords(name, value);
  });
  const loads = options.flatMap(({ name, row, value }) => {
    if (value === undefined || (row.does !== 'load' && row.does !== 'read')) return [];
    const found = resolveScript(value, context);
    const file = found.kind === 'bundled' ? { path: found.path, digest: found.file.digest } : undefined;
    return [
      object<Hole>({
        option: literal(name),
        path: literal(file?.path ?? literalOf(value) ?? ''),
        digest: file && literal(file.digest),
      }),
    ];
  });
  const prints = options.some(({ name, row }) => row.does === 'code' && /^(?:-p|--print|-pe)$/.test(name));
  return {
    options: words.length === 0 ? undefined : list(words.map(textExpr)),
    loads: loads.length === 0 ? undefined : list(loads),
    print: prints ? literal(true) : undefined,
  };
}

function optionWords(name: string, value: Text): readonly Text[] {
  return name.startsWith('--') ? [concatTexts(literalText(`${name}=`), value)] : [literalText(name), value];
}

/** `-r ./setup.js` reads that file; a bare name is a package. */
function loadedFile(option: ReadOption<InterpreterOption>, context: MapContext): readonly (DraftEffect | 'open')[] {
  const { row, value } = option;
  if (value === undefined || (row.does !== 'load' && row.does !== 'read')) return [];
  const written = literalOf(value);
  if (written === undefined) return ['open'];
  if (row.does === 'load' && /^(node:)?[@a-z][\w@/.-]*$/i.test(written)) return [];
  const found = resolveScript(value, context);
  if (found.kind === 'open' || found.kind === 'stdin' || found.kind === 'outside') return ['open'];
  return [{ kind: 'read', path: [{ kind: 'literal', value: found.path }] }];
}

export function unknownOption(program: string, written: string, command: CommandWords): Mapped {
  const message = `\`${program}\`: \`${written}\` is not known there`;
  return { kind: 'unknown', reason: diagnose('map/unknown-option', message, command.span) };
}

/** Options in front of the first operand; text is the one that is not known. */
export function readFront(
  spec: { readonly options: readonly InterpreterOption[] },
  words: readonly Text[],
): Read | string {
  const table = optionTable(spec.options);
  const options: ReadOption<InterpreterOption>[] = [];
  let at = 0;
  while (at < words.length) {
    const step = readOptionWord(words, at, table);
    if (step.kind === 'operand') break;
    if (step.kind === 'dashes') return { options, rest: words.slice(at + 1) };
    if (step.kind !== 'options') return step.written;
    options.push(...step.items);
    at += step.used;
    if (step.items.some(({ row }) => row.last === true)) break;
  }
  return { options, rest: words.slice(at) };
}

function optionTable(rows: readonly InterpreterOption[]): OptionTable<InterpreterOption> {
  return {
    style: 'gnu',
    abbreviations: false,
    find: (name) => rows.find((row) => row.names.includes(name)),
    starting: () => [],
    takesValue: (row) => row.does !== 'flag' && row.does !== 'print',
  };
}
