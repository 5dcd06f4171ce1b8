import type { Json } from '../../ir/json.ts';
import type { Plan } from '../../ir/plan.ts';
import type { ApprovalSubject } from '../approvals/subject.ts';
import type { Amounts } from '../ledger/budget.ts';
import type { Admit } from '../ledger/command.ts';
import { plainCopy } from '../ledger/plain-copy.ts';
import { share } from '../ledger/shared.ts';
import { known, type Progress } from '../market/ask.ts';
import type { ExecHost, RegisteredOperation } from '../market/host.ts';

/** What the intents of an operation have in common. */
export type AdmitForm = Pick<
  Admit,
  | 'capability'
  | 'delegatedTo'
  | 'skill'
  | 'skillDigest'
  | 'loadedBy'
  | 'derivedFrom'
  | 'reserve'
  | 'scopes'
  | 'decision'
  | 'data'
  | 'process'
>;

interface Forms {
  readonly host: ExecHost;
  /** By session and by what policy said. */
  readonly made: Map<string, AdmitForm>;
}

/** The subject of an operation lives as long as the operation, and its calls are many. */
const forms = new WeakMap<ApprovalSubject, Forms>();
const mostForms = 100;

/** The same object for calls that have it in common: then its parts are sent, checked and written once. */
export function admitForm(progress: Progress, host: ExecHost): AdmitForm {
  // A call inside another is made once.
  if (progress.reserve !== undefined) return newForm(progress, host);
  const subject = known(progress.subject, 'policy');
  const before = forms.get(subject);
  const of = before?.host === host ? before : { host, made: new Map<string, AdmitForm>() };
  if (of !== before) forms.set(subject, of);
  const { decision, rules } = decisionOf(progress);
  const key = `${progress.ask.session}\n${decision}\n${rules.join('\n')}`;
  const form = of.made.get(key) ?? sharedForm(newForm(progress, host));
  if (of.made.size >= mostForms) of.made.clear();
  of.made.set(key, form);
  return form;
}

function newForm(progress: Progress, host: ExecHost): AdmitForm {
  const operation = known(progress.operation, 'known');
  const { plan, skill, skillDigest, source, id } = operation;
  const { limits, plan: digest, effects } = known(progress.subject, 'policy');
  return {
    capability: id,
    delegatedTo: plan.calls.map(({ capability }) => capability).join(' | '),
    ...skillOf(operation),
    ...(operation.loadedBy === undefined ? {} : { loadedBy: operation.loadedBy }),
    derivedFrom: { uri: source, digest: skillDigest, span: plan.span },
    reserve: progress.reserve ?? reservation(limits, plan),
    scopes: [`session:${progress.ask.session}`, `skill:${skill}`, `capability:${id}`, 'day:today'],
    decision: decisionOf(progress),
    data: { plan: digest, effects: effects as unknown as Json },
    process: host.process,
  };
}

/** A copy, since what is shared is frozen. */
function sharedForm(form: AdmitForm): AdmitForm {
  const copied = plainCopy(form);
  return copied === undefined ? form : share(copied as unknown as AdmitForm);
}

function decisionOf(progress: Progress): { readonly decision: string; readonly rules: readonly string[] } {
  const { decision, rules } = known(progress.answer, 'policy');
  return { decision, rules: rules.map(({ id, source }) => `${id} (${source})`) };
}

/** Programs move nothing themselves: what their calls move is reserved call by call. Time is theirs, and holds for all of it. */
function reservation(limits: Amounts, { calls }: Plan): Amounts {
  return calls.some(({ capability }) => capability === 'network.http-fetch') ? limits : { ...limits, network_bytes: 0 };
}

/** What binds a call to a loaded skill; nothing for what skillc does itself. */
export function skillOf({ loaded, skill, skillDigest }: RegisteredOperation): {
  readonly skill?: string;
  readonly skillDigest?: string;
} {
  return loaded ? { skill, skillDigest } : {};
}
