import type { Effect } from './effect.ts';
import type {
  ConcatExpr,
  DynamicExpr,
  Expr,
  ListExpr,
  LiteralExpr,
  ObjectExpr,
  ParamExpr,
  SecretExpr,
  SettingExpr,
  StdinExpr,
  StepOutputExpr,
} from './expr.ts';
import {
  type Call,
  type CallSite,
  type CodePlace,
  coreCapabilities,
  type Dependency,
  type DerivedEntry,
  type Estimate,
  type InputBinding,
  type Plan,
  type SandboxPolicy,
  type SecretUse,
  type SettingUse,
  type Tier,
  type UndecidedEntry,
  undecidedKinds,
} from './plan.ts';
import { anything, byKind, flag, later, list, map, number, only, optional, record, type Shape, text } from './shape.ts';
import type { Span } from './span.ts';

export const span = record<Span>({ source: text, start: number, end: number });

const tier = only<Tier>(0, 1, 2, 3);

type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

const effect = byKind<Effect>({
  network: record<EffectOf<'network'>>({ kind: only('network'), method: text, origin: text, path: text }),
  secret: record<EffectOf<'secret'>>({ kind: only('secret'), name: text, origin: text, slot: text }),
  read: record<EffectOf<'read'>>({ kind: only('read'), path: text }),
  write: record<EffectOf<'write'>>({ kind: only('write'), path: text }),
  process: record<EffectOf<'process'>>({ kind: only('process'), program: text }),
  env: record<EffectOf<'env'>>({ kind: only('env'), name: text }),
  output: record<EffectOf<'output'>>({ kind: only('output') }),
  classified: record<EffectOf<'classified'>>({ kind: only('classified'), class: text }),
});

const encoding = only('segment', 'query', 'form', 'json', 'json-string', 'header', 'argument', 'raw');
export const paramStyle = only('repeat', 'comma', 'space', 'pipe', 'tab', 'spread', 'deep-object', 'json');

const expr: Shape<Expr> = byKind<Expr>({
  literal: record<LiteralExpr>({ kind: only('literal'), value: anything }),
  param: record<ParamExpr>({
    kind: only('param'),
    name: text,
    encode: encoding,
    style: optional(paramStyle),
    optional: optional(only(true)),
  }),
  setting: record<SettingExpr>({ kind: only('setting'), name: text }),
  secret: record<SecretExpr>({ kind: only('secret'), name: text, encode: optional(encoding) }),
  stdin: record<StdinExpr>({ kind: only('stdin') }),
  'step-output': record<StepOutputExpr>({ kind: only('step-output'), step: number }),
  'dynamic-value': record<DynamicExpr>({ kind: only('dynamic-value'), name: text, reason: text }),
  concat: record<ConcatExpr>({ kind: only('concat'), parts: list(later(() => expr)) }),
  object: record<ObjectExpr>({
    kind: only('object'),
    members: list(record<ObjectExpr['members'][number]>({ key: text, value: later(() => expr) })),
  }),
  list: record<ListExpr>({ kind: only('list'), items: list(later(() => expr)) }),
});

const call: Shape<Call> = record<Call>({
  kind: only('call'),
  capability: only(...coreCapabilities),
  args: expr,
  effects: list(effect),
  tier,
  sites: optional(list(later(() => site))),
  span,
});

const site = record<CallSite>({
  kind: only('site'),
  call: later(() => call),
  understanding: only('mapped', 'sandboxed', 'unknown'),
  span,
});

export const codePlace = record<CodePlace>({ source: text, start: number, end: number, line: number });

const sandbox = record<SandboxPolicy>({
  runtime: optional(text),
  packages: optional(list(text)),
  network: record<SandboxPolicy['network']>({ egress: list(text) }),
  filesystem: record<SandboxPolicy['filesystem']>({ read: list(text), write: list(text) }),
  resources: record<SandboxPolicy['resources']>({ cpu_seconds: number, memory_mb: number }),
  derived: optional(list(record<DerivedEntry>({ effect, span: codePlace }))),
  dependencies: optional(
    list(
      record<Dependency>({
        ecosystem: text,
        name: text,
        version: text,
        programs: optional(list(text)),
        span: codePlace,
      }),
    ),
  ),
  undecided: optional(list(record<UndecidedEntry>({ what: only(...undecidedKinds), message: text, span: codePlace }))),
});

export const planShape = record<Plan>({
  kind: only('plan'),
  operation: text,
  composition: only('single', 'pipe', 'seq'),
  calls: list(call),
  inputs: map,
  bindings: list(record<InputBinding>({ name: text, bind: text, call: number })),
  effects: list(effect),
  secrets: list(record<SecretUse>({ name: text, origin: text, slot: text })),
  settings: list(record<SettingUse>({ name: text, example: optional(text) })),
  tier,
  requiresApproval: flag,
  approvalReason: optional(text),
  estimate: record<Estimate>({ network_bytes: number, wall_clock_ms: number }),
  sandbox: optional(sandbox),
  code: list(record<Plan['code'][number]>({ path: text, digest: text })),
  classifications: list(text),
  confidence: number,
  span,
});
