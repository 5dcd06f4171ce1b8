import type { NetworkEffect } from '../../ir/effect.ts';
import { commitParameters } from '../approvals/parameters.ts';
import { type ApprovalSubject, approvalOf, approvalSubject, withSettings } from '../approvals/subject.ts';
import { known, type Progress } from '../market/ask.ts';
import { bindingsOf } from '../market/bindings.ts';
import type { ExecHost, RegisteredOperation } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';
import { type Answer, decide, type MatchedRule } from '../policy/decide.ts';
import { type CallFacts, type Question, strictest } from '../policy/question.ts';
import type { PlanNeeds } from '../providers/program/plan-needs.ts';
import { isBound } from '../secrets/binding.ts';
import type { Gate } from './gate.ts';
import { rememberedAnswer } from './remembered-answer.ts';

/** Every rule that matches is named; the strictest decides. Whether an approval is there, the ledger says when it is used. */
export const isAllowed: Gate = (progress, host) => {
  const operation = known(progress.operation, 'known');
  const bound = boundTo(operation, known(progress.settings, 'settings'), known(progress.needs, 'enabled'), host);
  progress.subject = bound.subject;
  const uses = bound.subject.secrets;
  if (uses.length === 0) return judge(progress, bound, [], host);
  return bindingsOf(host.ledger, uses).then((bindings) => {
    const secrets = uses.map((use) => ({
      name: use.name,
      isNew: !isBound(bindings, { ...use, skill: operation.skill }),
    }));
    return judge(progress, bound, secrets, host);
  });
};

function judge(
  progress: Progress,
  { id, digest }: Bound,
  secrets: Question['secrets'],
  host: ExecHost,
): Stop | undefined {
  const text = outgoingText(progress);
  const ask = () => policyAnswer(progress, secrets, text, host);
  const answer = text === '{}' ? rememberedAnswer(progress, secrets, host, ask) : ask();
  progress.answer = answer;
  if (answer.decision === 'deny') {
    const rules = answer.rules.map(({ id }) => id);
    const reason = answer.rules.find(({ decision }) => decision === 'deny')?.reason ?? 'policy denies it';
    return stop('denied', 'policy/denied', reason, {
      rules,
      ...(answer.remedy === undefined ? {} : { remedy: answer.remedy }),
    });
  }
  if (answer.decision === 'ask') {
    progress.approval = { id, digest, parameters: commitParameters(known(progress.inputs, 'input'), host.commit) };
  } else progress.unlessDenied = id;
  return undefined;
}

/** What the rules say of every step of a plan together. `text` is what goes out with it. */
export function policyAnswer(progress: Progress, secrets: Question['secrets'], text: string, host: ExecHost): Answer {
  const { effects, classifications } = known(progress.subject, 'policy');
  return combined(
    stepsOf(progress, known(progress.settings, 'settings')).map(({ call, isPure }) =>
      decide(host.policy, {
        call,
        effects: isPure ? [] : effects,
        secrets: isPure ? [] : secrets,
        classifications,
        text,
      }),
    ),
  );
}

interface Bound {
  readonly subject: ApprovalSubject;
  readonly id: string;
  readonly digest: string;
  /** What it was made from besides the operation. */
  readonly settings: ReadonlyMap<string, string>;
  readonly limits: ExecHost['limits'];
  readonly capabilities: string;
  readonly needs: PlanNeeds;
}

/** The same operation is called many times, and what an approval of it is bound to changes with settings and programs only. */
const bounds = new WeakMap<RegisteredOperation, Bound>();

function boundTo(
  operation: RegisteredOperation,
  settings: ReadonlyMap<string, string>,
  needs: PlanNeeds,
  host: ExecHost,
): Bound {
  const { limits, capabilities } = host;
  const before = bounds.get(operation);
  if (
    before !== undefined &&
    before.limits === limits &&
    before.capabilities === capabilities &&
    sameNeeds(before.needs, needs) &&
    sameSettings(before.settings, settings)
  )
    return before;
  const { skill, skillDigest, source, plan } = operation;
  const subject = approvalSubject(plan, { skill, skillDigest, source, settings, limits, capabilities, needs });
  const bound = { subject, ...approvalOf(subject), settings, limits, capabilities, needs };
  bounds.set(operation, bound);
  return bound;
}

function sameNeeds(a: PlanNeeds, b: PlanNeeds): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function sameSettings(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);
}

/** Personal data is looked for in what the caller gives; what the skill itself says is the reviewer's to read. */
function outgoingText({ given }: Progress): string {
  return JSON.stringify(known(given, 'input'));
}

/** One question for each thing that a step reaches: a rule on the host of the second request is as good as one on the first. */
function stepsOf(
  progress: Progress,
  settings: ReadonlyMap<string, string>,
): readonly { readonly call: CallFacts; readonly isPure: boolean }[] {
  const { plan, skill } = known(progress.operation, 'known');
  const { actor, session } = progress.ask;
  return plan.calls.flatMap(({ capability, effects, tier }) => {
    const filled = effects.map((effect) => withSettings(effect, settings));
    const network = filled.filter((effect) => effect.kind === 'network');
    const isPure = tier === 0 && filled.every(({ kind }) => kind === 'output');
    return (network.length === 0 ? [undefined] : network).map((effect) => ({
      isPure,
      call: {
        capability,
        skill,
        operation: plan.operation,
        tier: isPure ? 0 : plan.tier,
        actor,
        session,
        ...at(effect),
      },
    }));
  });
}

function at(effect: NetworkEffect | undefined): Pick<CallFacts, 'method' | 'origin' | 'host' | 'path'> {
  if (effect === undefined) return { method: '', origin: '', host: '', path: '' };
  const { method, origin, path } = effect;
  return { method, origin, path, host: origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '') };
}

/** The strictest step decides for all of them: a plan runs whole or not at all. */
function combined(answers: readonly Answer[]): Answer {
  const decision = strictest(answers.map((answer) => answer.decision));
  const rules = new Map<string, MatchedRule>();
  const all = answers.flatMap((answer) => answer.rules);
  const telling = all.filter(({ id }) => id !== 'built-in/pure');
  for (const rule of telling.length === 0 ? all : telling)
    rules.set(`${rule.source}\n${rule.id}\n${rule.reason}`, rule);
  const remedy = answers.find((answer) => answer.decision === decision)?.remedy;
  return {
    decision: answers.length === 0 ? 'deny' : decision,
    rules: [...rules.values()],
    ...(remedy === undefined ? {} : { remedy }),
  };
}
