import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Refusal } from '../exec/egress/refusal.ts';
import { connectHost } from '../exec/jail/connect-host.ts';
import { connectorFiles } from '../exec/jail/connector.ts';
import { identityFiles, type JailView, mcpSocket, relaySocket } from '../exec/jail/jail-arguments.ts';
import { openJailEgress } from '../exec/jail/jail-egress.ts';
import { type JailPlan, planJail } from '../exec/jail/jail-plan.ts';
import { type JailEnd, runJail } from '../exec/jail/run-jail.ts';
import type { JailFlaw } from '../exec/jail/visible-files.ts';
import { type Resolver, systemResolver } from '../exec/providers/http/reach.ts';
import { openSandboxes } from '../exec/sandbox/open.ts';
import { findSystemProgram } from '../exec/sandbox/process/find-program.ts';
import { authoritiesOf } from './authorities.ts';
import { JailRecord } from './jail-record.ts';
import type { Host } from './open-host.ts';

export interface JailRequest {
  readonly command: readonly string[];
  readonly workspace: string;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Whether the agent has a terminal to talk to a person on. */
  readonly terminal: boolean;
  readonly session: string;
  /** Answers MCP clients at a socket until it is closed: one session for each. */
  readonly serve: (socket: string) => Promise<{ readonly close: () => Promise<void> }>;
  /** Told what is allowed, before the agent starts. */
  readonly announce: (plan: JailPlan) => void;
  readonly resolver?: Resolver;
}

/** Exactly what the agent would see and reach, or why it cannot start. */
export function planOfJail(
  host: Host,
  { command, workspace, environment }: Pick<JailRequest, 'command' | 'workspace' | 'environment'>,
): JailPlan | JailFlaw {
  return planJail({
    command,
    workspace,
    environment,
    config: host.config.jail ?? {},
    hidden: [host.home, host.anchors],
    node: realpathSync(process.execPath),
    uid: process.getuid?.() ?? 0,
  });
}

/**
 * Runs an agent that reaches nothing but its model's hosts and skillc. That it ran, every tunnel and every refusal are on record; what
 * it does through skillc is judged like the calls of any other agent.
 */
export async function runInJail(host: Host, request: JailRequest): Promise<JailEnd> {
  const plan = planOfJail(host, request);
  if (plan.kind === 'flaw') return plan;
  const held = await isHeld(host.home);
  if (held !== undefined) return held;
  const record = new JailRecord(host, request.session);
  const begun = await record.begin(plan);
  if (begun !== undefined) return begun;
  const egress = await openJailEgress({
    hosts: plan.hosts,
    open: (origin, signal) => openTunnel(origin, plan, request.resolver ?? systemResolver, record, host, signal),
    denied: (refusal) => record.refused(refusal),
    authorities: authoritiesOf(host.config),
    random: host.exec.random,
    wall: host.exec.clock.wall,
  });
  const socket = join(egress.folder, 'mcp.sock');
  const server = await request.serve(socket);
  let end: JailEnd = { kind: 'flaw', code: 'jail/fault', message: 'the jail broke' };
  try {
    request.announce(plan);
    end = await runJail(viewOf(plan, egress, socket, request.terminal));
    return end;
  } finally {
    await server.close();
    await egress.close();
    await record.end(end);
  }
}

function viewOf(
  plan: JailPlan,
  egress: Awaited<ReturnType<typeof openJailEgress>>,
  mcp: string,
  terminal: boolean,
): JailView {
  const files = egress.mounts.flatMap((mount) =>
    mount.kind === 'file' ? [{ at: mount.at, text: Buffer.from(mount.bytes).toString() }] : [],
  );
  return {
    plan,
    files: [...identityFiles(plan), ...files, ...connectorFiles(realpathSync(process.execPath))],
    sockets: [
      { host: egress.socket, at: relaySocket },
      { host: mcp, at: mcpSocket },
    ],
    terminal,
    disableUserNamespaces: hasDisableUserNamespaces(),
  };
}

/** No jail that was not measured: what does not hold is not used. */
async function isHeld(home: string): Promise<JailFlaw | undefined> {
  const sandboxes = openSandboxes({ home });
  try {
    const chosen = await sandboxes.choose({ class: 'process' });
    if (chosen.kind !== 'refused') return undefined;
    const { code, message, remedy } = chosen;
    return { kind: 'flaw', code, message, ...(remedy === undefined ? {} : { remedy }) };
  } finally {
    await sandboxes.close();
  }
}

/** Recorded before it is made, and ended with what went through it. */
async function openTunnel(
  origin: string,
  plan: JailPlan,
  resolver: Resolver,
  record: JailRecord,
  { policy }: Host,
  signal: AbortSignal,
): Promise<Socket | Refusal> {
  const tunnel = await record.tunnel(origin);
  if (tunnel.kind === 'refusal') return tunnel;
  const named = policy.kind === 'policy' ? [...policy.privateOrigins] : [];
  const connected = await connectHost(origin, plan.hosts, named, resolver, signal);
  if (connected.kind === 'refusal') {
    await tunnel.end('failed', { code: connected.code });
    return connected;
  }
  const { socket, address } = connected;
  socket.once('close', () => {
    void tunnel.end('done', { address, bytes_sent: socket.bytesWritten, bytes_received: socket.bytesRead });
  });
  return socket;
}

function hasDisableUserNamespaces(): boolean {
  const bwrap = findSystemProgram('bwrap');
  if (bwrap === undefined) return false;
  return execFileSync(bwrap, ['--help'], { env: {} }).toString().includes('--disable-userns');
}
