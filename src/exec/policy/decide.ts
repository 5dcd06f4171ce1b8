import { type Scope, scopeOf } from './expression.ts';
import { personalData } from './pii.ts';
import { type Policy, type Rule, showProblem, type UnreadablePolicy } from './policy.ts';
import { type Decision, type Question, strictest } from './question.ts';

export interface Answer {
  readonly decision: Decision;
  /** Every rule that matched; the strictest decided. */
  readonly rules: readonly MatchedRule[];
  readonly remedy?: string;
}

export interface MatchedRule {
  readonly id: string;
  /** The file it is from, or `built-in`. */
  readonly source: string;
  readonly decision: Decision;
  readonly reason: string;
}

/** Loops of rules run over the effects. */
const maxEffects = 500;

/** Pure: the same policy and question give the same answer. What goes wrong on the way is a no. */
export function decide(policy: Policy | UnreadablePolicy, question: Question): Answer {
  if (policy.kind === 'unreadable') return unreadable(policy);
  const scope = scopeOf(question);
  const rules = [
    ...policy.rules.flatMap((rule) => matched(rule, scope)),
    ...personal(policy, question),
    ...tooLarge(question),
    ...atLeastAsk(question),
  ];
  const all = rules.length > 0 ? rules : [byDefault(policy, question)];
  const decision = strictest(all.map((rule) => rule.decision));
  return { decision, rules: all, ...remedyFor(decision, all) };
}

function matched(rule: Rule, scope: Scope): readonly MatchedRule[] {
  const { id, source, decision, reason } = rule;
  try {
    const value = rule.holds(scope);
    if (value === false) return [];
    if (value === true) return [{ id, source, decision, reason }];
    return [{ id, source, decision: 'deny', reason: 'the rule gave neither true nor false' }];
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return [{ id, source, decision: 'deny', reason: `the rule could not be evaluated: ${why}` }];
  }
}

/** Names the classes that were found, never what was found. */
function personal(policy: Policy, { call, text }: Question): readonly MatchedRule[] {
  const rules = policy.pii.filter(({ capability }) => capability === '*' || capability === call.capability);
  if (rules.length === 0 || text === undefined) return [];
  const classes = personalData(text);
  if (classes.length === 0) return [];
  return rules.map(({ capability, source, decision }) => ({
    id: `pii/${capability}`,
    source,
    decision,
    reason: `holds personal data: ${classes.join(', ')}`,
  }));
}

function tooLarge({ effects }: Question): readonly MatchedRule[] {
  return effects.length <= maxEffects
    ? []
    : [builtIn('too-many-effects', 'deny', `has more than ${maxEffects} effects`)];
}

/** No `allow` of any file takes these below a question. */
function atLeastAsk({ call, effects, secrets, classifications }: Question): readonly MatchedRule[] {
  const fresh = secrets.filter((secret) => secret.isNew).map((secret) => secret.name);
  const classes = [
    ...classifications,
    ...effects.flatMap((effect) => (effect.kind === 'classified' ? [effect.class] : [])),
  ];
  const sandboxed = call.capability.startsWith('sandbox.') || call.capability === 'shell.run' || call.tier === 2;
  return [
    ...(classes.length === 0
      ? []
      : [builtIn('classified-data', 'ask', `touches ${[...new Set(classes)].join(', ')} data`)]),
    ...(fresh.length === 0 ? [] : [builtIn('new-secret', 'ask', `uses ${fresh.join(', ')} for the first time`)]),
    ...(call.tier === 3 ? [builtIn('unknown-tool', 'ask', 'runs a tool that is not known')] : []),
    ...(sandboxed ? [builtIn('sandbox', 'ask', 'runs a program in the sandbox')] : []),
  ];
}

function byDefault(policy: Policy, question: Question): MatchedRule {
  const { call, effects, secrets } = question;
  const outward = effects.filter((effect) => effect.kind !== 'output');
  if (call.tier === 0 && outward.length === 0 && secrets.length === 0) {
    return builtIn('pure', 'allow', 'touches nothing outside');
  }
  const plainRead =
    outward.length > 0 &&
    secrets.length === 0 &&
    outward.every(
      (effect) =>
        effect.kind === 'network' &&
        (effect.method === 'GET' || effect.method === 'HEAD') &&
        policy.trustedHosts.has(effect.origin),
    );
  if (plainRead) return builtIn('trusted-read', 'allow', 'reads from a trusted host without a secret');
  return builtIn('default', 'ask', 'no rule allows it');
}

function builtIn(id: string, decision: Decision, reason: string): MatchedRule {
  return { id: `built-in/${id}`, source: 'built-in', decision, reason };
}

function unreadable({ problems }: UnreadablePolicy): Answer {
  const [first] = problems;
  const shown = first === undefined ? 'the policy cannot be read' : showProblem(first);
  const rules = problems.map(
    (problem): MatchedRule => ({
      id: 'built-in/unreadable-policy',
      source: problem.source,
      decision: 'deny',
      reason: showProblem(problem),
    }),
  );
  return {
    decision: 'deny',
    rules: rules.length === 0 ? [builtIn('unreadable-policy', 'deny', shown)] : rules,
    remedy: `mend the policy: ${shown}`,
  };
}

function remedyFor(decision: Decision, rules: readonly MatchedRule[]): Pick<Answer, 'remedy'> {
  if (decision === 'allow') return {};
  if (decision === 'ask') return { remedy: 'approve the call' };
  const { id, source } = rules.find((rule) => rule.decision === 'deny') ?? builtIn('default', 'deny', '');
  return { remedy: `change the rule \`${id}\` in ${source}; an approval does not help` };
}
