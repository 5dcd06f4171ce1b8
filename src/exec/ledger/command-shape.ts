import { anything, byKind, list, map, only, optional, record, type Shape, text } from '../../ir/shape.ts';
import type {
  Admit,
  Command,
  Grant,
  KeepSecret,
  LoadSkill,
  Origin,
  Recover,
  Refuse,
  RequestApproval,
  SetBudget,
  SetSetting,
  Settle,
  Turned,
  UnloadSkill,
  Warn,
} from './command.ts';
import { amount, amounts, budgetScope, name, orNull, positive, span } from './field-shape.ts';
import { limitRow } from './row.ts';
import { once } from './shared.ts';

const by = {
  session: name,
  actor: only('agent', 'person', 'configuration', 'skillc'),
  parents: optional(list(name)),
};

const origin = once(record<Origin>({ uri: name, digest: name, span: optional(span) }));

/** Null stands for a figure that is no number (`plain-copy.ts`): it counts at the reservation. */
const reported = orNull<number>((value) => (typeof value === 'number' ? undefined : '')) as Shape<number>;

const via = only('console', 'elicitation', 'plan');

const refuse = { ...by, id: name, reason: optional(text), via: optional(via) };

const secret = { ...by, name, skill: optional(name), origin: optional(name), slot: optional(name) };

export const commandShape: Shape<Command> = byKind<Command>({
  'load-skill': record<LoadSkill>({
    ...by,
    kind: only('load-skill'),
    skill: name,
    digest: name,
    uri: name,
    format: name,
    version: text,
    operations: list(record({ name, plan: name, approval: name })),
    snapshot: optional(name),
    diff: optional(anything),
  }),
  'unload-skill': record<UnloadSkill>({ ...by, kind: only('unload-skill'), skill: name }),
  'request-approval': record<RequestApproval>({
    ...by,
    kind: only('request-approval'),
    id: name,
    digest: name,
    skill: optional(name),
    skillDigest: optional(name),
    operation: optional(name),
    subject: anything,
    parameters: optional(name),
    call: optional(name),
  }),
  grant: record<Grant>({
    ...by,
    kind: only('grant'),
    id: name,
    scope: only('once', 'session', 'always'),
    call: optional(name),
    life: optional(positive),
    via: optional(via),
  }),
  'deny-approval': record<Refuse>({ ...refuse, kind: only('deny-approval') }),
  'revoke-approval': record<Refuse>({ ...refuse, kind: only('revoke-approval') }),
  admit: record<Admit>({
    ...by,
    kind: only('admit'),
    call: name,
    capability: name,
    delegatedTo: optional(name),
    skill: optional(name),
    skillDigest: optional(name),
    loadedBy: optional(name),
    derivedFrom: optional(origin),
    approval: optional(record({ id: name, digest: name, parameters: name })),
    unlessDenied: optional(name),
    reserve: once(amounts),
    scopes: once(list(budgetScope)),
    decision: anything,
    parameters: optional(name),
    data: map,
    process: once(record({ pid: amount, started: name })),
  }),
  settle: record<Settle>({
    ...by,
    kind: only('settle'),
    call: name,
    outcome: only('done', 'failed', 'unknown'),
    used: record({
      calls: reported,
      network_bytes: reported,
      wall_clock_ms: reported,
      cpu_ms: reported,
      money: reported,
    }),
    data: map,
  }),
  'turned-away': record<Turned>({
    ...by,
    kind: only('turned-away'),
    call: name,
    how: only('denied', 'waiting', 'over-budget'),
    capability: name,
    skill: optional(name),
    derivedFrom: optional(origin),
    approval: optional(name),
    decision: anything,
    count: optional(positive),
  }),
  recover: record<Recover>({ ...by, kind: only('recover'), gone: list(name) }),
  'set-budget': record<SetBudget>({ ...by, kind: only('set-budget'), scope: budgetScope, limits: limitRow }),
  'secret-stored': record<KeepSecret>({ ...secret, kind: only('secret-stored') }),
  'secret-removed': record<KeepSecret>({ ...secret, kind: only('secret-removed') }),
  'bind-secret': record<KeepSecret>({ ...secret, kind: only('bind-secret') }),
  'set-setting': record<SetSetting>({
    ...by,
    kind: only('set-setting'),
    name,
    skill: optional(name),
    value: optional(text),
  }),
  warn: record<Warn>({ ...by, kind: only('warn'), capability: optional(name), data: map }),
});
