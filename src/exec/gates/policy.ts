import type { Effect } from '../../ir/effect.ts';
import type { Json } from '../../ir/json.ts';
import { type ApprovalSubject, approvalOf, approvalSubject } from '../approvals/subject.ts';
import { known, type Progress } from '../market/ask.ts';
import { bindingsOf } from '../market/bindings.ts';
import type { ExecHost, RegisteredOperation } from '../market/host.ts';
import { stop } from '../market/stop.ts';
import { decide } from '../policy/decide.ts';
import type { CallFacts } from '../policy/question.ts';
import { isBound } from '../secrets/binding.ts';
import type { Gate } from './gate.ts';

/** Every rule that matches is named; the strictest decides. Whether an approval is there, the ledger says when it is used. */
export const isAllowed: Gate = async (progress, host) => {
  const operation = known(progress.operation, 'known');
  const { subject, id, digest } = boundTo(operation, known(progress.settings, 'settings'), host);
  progress.subject = subject;
  const bindings = subject.secrets.length === 0 ? [] : await bindingsOf(host.ledger, subject.secrets);
  const answer = decide(host.policy, {
    call: factsOf(progress, subject.effects),
    effects: subject.effects,
    secrets: subject.secrets.map((use) => ({
      name: use.name,
      isNew: !isBound(bindings, { ...use, skill: operation.skill }),
    })),
    classifications: subject.classifications,
    text: outgoingText(progress),
  });
  progress.answer = answer;
  const rules = answer.rules.map(({ id }) => id);
  if (answer.decision === 'deny') {
    const reason = answer.rules.find(({ decision }) => decision === 'deny')?.reason ?? 'policy denies it';
    return stop('denied', 'policy/denied', reason, {
      rules,
      ...(answer.remedy === undefined ? {} : { remedy: answer.remedy }),
    });
  }
  if (answer.decision === 'ask') {
    progress.approval = { id, digest, parameters: parametersOf(progress, host) };
  }
  return undefined;
};

interface Bound {
  readonly subject: ApprovalSubject;
  readonly id: string;
  readonly digest: string;
  /** What it was made from besides the operation. */
  readonly settings: ReadonlyMap<string, string>;
  readonly limits: ExecHost['limits'];
  readonly capabilities: string;
}

/** The same operation is called many times, and what an approval of it is bound to changes with settings only. */
const bounds = new WeakMap<RegisteredOperation, Bound>();

function boundTo(operation: RegisteredOperation, settings: ReadonlyMap<string, string>, host: ExecHost): Bound {
  const { limits, capabilities } = host;
  const before = bounds.get(operation);
  if (
    before !== undefined &&
    before.limits === limits &&
    before.capabilities === capabilities &&
    sameSettings(before.settings, settings)
  )
    return before;
  const { skill, skillDigest, source, plan } = operation;
  const subject = approvalSubject(plan, { skill, skillDigest, source, settings, limits, capabilities });
  const bound = { subject, ...approvalOf(subject), settings, limits, capabilities };
  bounds.set(operation, bound);
  return bound;
}

function sameSettings(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);
}

/** Personal data is looked for in what the caller gives; what the skill itself says is the reviewer's to read. */
function outgoingText({ ask }: Progress): string {
  return JSON.stringify(ask.input ?? {});
}

/** Keyed, so that the log does not tell a short parameter by its digest. */
function parametersOf({ inputs }: Progress, host: ExecHost): string {
  const sorted = [...known(inputs, 'input')].sort(([a], [b]) => (a < b ? -1 : 1));
  return host.commit(Object.fromEntries(sorted) as Json);
}

function factsOf(progress: Progress, effects: readonly Effect[]): CallFacts {
  const { plan, skill } = known(progress.operation, 'known');
  const network = effects.find((effect) => effect.kind === 'network');
  const [only] = plan.calls;
  return {
    capability: plan.calls.length === 1 && only !== undefined ? only.capability : progress.ask.capability,
    skill,
    operation: plan.operation,
    tier: plan.tier,
    actor: progress.ask.actor,
    session: progress.ask.session,
    method: network?.method ?? '',
    origin: network?.origin ?? '',
    host: network === undefined ? '' : network.origin.replace(/^https?:\/\//, '').replace(/:\d+$/, ''),
    path: network?.path ?? '',
  };
}
