import { type Fields, fieldsOf, type Problems } from './fields.ts';
import { originReference } from './origin-reference.ts';
import { parseOptions } from './parse-options.ts';
import type { OtherOptions, ToolRule } from './tool.ts';

const ruleKeys = [
  'when',
  'network',
  'read',
  'write',
  'secrets',
  'installs',
  'own_code',
  'options',
  'other_options',
  'stop_after',
  'remote_paths',
  'unknown_operand',
  'refuse',
  'unknown',
];

const operandReference = /^(?:[a-z][a-z0-9+.-]*:\/\/)?\$(?:[1-9]|[1-9]\.\.|last|\.\.last|\*)\??$|^[a-z]+:\/\/\$1:\$2$/;

export function parseRules(tool: Fields, inherited: OtherOptions, problems: Problems): readonly ToolRule[] {
  const rules = tool.items('rules').map((item, index) => parseRule(item, index, inherited, problems));
  if (rules.length === 0) problems.push({ path: ['rules'], message: 'at least one rule is needed' });
  const seen = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    for (const name of rule.when) {
      if (seen.has(name)) problems.push({ path: ['rules', index, 'when'], message: `\`${name}\` has two rules` });
      seen.add(name);
    }
  }
  return rules;
}

function parseRule(item: unknown, index: number, inherited: OtherOptions, problems: Problems): ToolRule {
  const path = ['rules', index];
  const fields = fieldsOf(item, path, ruleKeys, problems);
  const network = fields.strings('network');
  const otherOptions = fields.has('other_options')
    ? fields.choice<OtherOptions>('other_options', ['accept', 'take-value', 'unknown'], 'unknown')
    : undefined;
  const stopAfter = fields.count('stop_after');
  const unknownOperand = fields.text('unknown_operand');
  const rule: ToolRule = {
    when: whenOf(fields),
    outcome: outcomeOf(fields),
    network,
    read: fields.strings('read'),
    write: fields.strings('write'),
    secrets: fields.has('secrets') ? fields.flag('secrets') : network.includes('$hosts'),
    installs: fields.flag('installs'),
    ownCode: fields.flag('own_code'),
    remotePaths: fields.flag('remote_paths'),
    options: parseOptions(fields.get('options'), [...path, 'options'], problems),
    ...(otherOptions === undefined ? {} : { otherOptions }),
    ...(stopAfter === undefined ? {} : { stopAfter }),
    ...(unknownOperand === undefined ? {} : { unknownOperand }),
  };
  checkReferences(rule, otherOptions ?? inherited, path, problems);
  return rule;
}

function whenOf(fields: Fields): readonly string[] {
  const value = fields.get('when');
  return typeof value === 'string' && value !== '' ? [value] : fields.strings('when');
}

function outcomeOf(fields: Fields): ToolRule['outcome'] {
  const refused = fields.text('refuse');
  if (refused !== undefined) return { kind: 'refused', reason: refused };
  const unknown = fields.text('unknown');
  return unknown === undefined ? { kind: 'effects' } : { kind: 'unknown', reason: unknown };
}

/** An operand can be counted only where every option's number of values is known. */
function checkReferences(
  rule: ToolRule,
  policy: OtherOptions,
  path: readonly (string | number)[],
  problems: Problems,
): void {
  if (rule.when.length === 0) problems.push({ path: [...path, 'when'], message: '`when` is missing' });
  const paths = [...rule.read, ...rule.write].filter((reference) => reference.startsWith('$'));
  const operands = [...paths, ...rule.network.filter((reference) => operandReference.test(reference))];
  for (const reference of rule.network) {
    if (operandReference.test(reference) || originReference.test(reference)) continue;
    problems.push({ path: [...path, 'network'], message: `\`${reference}\` is no origin and no operand` });
  }
  for (const reference of paths) {
    if (operandReference.test(reference)) continue;
    problems.push({ path, message: `\`${reference}\` is no operand` });
  }
  if (operands.length > 0 && policy === 'accept') {
    problems.push({ path, message: '`other_options: accept` cannot go with operands: their number would be a guess' });
  }
}
