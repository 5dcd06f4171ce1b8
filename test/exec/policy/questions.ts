import { loadPolicy } from '../../../src/exec/policy/load.ts';
import type { Policy, PolicySource, UnreadablePolicy } from '../../../src/exec/policy/policy.ts';
import type { CallFacts, Question } from '../../../src/exec/policy/question.ts';
import type { Effect } from '../../../src/ir/effect.ts';

export const home = (text: string): PolicySource => ({ kind: 'home', name: 'home.yaml', text });
export const project = (text: string): PolicySource => ({ kind: 'project', name: 'project.yaml', text });

export function policyOf(...sources: readonly PolicySource[]): Policy {
  const policy = loadPolicy(sources);
  if (policy.kind === 'unreadable') throw new Error(policy.problems.map(({ message }) => message).join('\n'));
  return policy;
}

export function problemsOf(...sources: readonly PolicySource[]): UnreadablePolicy['problems'] {
  const policy = loadPolicy(sources);
  return policy.kind === 'unreadable' ? policy.problems : [];
}

const call: CallFacts = {
  capability: 'text.transform',
  skill: 'demo',
  operation: 'op',
  tier: 0,
  actor: 'agent',
  session: 's1',
  method: '',
  origin: '',
  host: '',
  path: '',
};

export function asking(over: Partial<Omit<Question, 'call'>> & { readonly call?: Partial<CallFacts> } = {}): Question {
  return { effects: [], secrets: [], classifications: [], ...over, call: { ...call, ...over.call } };
}

export function http(method: string, url: string, over: Partial<Omit<Question, 'call'>> = {}): Question {
  const { origin, hostname, pathname } = new URL(url);
  const effect: Effect = { kind: 'network', method, origin, path: pathname };
  return asking({
    call: { capability: 'network.http-fetch', tier: 1, method, origin, host: hostname, path: pathname },
    effects: [effect],
    ...over,
  });
}
