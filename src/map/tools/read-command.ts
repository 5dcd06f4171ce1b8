import { literalOf, type Text } from '../../ir/text.ts';
import { literalPrefix } from '../text-slice.ts';
import { type OptionStep, type OptionTable, type ReadOption, readOptionWord } from './option-words.ts';
import type { Tool, ToolOption, ToolOptions, ToolRule } from './tool.ts';

/** A command taken apart: its rule, and the options and operands behind the sub-command. */
export type ReadCommand =
  | {
      readonly kind: 'read';
      /** Undefined for `--help` and `--version` alone. */
      readonly rule: ToolRule | undefined;
      /** The sub-command that chose it; `*` where none did. */
      readonly name: string;
      readonly options: readonly ReadOption<ToolOption>[];
      readonly operands: readonly Text[];
      /** Options that no row names, with the values they take. */
      readonly unlisted: readonly Text[];
    }
  /** `rule` if the sub-command was still found. */
  | { readonly kind: 'unknown-option' | 'unknown-subcommand'; readonly written: string; readonly rule?: ToolRule };

interface Found {
  readonly rule: ToolRule | undefined;
  readonly name: string;
  /** The word after the sub-command. */
  readonly at: number;
  readonly options: readonly ReadOption<ToolOption>[];
}

type Problem = Exclude<ReadCommand, { kind: 'read' }>;

const asking = new Set(['--help', '--version']);

/** `words[0]` is the program. */
export function readCommand(tool: Tool, written: readonly Text[]): ReadCommand {
  const words = tool.oldBundle ? expandBundle(tool, written) : written;
  if (words.length === 1 && tool.helpAlone) return readNothing;
  if (words.length === 2 && asksOnly(words)) return readNothing;
  const found = findRule(tool, words);
  if ('kind' in found) return found;
  if (found.rule === undefined) return asksOnly(words) ? readNothing : missingRule(words);
  return readRest(tool, found.rule, words, found);
}

const readNothing: ReadCommand = {
  kind: 'read',
  rule: undefined,
  name: '--help',
  options: [],
  operands: [],
  unlisted: [],
};

/** `gh --version`, `gws keep --help`: plain words, then the question. */
function asksOnly(words: readonly Text[]): boolean {
  const written = words.slice(1).map(literalOf);
  const last = written.pop();
  return last !== undefined && asking.has(last) && written.every((word) => word !== undefined && !word.startsWith('-'));
}

function missingRule(words: readonly Text[]): Problem {
  const operand = words.slice(1).find((word) => !literalPrefix(word).startsWith('-'));
  return { kind: 'unknown-subcommand', written: operand === undefined ? '' : literalPrefix(operand) };
}

/**
 * Every listed option among the words, wherever it stands: what a command that cannot be read exactly may still be
 * refused for, so that a word nobody knows never softens a refusal.
 */
export function listedOptions(
  tool: Tool,
  written: readonly Text[],
  layers: readonly ToolOptions[],
): readonly ReadOption<ToolOption>[] {
  const words = tool.oldBundle ? expandBundle(tool, written) : written;
  const table = optionTable(tool, layers);
  return words.flatMap((_, at) => {
    const step = at === 0 ? undefined : readOptionWord(words, at, table);
    return step?.kind === 'options' ? step.items : [];
  });
}

/** Walks the words in front; the longest `when` wins. Only listed options may stand before or inside it. */
function findRule(tool: Tool, words: readonly Text[]): Found | Problem {
  let best: Found = { rule: ruleNamed(tool, '*'), name: '*', at: 1, options: [] };
  let path = '';
  let at = 1;
  const options: ReadOption<ToolOption>[] = [];
  while (at < words.length && continues(tool, path)) {
    const table = optionTable(tool, path === '' ? [tool.globals] : [tool.options, tool.globals]);
    // `cast --to-unit` is a sub-command that looks like an option.
    const step = namesRule(tool, path, words[at] ?? []) ? operandStep : readOptionWord(words, at, table);
    if (step.kind === 'options') {
      options.push(...step.items);
      at += step.used;
      continue;
    }
    if (step.kind === 'dashes') break;
    if (step.kind !== 'operand') {
      if (asking.has(step.written)) return best;
      return { kind: 'unknown-option', written: step.written };
    }
    const word = literalOf(words[at] ?? []);
    if (word === undefined) {
      const start = literalPrefix(words[at] ?? []);
      if (start === '' || continues(tool, path, start)) return { kind: 'unknown-subcommand', written: start };
      break;
    }
    const next = path === '' ? word : `${path} ${word}`;
    const rule = ruleNamed(tool, next);
    if (rule === undefined && !continues(tool, next)) break;
    path = next;
    at++;
    if (rule !== undefined) best = { rule, name: next, at, options: [...options] };
  }
  return best;
}

const operandStep = { kind: 'operand' } as const;

function namesRule(tool: Tool, path: string, text: Text): boolean {
  const word = literalOf(text);
  if (word === undefined) return false;
  const next = path === '' ? word : `${path} ${word}`;
  return ruleNamed(tool, next) !== undefined || continues(tool, next);
}

function ruleNamed(tool: Tool, name: string): ToolRule | undefined {
  return tool.rules.find((rule) => rule.when.includes(name));
}

/** Whether some rule's name goes on after `path`, with a word that begins so. */
function continues(tool: Tool, path: string, begin = ''): boolean {
  const start = path === '' ? begin : `${path} ${begin}`;
  return tool.rules.some((rule) => rule.when.some((name) => name !== '*' && name !== path && name.startsWith(start)));
}

function readRest(tool: Tool, rule: ToolRule, words: readonly Text[], found: Found): ReadCommand {
  const table = optionTable(tool, [rule.options, tool.options, tool.globals]);
  const options = [...found.options];
  const operands: Text[] = [];
  const unlisted: Text[] = [];
  const done = (rest: readonly Text[]): ReadCommand => {
    return { kind: 'read', rule, name: found.name, options, operands: [...operands, ...rest], unlisted };
  };
  let at = found.at;
  while (at < words.length) {
    if (operands.length === rule.stopAfter) return done(words.slice(at));
    const step = readOptionWord(words, at, table);
    if (step.kind === 'dashes') return done(words.slice(at + 1));
    if (step.kind === 'operand') {
      operands.push(words[at] ?? []);
      at++;
    } else if (step.kind === 'options') {
      options.push(...step.items);
      at += step.used;
    } else {
      const used = skipUnlisted(tool, rule, step, words[at + 1], table);
      if (used === undefined) return { kind: 'unknown-option', written: step.written, rule };
      unlisted.push(...words.slice(at, at + used));
      at += used;
    }
  }
  return done([]);
}

/** How many words an option without a row takes; undefined when it could hide one that matters. */
function skipUnlisted(
  tool: Tool,
  rule: ToolRule,
  step: OptionStep<ToolOption>,
  next: Text | undefined,
  table: OptionTable<ToolOption>,
): number | undefined {
  if (step.kind !== 'unlisted') return undefined;
  if (asking.has(step.written)) return 1;
  const policy = rule.otherOptions ?? tool.otherOptions;
  if (policy === 'unknown') return undefined;
  if (tool.style === 'gnu' && hidesLetter(step.written, table)) return undefined;
  // `-m -- --upload-pack`: is `--` the value, or the end of options?
  if (step.value === undefined && next !== undefined && literalOf(next) === '--') return undefined;
  if (policy === 'accept' || step.value !== undefined) return 1;
  // `-xerror -protocol_whitelist x`: perhaps it takes no value, and the next one matters.
  const isListed = next !== undefined && /^(?:options|missing-value)$/.test(readOptionWord([next], 0, table).kind);
  return next === undefined || isListed ? undefined : 2;
}

/** `-qO file` with `-q` unlisted: a letter that matters may stand in the bundle. */
function hidesLetter(written: string, table: OptionTable<ToolOption>): boolean {
  if (written.startsWith('--')) return false;
  return [...written.slice(1)].some((letter) => {
    const role = table.find(`-${letter}`)?.role;
    return role !== undefined && role !== 'flag' && role !== 'value';
  });
}

function optionTable(tool: Tool, layers: readonly ToolOptions[]): OptionTable<ToolOption> {
  const find = (name: string): ToolOption | undefined =>
    layers.map((layer) => layer.rows.get(name)).find((row) => row !== undefined);
  return {
    style: tool.style,
    abbreviations: tool.abbreviations,
    find,
    starting: (prefix) =>
      [...new Set(layers.flatMap((layer) => [...layer.rows.keys()]))]
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => {
          const row = find(name);
          return row === undefined ? [] : [[name, row] as const];
        }),
    decides: (row) => row.role === 'refuse' || row.role === 'unknown',
    takesValue: (row) => row.role !== 'flag' && row.role !== 'refuse' && row.role !== 'unknown',
  };
}

/** `tar cfC out dir x` → `tar -c -f out -C dir x`: letters take their values from the words behind, in order. */
function expandBundle(tool: Tool, words: readonly Text[]): readonly Text[] {
  const bundle = words[1] === undefined ? undefined : literalOf(words[1]);
  if (bundle === undefined || !/^[A-Za-z]+$/.test(bundle)) return words;
  const rest = words.slice(2);
  const out: Text[] = [];
  for (const letter of bundle) {
    out.push([{ kind: 'literal', value: `-${letter}` }]);
    const role = tool.options.rows.get(`-${letter}`)?.role ?? 'flag';
    const value = role === 'flag' || role === 'refuse' || role === 'unknown' ? undefined : rest.shift();
    if (value !== undefined) out.push(value);
  }
  return [words[0] ?? [], ...out, ...rest];
}
