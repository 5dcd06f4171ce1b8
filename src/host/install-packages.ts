import type { EnvironmentRequest } from '../exec/environment/environment-key.ts';
import type { Amounts } from '../exec/ledger/budget.ts';
import type { RegisteredOperation } from '../exec/market/host.ts';
import { call } from '../exec/market/marketplace.ts';
import type { Outcome, Reason } from '../exec/outcome.ts';
import type { Effect } from '../ir/effect.ts';
import { unionEffects } from '../ir/effects.ts';
import { list, literal, object } from '../ir/expr.ts';
import type { Call, Plan } from '../ir/plan.ts';
import type { Config } from './config.ts';
import type { Host } from './open-host.ts';
import { storedSkill } from './stored-skill.ts';
import { wantedEnvironments } from './wanted-environments.ts';

export interface InstallRequest {
  readonly skill: string;
  readonly actor: 'agent' | 'person';
  readonly session: string;
}

export type Installed =
  /** Everything that it needs is there. */
  { readonly kind: 'nothing' } | { readonly kind: 'outcome'; readonly outcome: Outcome };

const installLimits: Omit<Amounts, 'calls' | 'money'> = {
  network_bytes: 500_000_000,
  wall_clock_ms: 600_000,
  cpu_ms: 600_000,
};

/** `SKILL.install`: an operation of its own, judged, approved and recorded as any other, before code that needs it can run. */
export async function installPackages(host: Host, { skill, actor, session }: InstallRequest): Promise<Installed> {
  const stored = await storedSkill(host, skill);
  if (stored.kind !== 'stored') return denied('skill/unknown', `no skill \`${skill}\` is loaded`, 'skillc load PATH');
  const plans = stored.compiled.operations.flatMap(({ plan }) => (plan === undefined ? [] : [plan]));
  const wanted = await wantedEnvironments(plans, host.programs);
  if (wanted.kind === 'refused') return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', ...wanted } };
  if (wanted.requests.length === 0) return { kind: 'nothing' };
  const sources: { readonly request: EnvironmentRequest; readonly index: string }[] = [];
  for (const request of wanted.requests) {
    const index = indexOf(request, host.config);
    if (index === undefined) return noIndex(request);
    sources.push({ request, index });
  }
  const span = { source: stored.bundle.entry, start: 0, end: 0 };
  const calls = sources.map(({ request, index }) => installCall(request, index, host.config, span));
  const operation: RegisteredOperation = {
    id: `${skill}.install`,
    loaded: true,
    skill,
    skillDigest: stored.bundle.digest,
    source: stored.bundle.uri,
    plan: installPlan(
      calls,
      wanted,
      sources.map(({ index }) => index),
    ),
    bundle: new Map(),
    stores: new Map(),
  };
  const outcome = await call(
    { capability: operation.id, input: {}, session, actor },
    {
      ...host.exec,
      operations: { find: async () => ({ kind: 'operation', operation }) },
      limits: { ...host.exec.limits, ...installLimits },
    },
  );
  return { kind: 'outcome', outcome };
}

function indexOf({ ecosystem }: EnvironmentRequest, { packages }: Config): string | undefined {
  return ecosystem === 'pypi' ? packages?.python_index : packages?.npm_registry;
}

function installCall(request: EnvironmentRequest, index: string, { packages }: Config, span: Call['span']): Call {
  const origins = new Set([index, ...(packages?.file_origins ?? [])].map((address) => new URL(address).origin));
  const effects: readonly Effect[] = [
    ...[...origins].flatMap((origin) =>
      ['GET', 'HEAD'].map((method): Effect => ({ kind: 'network', method, origin, path: '/**' })),
    ),
    { kind: 'process', program: request.ecosystem === 'pypi' ? 'pip' : 'npm' },
  ];
  const args = object({
    ecosystem: literal(request.ecosystem),
    runtime: literal(request.runtime),
    packages: list(request.packages.map((one) => literal(one))),
    index: literal(index),
  });
  return { kind: 'call', capability: 'sandbox.install', args, effects: unionEffects([effects]), tier: 2, span };
}

function installPlan(
  calls: readonly Call[],
  { requests, unpinned }: { readonly requests: readonly EnvironmentRequest[]; readonly unpinned: readonly string[] },
  indexes: readonly string[],
): Plan {
  const effects = unionEffects(calls.map((one) => one.effects));
  const packages = [...new Set(requests.flatMap((one) => one.packages))];
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const from = [...new Set(indexes)].join(', ');
  const loose = unpinned.length === 0 ? '' : `; not bound to one version: ${quoted(unpinned)}`;
  const [first] = calls;
  if (first === undefined) throw new Error('nothing to install');
  return {
    kind: 'plan',
    operation: 'install',
    composition: calls.length === 1 ? 'single' : 'seq',
    calls,
    inputs: { type: 'object', properties: {}, required: [] },
    bindings: [],
    effects,
    secrets: [],
    settings: [],
    tier: 2,
    requiresApproval: true,
    approvalReason: `installs ${quoted(packages)} from ${from}${loose}`,
    estimate: { network_bytes: 10_000_000, wall_clock_ms: 60_000 },
    sandbox: {
      packages,
      network: { egress: effects.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : [])) },
      filesystem: { read: [], write: [] },
      resources: { cpu_seconds: 600, memory_mb: 1024 },
    },
    code: [],
    classifications: [],
    confidence: 1,
    span: first.span,
  };
}

function noIndex({ ecosystem, packages }: EnvironmentRequest): Installed {
  const key = ecosystem === 'pypi' ? 'python_index' : 'npm_registry';
  const names = packages.map((name) => `\`${name}\``).join(', ');
  return denied(
    'package/no-index',
    `nobody has said where ${names} come from`,
    `set \`packages: {${key}: https://…}\` in config.yaml`,
  );
}

function denied(code: string, message: string, remedy: string): Installed {
  const reason: Reason = { code, message, rules: [], remedy };
  return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', reason } };
}
