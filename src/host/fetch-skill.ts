import type { ExecHost, RegisteredOperation } from '../exec/market/host.ts';
import { call } from '../exec/market/marketplace.ts';
import type { Outcome, Reason } from '../exec/outcome.ts';
import { addressBytes, classOf } from '../exec/providers/http/address.ts';
import { sha256 } from '../ir/digest.ts';
import { list, literal, object } from '../ir/expr.ts';
import type { Plan } from '../ir/plan.ts';

export interface FetchOptions {
  readonly url: URL;
  readonly forced: boolean;
  readonly pinned: boolean;
  readonly actor: 'agent' | 'person';
  readonly session: string;
}

export type Fetched =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'outcome'; readonly outcome: Outcome };

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_MS = 20_000;

/** The fetch of a skill is a call like any other: judged, approved where it must be, recorded before it is sent. */
export async function fetchSkill(host: ExecHost, options: FetchOptions): Promise<Fetched> {
  const { url, actor, session } = options;
  const local = isLocal(url.hostname);
  if (url.protocol === 'http:' && !local && !options.pinned)
    return failed({
      code: 'load/plain-http',
      message: `\`${url.origin}\` is not encrypted`,
      rules: [],
      remedy: 'use https, or pin the content with --digest',
    });
  const chunks: { bytes?: Uint8Array } = {};
  const governed: ExecHost = {
    ...host,
    operations: {
      find: async () => ({ kind: 'operation', operation: loadOperation(url, alwaysAsked(options, local)) }),
    },
    limits: { ...host.limits, network_bytes: MOST_BYTES, wall_clock_ms: MOST_MS },
    policy: actor === 'person' ? trusting(host.policy, url.origin) : host.policy,
    http: {
      ...host.http,
      run: async (request, context) => {
        const result = await host.http.run(request, context);
        if (result.status === 'done') chunks.bytes = result.stdout;
        return result;
      },
    },
  };
  const outcome = await call({ capability: 'skill.load', input: {}, session, actor }, governed);
  return outcome.outcome === 'done' && chunks.bytes !== undefined
    ? { kind: 'bytes', bytes: chunks.bytes }
    : { kind: 'outcome', outcome };
}

/**
 * Machines of one's own ask whoever loads, and the approval is the grant; an agent that forces a load asks every time.
 * No rule that allows reading gets below this.
 */
function alwaysAsked({ actor, forced }: FetchOptions, local: boolean): readonly string[] {
  return [...(local ? ['private-network'] : []), ...(actor === 'agent' && forced ? ['forced-load'] : [])];
}

function trusting(policy: ExecHost['policy'], origin: string): ExecHost['policy'] {
  return policy.kind === 'unreadable' ? policy : { ...policy, trustedHosts: new Set([...policy.trustedHosts, origin]) };
}

export function isLocal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return addressBytes(host) !== undefined && classOf(host) !== 'public';
}

function loadOperation(url: URL, classifications: readonly string[]): RegisteredOperation {
  const span = { source: url.href, start: 0, end: 0 };
  const path = url.pathname;
  const effects = [{ kind: 'network', method: 'GET', origin: url.origin, path }] as const;
  const headers = [
    ['User-Agent', 'skillc'],
    ['Accept', 'text/markdown, application/yaml, application/json, text/plain, */*;q=0.1'],
  ].map(([name, value]) => list([literal(name ?? ''), literal(value ?? '')]));
  const args = object({
    method: literal('GET'),
    url: literal(url.origin + path + url.search),
    headers: list(headers),
    fail_on_status: literal(true),
    decompress: literal(true),
    redirects: literal({ policy: 'same-origin', max: 5 }),
    timeout_ms: literal(MOST_MS),
  });
  const plan: Plan = {
    kind: 'plan',
    operation: 'load',
    composition: 'single',
    calls: [{ kind: 'call', capability: 'network.http-fetch', args, effects, tier: 1, span }],
    inputs: { type: 'object', properties: {}, required: [] },
    bindings: [],
    effects,
    secrets: [],
    settings: [],
    tier: 1,
    requiresApproval: true,
    approvalReason: `loads a skill from ${url.origin}`,
    estimate: { network_bytes: 100_000, wall_clock_ms: 2_000 },
    code: [],
    classifications,
    confidence: 1,
    span,
  };
  return {
    id: 'skill.load',
    loaded: false,
    skill: 'skill.load',
    skillDigest: sha256(url.href),
    source: url.href,
    plan,
    stores: new Map(),
  };
}

function failed(reason: Reason): Fetched {
  return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', reason } };
}
