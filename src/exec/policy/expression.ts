import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { hostMatches, isHostPattern } from './host.ts';
import { personalData } from './pii.ts';
import { CallView, callFields, EffectView, effectFields, type Question } from './question.ts';

/** What an expression is evaluated over. Made once for all rules. */
export interface Scope {
  readonly call: CallView;
  readonly effects: readonly EffectView[];
  readonly secrets: readonly string[];
  readonly classifications: readonly string[];
  readonly text: string;
}

export type Compiled =
  | { readonly kind: 'compiled'; readonly holds: (scope: Scope) => unknown }
  | { readonly kind: 'bad'; readonly message: string; readonly at: number };

export const maxExpression = 2_000;
const maxNestedLoops = 2;
const loops = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

const environment = new Environment({
  unlistedVariablesAreDyn: false,
  limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 50, maxCallArguments: 8 },
})
  .registerType('Call', { ctor: CallView, fields: callFields })
  .registerType('Effect', { ctor: EffectView, fields: effectFields })
  .registerVariable('call', 'Call')
  .registerVariable('effects', 'list<Effect>')
  .registerVariable('secrets', 'list<string>')
  .registerVariable('classifications', 'list<string>')
  .registerVariable('text', 'string')
  .registerFunction('host_matches(string, string): bool', hostMatches)
  .registerFunction('contains_pii(string): list<string>', personalData);

/** Checked for names and types here, so that a misspelt rule is found when the policy is read. */
export function compile(source: string): Compiled {
  if (source.length > maxExpression) return { kind: 'bad', message: `longer than ${maxExpression} characters`, at: 0 };
  try {
    const program = environment.parse(source);
    const problem = unfit(program.ast, 0);
    if (problem !== undefined) return problem;
    const checked = program.check();
    if (!checked.valid) return bad(checked.error);
    if (checked.type !== 'bool') return { kind: 'bad', message: `gives ${checked.type}, not true or false`, at: 0 };
    return { kind: 'compiled', holds: (scope) => program(scope) };
  } catch (error) {
    return bad(error);
  }
}

export function scopeOf(question: Partial<Question>): Scope {
  return {
    call: new CallView(question.call ?? {}),
    effects: (question.effects ?? []).map((effect) => new EffectView(effect)),
    secrets: (question.secrets ?? []).map(({ name }) => name),
    classifications: question.classifications ?? [],
    text: question.text ?? '',
  };
}

function bad(error: unknown): Compiled {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  const range = typeof error === 'object' && error !== null && 'range' in error ? error.range : undefined;
  const start = typeof range === 'object' && range !== null && 'start' in range ? Number(range.start) : 0;
  return { kind: 'bad', message, at: start };
}

/** Loops in loops and backtracking patterns could make a small expression slow; a host pattern must be one. */
function unfit(node: ASTNode, depth: number): Compiled | undefined {
  const isLoop = node.op === 'rcall' && loops.has(node.args[0]) && node.args[2].length >= 2;
  if (node.op === 'rcall' && node.args[0] === 'matches') {
    return { kind: 'bad', message: 'patterns are not available: use host_matches, startsWith or ==', at: node.start };
  }
  const pattern = node.op === 'call' && node.args[0] === 'host_matches' ? node.args[1][1] : undefined;
  if (pattern?.op === 'value' && typeof pattern.args === 'string' && !isHostPattern(pattern.args)) {
    return { kind: 'bad', message: `\`${pattern.args}\` is no host pattern`, at: pattern.start };
  }
  if (isLoop && depth >= maxNestedLoops) return { kind: 'bad', message: 'loops are nested too deep', at: node.start };
  for (const child of childrenOf(node.args)) {
    const found = unfit(child, depth + (isLoop ? 1 : 0));
    if (found !== undefined) return found;
  }
  return undefined;
}

function childrenOf(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}
