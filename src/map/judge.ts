import type { Effect } from '../ir/effect.ts';
import { secretsIn } from '../ir/placeless-secrets.ts';
import type {
  Call,
  Dependency,
  DerivedEntry,
  Estimate,
  Plan,
  SandboxPolicy,
  SecretUse,
  Tier,
  UndecidedEntry,
} from '../ir/plan.ts';
import type { DeclaredInstall, SandboxRequest } from '../ir/skill.ts';
import { guardedAddress } from './guarded-address.ts';

/** 0 pure; 1 http and files; 2 interpreter or known program; 3 unknown tool. A program has its highest call site's. */
export function tierOf(capability: Call['capability'], effects: readonly Effect[], unknown: boolean): Tier {
  if (unknown) return 3;
  if (capability.startsWith('sandbox.')) return 2;
  const touches = effects.some(
    ({ kind }) => kind === 'network' || kind === 'read' || kind === 'write' || kind === 'secret' || kind === 'env',
  );
  return touches || capability === 'network.http-fetch' ? 1 : 0;
}

export function highestTier(tiers: readonly Tier[]): Tier {
  return Math.max(0, ...tiers) as Tier;
}

type Judged = Pick<Plan, 'calls' | 'effects' | 'secrets' | 'tier' | 'classifications'>;

/** Why a person must be asked, the gravest reason first; undefined when nothing needs asking. */
export function approvalReason(plan: Judged, trusted: ReadonlySet<string>): string | undefined {
  const grave = graveReasons(plan);
  if (grave.length > 0) return grave.join('; ');
  const network = plan.effects.filter((effect) => effect.kind === 'network');
  const sends = network.find((effect) => effect.method !== 'GET' && effect.method !== 'HEAD');
  if (sends !== undefined) return `sends ${sends.method} to ${sends.origin}`;
  const untrusted = network.find((effect) => !trusted.has(effect.origin));
  if (untrusted !== undefined) return `reaches ${untrusted.origin}, which is not a trusted host`;
  const files = plan.effects.filter((effect) => effect.kind === 'write' || effect.kind === 'read');
  const file = files.find(({ kind }) => kind === 'write') ?? files[0];
  return file === undefined ? undefined : `${file.kind}s ${file.path}`;
}

/** None of these hides another: unknown tools, guarded addresses, classified data, secrets and code are all named. */
function graveReasons(plan: Judged): readonly string[] {
  const programs = plan.effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : []));
  const secrets = plan.effects.filter((effect) => effect.kind === 'secret');
  const bound = new Set([...plan.secrets, ...secrets].map(({ name }) => name));
  const variables = plan.effects.flatMap((effect) =>
    effect.kind === 'env' && !bound.has(effect.name) ? [effect.name] : [],
  );
  // A program never holds a secret itself.
  const secret = new Set(plan.calls.flatMap(({ args }) => secretsIn(args)));
  const handed = variables.filter((name) => !secret.has(name));
  const stoodIn = variables.filter((name) => secret.has(name));
  const guarded = plan.effects.flatMap((effect) => {
    const kind = effect.kind === 'network' ? guardedAddress(effect.origin) : undefined;
    return effect.kind === 'network' && kind !== undefined ? [`${effect.origin} (${kind})`] : [];
  });
  const code = programs.length === 0 ? plan.calls.map((call) => call.capability) : programs;
  return [
    ...(plan.tier === 3 ? [`Unknown tool ${quoted(unknownPrograms(plan.calls))} requires sandboxed execution`] : []),
    ...(guarded.length > 0 ? [`reaches ${[...new Set(guarded)].join(', ')}`] : []),
    ...(plan.classifications.length > 0 ? [`touches data classified ${plan.classifications.join(', ')}`] : []),
    ...(bound.size > 0 ? [secretReason([...plan.secrets, ...secrets])] : []),
    ...(handed.length > 0 ? [`hands over ${handed.join(', ')}`] : []),
    ...(stoodIn.length > 0 ? [`gives a stand-in for ${stoodIn.join(', ')}`] : []),
    ...(plan.tier === 2 ? [`runs ${quoted(code)} in a sandbox`] : []),
  ];
}

/** Secrets of the broker, and those that a step brings along: a key read from a file, a token of an answer. */
function secretReason(secrets: readonly Pick<SecretUse, 'name' | 'origin'>[]): string {
  const uses = secrets.map(({ name, origin }) => (origin === '' ? name : `${name} at ${origin}`));
  return `uses secret ${[...new Set(uses)].join(', ')}`;
}

function unknownPrograms(calls: readonly Call[]): readonly string[] {
  const flat = calls.flatMap((call) => [call, ...(call.sites ?? []).map((site) => site.call)]);
  return flat
    .filter((call) => call.tier === 3 && call.sites === undefined)
    .flatMap((call) => call.effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : [])));
}

function quoted(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `\`${name}\``).join(', ');
}

/** Rough by design: a reviewer sees orders of magnitude, the budget holds the limit. */
export function estimateOf(calls: readonly Call[]): Estimate {
  const each = calls.map((call): Estimate => {
    if (call.sites !== undefined) return estimateOf(call.sites.map((site) => site.call));
    if (call.capability === 'network.http-fetch') return { network_bytes: 10_000, wall_clock_ms: 2_000 };
    if (!call.capability.startsWith('sandbox.')) return { network_bytes: 0, wall_clock_ms: 50 };
    return { network_bytes: call.effects.some(({ kind }) => kind === 'network') ? 100_000 : 0, wall_clock_ms: 10_000 };
  });
  return each.reduce(
    (a, b) => ({ network_bytes: a.network_bytes + b.network_bytes, wall_clock_ms: a.wall_clock_ms + b.wall_clock_ms }),
    { network_bytes: 0, wall_clock_ms: 0 },
  );
}

/**
 * Code in a sandbox does what its text does not show: what the skill declares for it is what it may touch. A tool
 * nobody described gets files, never the network.
 */
export function declaredEffects(request: SandboxRequest, capability: Call['capability']): readonly Effect[] {
  const interpreted = capability === 'sandbox.python' || capability === 'sandbox.node';
  const hosts = interpreted ? (request.egress ?? []) : [];
  return [
    ...hosts.map((host): Effect => ({ kind: 'network', method: '*', origin: originOf(host), path: '/**' })),
    ...(request.read ?? []).map((path): Effect => ({ kind: 'read', path })),
    ...(request.write ?? []).map((path): Effect => ({ kind: 'write', path })),
  ];
}

function originOf(host: string): string {
  return host.includes('://') ? host : `https://${host}`;
}

/** What a sandbox would be given: exactly what the effects name. */
export function sandboxPolicy(effects: readonly Effect[], request: SandboxRequest, code: CodeFindings): SandboxPolicy {
  const origins = effects.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : []));
  const paths = (kind: 'read' | 'write') => effects.flatMap((effect) => (effect.kind === kind ? [effect.path] : []));
  const dependencies = [...code.dependencies.values(), ...declaredInstalls(effects, request, code.dependencies)];
  // Scripts that ask for different interpreters leave the choice to the host.
  const [asked, other] = code.runtimes;
  const runtime = request.runtime ?? (other === undefined ? asked : undefined);
  return {
    ...(runtime === undefined ? {} : { runtime }),
    ...(request.packages === undefined ? {} : { packages: request.packages }),
    network: { egress: unique(origins) },
    filesystem: { read: unique(paths('read')), write: unique(paths('write')) },
    resources: { cpu_seconds: 60, memory_mb: 512 },
    ...(code.derived.size === 0 ? {} : { derived: [...code.derived.values()] }),
    ...(dependencies.length === 0 ? {} : { dependencies }),
    ...(code.undecided.size === 0 ? {} : { undecided: [...code.undecided.values()] }),
  };
}

/** What the skill says brings the programs that the plan starts; without programs, what its own interpreter takes. */
function declaredInstalls(
  effects: readonly Effect[],
  { installs = [] }: SandboxRequest,
  known: CodeFindings['dependencies'],
): readonly Dependency[] {
  const programs = new Set(effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : [])));
  const takes = (ecosystem: string) =>
    (ecosystem === 'pypi' && programs.has('python3')) || (ecosystem === 'npm' && programs.has('node'));
  return installs
    .filter(({ ecosystem, name }) => !known.has(`${ecosystem} ${name}`))
    .filter(({ ecosystem, bins }) => (bins.length === 0 ? takes(ecosystem) : bins.some((bin) => programs.has(bin))))
    .filter((one, at, all) => !all.slice(0, at).some((before) => isAlternative(before, one)))
    .map(({ ecosystem, name, version, bins, span }) => ({
      ecosystem,
      name,
      version,
      ...(bins.length === 0 ? {} : { programs: bins }),
      span,
    }));
}

/** Another way to the same programs, behind one that skillc can go. */
function isAlternative(before: DeclaredInstall, one: DeclaredInstall): boolean {
  const canInstall = before.ecosystem === 'pypi' || before.ecosystem === 'npm';
  return canInstall && one.bins.length > 0 && one.bins.every((bin) => before.bins.includes(bin));
}

/** What scripts were found to do. */
export interface CodeFindings {
  readonly derived: ReadonlyMap<string, DerivedEntry>;
  readonly dependencies: ReadonlyMap<string, Dependency>;
  readonly undecided: ReadonlyMap<string, UndecidedEntry>;
  readonly runtimes: ReadonlySet<string>;
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
