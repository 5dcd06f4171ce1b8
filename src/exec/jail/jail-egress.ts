import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { said } from '../egress/answer.ts';
import { egressMounts } from '../egress/environment.ts';
import { HttpProxy } from '../egress/http-proxy.ts';
import { defaultEgressLimits, type EgressLimits } from '../egress/limits.ts';
import type { PassedOn } from '../egress/pass-on.ts';
import { type Refusal, refusal } from '../egress/refusal.ts';
import { createAuthority } from '../egress/tls/certificate.ts';
import { createTlsEnd } from '../egress/tls/tls-end.ts';
import { readTunnelTarget, type TunnelTarget } from '../egress/tunnel-target.ts';
import type { Mount } from '../sandbox/sandbox.ts';
import { readHello } from './client-hello.ts';

export interface JailEgressOptions {
  /** `https://api.example.com`: what a person has configured, and nothing else. */
  readonly hosts: readonly string[];
  /** Connects to one of them, checked and recorded. */
  readonly open: (origin: string, signal: AbortSignal) => Promise<Socket | Refusal>;
  /** Records what was refused. */
  readonly denied: (refusal: Refusal) => Promise<void>;
  /** Trusted by the tools inside, besides the built-in ones. */
  readonly authorities: readonly string[];
  readonly random: (bytes: number) => Uint8Array;
  readonly wall: () => number;
  readonly limits?: Partial<EgressLimits>;
}

/** The one way out of a jail: tunnels to the configured hosts. Whatever else is asked for is answered with what to do instead. */
export interface JailEgress {
  /** Nobody else's; the proxy's socket is in it, and room for others. */
  readonly folder: string;
  readonly socket: string;
  readonly mounts: readonly Mount[];
  readonly close: () => Promise<void>;
}

/** An agent runs for hours, so only what happens at once is bounded. */
const limits: EgressLimits = {
  ...defaultEgressLimits,
  requests: Number.MAX_SAFE_INTEGER,
  connections: 256,
  hosts: 1_000,
};

export async function openJailEgress(options: JailEgressOptions): Promise<JailEgress> {
  const given = { ...limits, ...options.limits };
  const authority = createAuthority(options);
  const allowed = new Set(options.hosts);
  const proxy = new HttpProxy({
    limits: given,
    tls: createTlsEnd(authority, given.hosts),
    tunnel: (asked) => {
      const target = readTunnelTarget(asked, (origin) => allowed.has(origin));
      return target.kind === 'tunnel' && allowed.has(target.origin) ? passing(target, options) : target;
    },
    answer: async (request, tunnel) => {
      const origin = tunnel?.origin ?? plainOrigin(request.url ?? '');
      const refused = useSkillc(origin, options.hosts);
      await options.denied(refused).catch(() => undefined);
      return said(refused.status, refused.code, refused.message, refused.remedy);
    },
    refused: options.denied,
  });
  const folder = mkdtempSync(join(tmpdir(), 'skillc-jail-'));
  const socket = join(folder, 'proxy.sock');
  await proxy.listen(socket);
  chmodSync(socket, 0o600);
  return {
    folder,
    socket,
    // Hosts that pass have certificates of their own, so the usual authorities count inside as well.
    mounts: egressMounts([authority.caPem, ...options.authorities, ...rootCertificates].map(withEnd).join('')),
    close: async () => {
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function passing({ origin, host }: TunnelTarget, { open }: JailEgressOptions): PassedOn {
  return {
    kind: 'pass',
    open: (signal) => open(origin, signal),
    // Behind one address there are many names: the one that TLS asks for is the one that was allowed.
    judge: (first) => {
      const hello = readHello(first);
      if (hello.kind === 'more') return 'more';
      // An address has no name to ask for.
      const isMeant = isIP(host) === 0 ? hello.kind === 'name' && hello.name === host : hello.kind === 'nameless';
      return isMeant
        ? 'fine'
        : refusal(403, 'tunnel-name', `a tunnel to \`${origin}\` must begin with TLS for that name`);
    },
  };
}

/** What whoever calls curl in a jail reads. */
export function useSkillc(origin: string, hosts: readonly string[]): Refusal {
  const reach =
    hosts.length === 0 ? 'nothing is reached from here directly' : `only ${hosts.join(', ')} can be reached from here`;
  return refusal(
    403,
    'jailed',
    `\`${origin}\` is not reached from inside a jail; ${reach}`,
    'use skillc: `skillc mcp` has the tools `skill_load` and `skill_execute`, which send what a person has approved',
  );
}

function plainOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'this address';
}

function withEnd(pem: string): string {
  return pem.endsWith('\n') ? pem : `${pem}\n`;
}
