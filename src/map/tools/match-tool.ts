import { literalOf, type Text } from '../../ir/text.ts';
import type { DraftEffect } from '../primitive.ts';
import { dropChars, literalPrefix } from '../text-slice.ts';
import { withNamedHosts } from './named-hosts.ts';
import type { ReadOption } from './option-words.ts';
import { outsidePaths } from './outside-paths.ts';
import { listedOptions, readCommand } from './read-command.ts';
import type { Addition, Tool, ToolOption, ToolOptions, ToolRule } from './tool.ts';
import { installedFrom, type Judged, optionEffects, type PartEffects, ruleEffects, withPort } from './tool-effects.ts';

export type ToolMatch =
  | {
      readonly kind: 'matched';
      /** The rule's name; `--help` where no rule is needed. */
      readonly rule: string;
      readonly installs: boolean;
      readonly effects: readonly DraftEffect[];
      /** Values that are credentials. */
      readonly credentials: readonly Text[];
      /** Whether code of the project starts, which may read any variable of its own. */
      readonly ownCode: boolean;
    }
  | { readonly kind: 'unknown-option'; readonly written: string }
  | { readonly kind: 'unknown-subcommand'; readonly written: string }
  | Judged;

/** The table's answer for one command; `words[0]` is the program. */
export function matchTool(tool: Tool, words: readonly Text[]): ToolMatch {
  const forbidden = judgedWord('refused', tool.refuseWords, words);
  if (forbidden !== undefined) return forbidden;
  const read = readCommand(tool, words);
  if (read.kind !== 'read') return refusedAnyway(tool, words, read.rule) ?? { kind: read.kind, written: read.written };
  const { rule, name, options, operands, unlisted } = read;
  if (rule === undefined) return { ...plainMatch, rule: name };
  const layers = [rule.options, tool.options, tool.globals];
  const judged = strictest([
    judgeRule(rule, operands),
    judgedWord('unclear', tool.unknownWords, words),
    ...options.map((option) => judgeOption(option, layers)),
  ]);
  if (judged !== undefined) return judged;
  const port = options.findLast(({ row }) => row.role === 'port')?.value;
  const added = additionsOf(options, layers);
  const byOptions = options.map((option) => withPort(optionEffects(tool, option), port));
  const parts = [
    ...byOptions,
    withPort(ruleEffects(tool, rule, operands), port),
    ...added.map((addition) => ruleEffects(tool, addition, [])),
    prefixEffects(tool, words),
    { effects: outsidePaths(rule, operands, unlisted) },
  ];
  const problem = strictest(parts.map((part) => part.problem));
  if (problem !== undefined) return problem;
  const sources = rule.installs ? installedFrom(words.slice(1)) : [];
  const named = withNamedHosts(
    [...parts.flatMap((part) => part.effects), ...sources],
    words,
    byOptions.flatMap((part) => part.effects),
  );
  if ('kind' in named) return named;
  const effects = distinct(named);
  const credentials = options.flatMap(({ row, value }) =>
    row.role === 'secret' && value !== undefined ? [value] : [],
  );
  return { kind: 'matched', rule: name, installs: rule.installs, effects, credentials, ownCode: rule.ownCode };
}

const plainMatch = { kind: 'matched', installs: false, effects: [], credentials: [], ownCode: false } as const;

function additionsOf(options: readonly ReadOption<ToolOption>[], layers: readonly ToolOptions[]): readonly Addition[] {
  const listed = layers.flatMap((layer) => layer.additions);
  return options.flatMap(({ name, value }) =>
    listed.filter((one) => one.option === name && (one.value === undefined || mayFit(one.value, value ?? []))),
  );
}

function refusedAnyway(tool: Tool, words: readonly Text[], rule: ToolRule | undefined): Judged | undefined {
  const layers = rule === undefined ? [tool.globals, tool.options] : [rule.options, tool.options, tool.globals];
  const judged = listedOptions(tool, words, layers).map((option) => judgeOption(option, layers));
  const byRule = rule === undefined ? undefined : judgeRule(rule, []);
  return [byRule, ...judged].find((one) => one?.kind === 'refused');
}

function judgedWord(kind: Judged['kind'], judged: Tool['refuseWords'], words: readonly Text[]): Judged | undefined {
  const found = judged.find(({ pattern }) => words.some((word) => fits(pattern, word)));
  return found === undefined ? undefined : { kind, reason: `\`${found.pattern}\` ${found.reason}` };
}

function strictest(found: readonly (Judged | undefined)[]): Judged | undefined {
  return found.find((one) => one?.kind === 'refused') ?? found.find((one) => one !== undefined);
}

function judgeRule(rule: ToolRule, operands: readonly Text[]): Judged | undefined {
  switch (rule.outcome.kind) {
    case 'effects':
      return rule.unknownOperand === undefined || operands.length === 0
        ? undefined
        : { kind: 'unclear', reason: rule.unknownOperand };
    case 'refused':
      return { kind: 'refused', reason: rule.outcome.reason };
    case 'unknown':
      return { kind: 'unclear', reason: rule.outcome.reason };
  }
}

function judgeOption(option: ReadOption<ToolOption>, layers: readonly ToolOptions[]): Judged | undefined {
  const { row, name, value } = option;
  const reason = row.reason ?? '';
  if (row.role === 'refuse') return { kind: 'refused', reason: `\`${name}\` ${reason}` };
  if (row.role === 'unknown') return { kind: 'unclear', reason: `\`${name}\` ${reason}` };
  if (value === undefined) return undefined;
  const byValue = layers
    .flatMap((layer) => layer.values)
    .find((line) => line.option === name && fits(line.value, value));
  if (byValue !== undefined) {
    const kind = byValue.role === 'refuse' ? 'refused' : 'unclear';
    return { kind, reason: `\`${name} ${byValue.value}\` ${byValue.reason}` };
  }
  if (row.accept === undefined || row.accept.some((pattern) => fits(pattern, value))) return undefined;
  return { kind: 'unclear', reason: `\`${name}\` is known only with certain values` };
}

/** `prefix*` looks at the literal beginning, so a hole behind it does not hide it. Case does not hide it either. */
function fits(pattern: string, value: Text): boolean {
  const wanted = pattern.toLowerCase();
  const start = literalPrefix(value).trimStart().toLowerCase();
  if (wanted.endsWith('*')) return start.startsWith(wanted.slice(0, -1));
  return literalOf(value)?.trim().toLowerCase() === wanted;
}

/** A value that only a run can tell may be any. */
function mayFit(pattern: string, value: Text): boolean {
  return literalOf(value) === undefined || fits(pattern, value);
}

/** `--payload file://x`, `body=@x`: files named inside any word. */
function prefixEffects(tool: Tool, words: readonly Text[]): PartEffects {
  const effects = words.slice(1).flatMap((word) =>
    tool.filePrefixes.flatMap((prefix): DraftEffect[] => {
      const path = afterPrefix(word, prefix);
      return path.length === 0 || literalOf(path) === '-' ? [] : [{ kind: 'read', path }];
    }),
  );
  const written = words.slice(1).flatMap((word) =>
    tool.writePrefixes.flatMap((prefix): DraftEffect[] => {
      const path = literalPrefix(word).startsWith(prefix) ? dropChars(word, prefix.length) : [];
      return path.length === 0 ? [] : [{ kind: 'write', path }];
    }),
  );
  return { effects: [...effects, ...written] };
}

function afterPrefix(word: Text, prefix: string): Text {
  const start = literalPrefix(word);
  const inside = prefix.startsWith('=') ? start.indexOf(prefix) : start.indexOf(`=${prefix}`);
  const at = start.startsWith(prefix) ? 0 : inside;
  return at < 0 ? [] : dropChars(word, start.indexOf(prefix, at) + prefix.length);
}

function distinct(effects: readonly DraftEffect[]): readonly DraftEffect[] {
  const seen = new Map<string, DraftEffect>();
  for (const effect of effects) {
    const key = JSON.stringify(effect);
    if (!seen.has(key)) seen.set(key, effect);
  }
  return [...seen.values()];
}
