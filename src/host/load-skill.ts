import type { Outcome, Reason } from '../exec/outcome.ts';
import type { Bundle } from '../ir/bundle.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import type { Effect } from '../ir/effect.ts';
import type { Json } from '../ir/json.ts';
import type { Compiled, CompiledOperation } from '../pipeline.ts';
import { keepBundle } from './bundle-store.ts';
import { type EffectDiff, effectDiff } from './effect-diff.ts';
import type { Host } from './open-host.ts';
import { type OperationStatus, operationStatus } from './operation-status.ts';
import { deniedLoad, readSource } from './read-source.ts';

export interface LoadRequest {
  readonly target: string;
  readonly force?: boolean;
  /** `sha256:…` that the content must have. */
  readonly digest?: string;
  /** Another id than the skill's own name. */
  readonly as?: string;
  readonly actor: 'agent' | 'person';
  readonly session: string;
}

export type Loaded =
  | {
      readonly kind: 'loaded';
      readonly skill: string;
      readonly bundle: Bundle;
      readonly compiled: Compiled;
      /** Those of reading the source and of compiling it. */
      readonly diagnostics: readonly Diagnostic[];
      readonly operations: readonly (CompiledOperation & { readonly state?: OperationStatus })[];
      readonly replaced: boolean;
      readonly diff?: EffectDiff;
    }
  /** The source cannot be compiled. */
  | { readonly kind: 'invalid'; readonly bundle?: Bundle; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'outcome'; readonly outcome: Outcome };

/** Ids that would stand for something else than a skill. */
const reserved = new Set(
  'network json io text shell sandbox skill learn primitive plan approval secret setting budget chain ccos core'.split(
    ' ',
  ),
);

export async function loadSkill(host: Host, request: LoadRequest): Promise<Loaded> {
  const source = await readSource(host, request);
  if (source.kind !== 'bundle') return source;
  const { bundle } = source;
  if (request.digest !== undefined && request.digest !== bundle.digest)
    return deniedLoad(
      'load/digest',
      `the content is ${bundle.digest}, not what was asked for`,
      'look at what changed, then load it with that digest',
    );
  const compiled = host.operations.compile(bundle);
  const diagnostics = [...source.diagnostics, ...compiled.diagnostics];
  if (compiled.skill === undefined) return { kind: 'invalid', bundle, diagnostics };
  const skill = request.as ?? compiled.skill.id;
  const refusal = await idProblem(host, skill, bundle.uri, request.as !== undefined && request.actor === 'person');
  if (refusal !== undefined) return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', reason: refusal } };
  return register(host, request, skill, { bundle, compiled, diagnostics });
}

/** A person may put another source in place of one that is loaded; an agent never. */
async function idProblem(host: Host, skill: string, uri: string, chosen: boolean): Promise<Reason | undefined> {
  const remedy = 'give it another id with --as ID';
  if (!/^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/.test(skill))
    return { code: 'load/id', message: `\`${skill}\` cannot be the id of a skill`, rules: [], remedy };
  if (reserved.has(skill))
    return { code: 'load/reserved', message: `\`${skill}\` is a reserved id`, rules: [], remedy };
  const row = await host.operations.row(skill);
  if (row === undefined || row === 'unreadable' || row.uri === uri || chosen) return undefined;
  return {
    code: 'load/taken',
    message: `\`${skill}\` is loaded from ${row.uri} already`,
    rules: [],
    remedy: `${remedy}, or \`skillc unload ${skill}\``,
  };
}

async function register(
  host: Host,
  request: LoadRequest,
  skill: string,
  read: Pick<Extract<Loaded, { kind: 'loaded' }>, 'bundle' | 'compiled' | 'diagnostics'>,
): Promise<Loaded> {
  const { bundle, compiled } = read;
  const before = await host.operations.row(skill);
  const identity = { skill, digest: bundle.digest, uri: bundle.uri };
  const operations: (CompiledOperation & { readonly state?: OperationStatus })[] = [];
  for (const one of compiled.operations) {
    const state = one.plan === undefined ? undefined : await operationStatus(host, one.plan, identity);
    operations.push(state === undefined ? one : { ...one, state });
  }
  const old = before === undefined || before === 'unreadable' ? undefined : host.operations.restore(before);
  const diff = old === undefined ? undefined : effectDiff(effectsOf(old), effectsOf(compiled));
  const snapshot = keepBundle(host.snapshots, bundle);
  const reply = await host.ledger.submit({
    kind: 'load-skill',
    session: request.session,
    actor: request.actor,
    skill,
    digest: bundle.digest,
    uri: bundle.uri,
    format: compiled.skill?.source.format ?? 'markdown',
    version: compiled.skill?.version ?? '',
    operations: operations.flatMap((one) =>
      one.plan === undefined || one.digest === undefined
        ? []
        : [{ name: one.operation.name, plan: one.digest, approval: one.state?.approval?.id ?? 'unset' }],
    ),
    snapshot,
    ...(diff === undefined ? {} : { diff: diff as unknown as Json }),
  });
  if (!reply.ok) return deniedLoad(reply.code, reply.message, reply.remedy);
  const replaced = reply.value.replaced !== null;
  return {
    kind: 'loaded',
    skill,
    ...read,
    operations,
    replaced,
    ...(diff === undefined || !replaced ? {} : { diff }),
  };
}

function effectsOf(compiled: Compiled): readonly Effect[] {
  return compiled.operations.flatMap(({ plan }) => plan?.effects ?? []);
}
