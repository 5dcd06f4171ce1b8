import { isScalar, type Node } from 'yaml';
import type { Scope } from './expression.ts';
import type { Rule } from './policy.ts';
import { CallView, callFields, EffectView, effectFields } from './question.ts';
import type { Reader } from './reader.ts';

/** Every rule can carry calls that it must and must not match. One that does not hold makes the policy unreadable. */
export function readExamples(reader: Reader, node: Node, rule: Rule): undefined {
  const members = reader.members(node, 'examples', ['match', 'no_match']);
  for (const [key, wanted] of [
    ['match', true],
    ['no_match', false],
  ] as const) {
    const list = members.get(key);
    if (list === undefined) continue;
    for (const item of reader.items(list, key)) check(reader, item, rule, wanted);
  }
}

function check(reader: Reader, item: Node, rule: Rule, wanted: boolean): undefined {
  const before = reader.problems.length;
  const scope = readScope(reader, item);
  if (reader.problems.length > before) return;
  const found = outcome(rule, scope);
  if (found === wanted) return;
  const what = typeof found === 'boolean' ? (found ? 'matches' : 'does not match') : `fails on (${found.message})`;
  reader.problem(item, `\`${rule.id}\` ${what} this example of ${wanted ? 'match' : 'no_match'}`);
}

function outcome(rule: Rule, scope: Scope): boolean | { readonly message: string } {
  try {
    const value = rule.holds(scope);
    return typeof value === 'boolean' ? value : { message: 'neither true nor false' };
  } catch (error) {
    return { message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

function readScope(reader: Reader, item: Node): Scope {
  const members = reader.members(item, 'an example', ['call', 'effects', 'secrets', 'classifications', 'text']);
  const list = (key: string) => {
    const node = members.get(key);
    return node === undefined ? [] : reader.items(node, key);
  };
  const call = members.get('call');
  const text = members.get('text');
  return {
    call: new CallView(call === undefined ? {} : facts(reader, call, 'call', callFields)),
    effects: list('effects').map(
      (effect) => new EffectView({ kind: '', ...facts(reader, effect, 'an effect', effectFields) }),
    ),
    secrets: list('secrets').flatMap((name) => reader.text(name, 'a secret') ?? []),
    classifications: list('classifications').flatMap((name) => reader.text(name, 'a classification') ?? []),
    text: text === undefined ? '' : (reader.text(text, 'text') ?? ''),
  };
}

function facts(
  reader: Reader,
  node: Node,
  what: string,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of reader.members(node, what, Object.keys(fields))) {
    const text = fields[key] === 'int' ? tier(reader, value) : reader.text(value, `\`${key}\``);
    if (text !== undefined) found[key] = text;
  }
  return found;
}

function tier(reader: Reader, node: Node): string | undefined {
  if (isScalar(node) && [0, 1, 2, 3].some((known) => known === node.value)) return String(node.value);
  return reader.problem(node, '`tier` must be 0, 1, 2 or 3');
}
