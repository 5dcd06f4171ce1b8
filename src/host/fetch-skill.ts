import type { ExecHost, RegisteredOperation } from '../exec/market/host.ts';
import { call } from '../exec/market/marketplace.ts';
import type { Outcome, Reason } from '../exec/outcome.ts';
import type { ProviderResult } from '../exec/provider.ts';
import { addressBytes, classOf } from '../exec/providers/http/address.ts';
import { sha256 } from '../ir/digest.ts';
import { list, literal, object } from '../ir/expr.ts';
import { loadOperation } from './load-operation.ts';

export interface FetchOptions {
  readonly url: URL;
  readonly forced: boolean;
  readonly pinned: boolean;
  readonly actor: 'agent' | 'person';
  readonly session: string;
}

export type Fetched =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The server says that the skill is at another address of the same origin. Nothing was sent there. */
  | { readonly kind: 'moved'; readonly to: URL; readonly outcome: Outcome }
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
  const came: { bytes?: Uint8Array; status?: number; leadsTo?: string | undefined } = {};
  const governed: ExecHost = {
    ...host,
    operations: {
      find: async () => ({ kind: 'operation', operation: fetchOperation(url, alwaysAsked(options, local)) }),
    },
    limits: { ...host.limits, network_bytes: MOST_BYTES, wall_clock_ms: MOST_MS },
    policy: actor === 'person' ? trusting(host.policy, url.origin) : host.policy,
    http: {
      ...host.http,
      run: async (request, context) => {
        const result = await host.http.run(request, context);
        if (result.status !== 'done') return result;
        came.bytes = result.stdout;
        came.status = statusOf(result);
        came.leadsTo = result.leadsTo;
        return result;
      },
    },
  };
  const outcome = await call({ capability: 'skill.load', input: {}, session, actor }, governed);
  if (outcome.outcome !== 'done' || came.bytes === undefined) return { kind: 'outcome', outcome };
  if (came.status !== 200) {
    const to = came.leadsTo !== undefined && URL.canParse(came.leadsTo) ? new URL(came.leadsTo) : undefined;
    if (to !== undefined && to.origin === url.origin) return { kind: 'moved', to, outcome };
    return notServed(outcome, came.status ?? 0, to);
  }
  return { kind: 'bytes', bytes: came.bytes };
}

function statusOf({ facts }: ProviderResult): number {
  const status = (facts?.http as { readonly status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? status : 0;
}

/** What stands beside a redirect that is not followed is no skill. */
function notServed(
  { call_id, resources }: Extract<Outcome, { outcome: 'done' }>,
  status: number,
  to: URL | undefined,
): Fetched {
  const message = `the server answered ${status} and no skill`;
  const leads = to === undefined || to.href.length > 300 ? 'the address that it leads to' : `\`${to.href}\``;
  const remedy = `a redirect to another origin is not followed: load ${leads} itself, if that is meant`;
  const reason: Reason = {
    code: 'load/status',
    message,
    rules: [],
    ...(status >= 300 && status < 400 ? { remedy } : {}),
  };
  return { kind: 'outcome', outcome: { outcome: 'failed', call_id, reason, resources } };
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

function fetchOperation(url: URL, classifications: readonly string[]): RegisteredOperation {
  const path = url.pathname;
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
    redirects: literal({ policy: 'none' }),
    timeout_ms: literal(MOST_MS),
  });
  return loadOperation(
    {
      capability: 'network.http-fetch',
      args,
      effects: [{ kind: 'network', method: 'GET', origin: url.origin, path }],
    },
    {
      source: url.href,
      digest: sha256(url.href),
      reason: `loads a skill from ${url.origin}`,
      classifications,
      estimate: { network_bytes: 100_000, wall_clock_ms: 2_000 },
    },
  );
}

function failed(reason: Reason): Fetched {
  return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', reason } };
}
