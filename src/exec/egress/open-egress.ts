import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Effect } from '../../ir/effect.ts';
import type { Span } from '../../ir/span.ts';
import type { ChildCalls } from '../market/program.ts';
import type { Mount } from '../sandbox/sandbox.ts';
import { type Answer, answerOf, said } from './answer.ts';
import { childRequest } from './child-request.ts';
import { egressEnvironment, egressMounts } from './environment.ts';
import { exchange } from './exchange.ts';
import { HandleTable, type IssuedHandle } from './handle-table.ts';
import { HttpProxy } from './http-proxy.ts';
import { InFlight } from './in-flight.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { defaultEgressLimits, type EgressLimits } from './limits.ts';
import { readBody } from './read-body.ts';
import type { Refusal } from './refusal.ts';
import { createAuthority } from './tls/certificate.ts';
import { createTlsEnd } from './tls/tls-end.ts';
import { readTunnelTarget } from './tunnel-target.ts';

export interface EgressOptions {
  readonly children: ChildCalls;
  /** What was approved for the call whose code runs. */
  readonly ceiling: readonly Effect[];
  readonly handles: readonly IssuedHandle[];
  /** Of the call: where its requests come from. */
  readonly span: Span;
  /** Records what never became a call. */
  readonly denied: (denial: EgressDenial) => Promise<void>;
  readonly signal: AbortSignal;
  readonly random: (bytes: number) => Uint8Array;
  readonly wall: () => number;
  readonly limits?: Partial<EgressLimits>;
}

export interface EgressDenial {
  readonly code: string;
  readonly message: string;
}

/** The one way out of a sandbox, for as long as one run lasts. */
export interface Egress {
  /** Of the host: an HTTP proxy answers there. Its folder is nobody else's. */
  readonly socket: string;
  readonly caPem: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files that `env` names. */
  readonly mounts: readonly Mount[];
  readonly close: () => Promise<void>;
}

/** Where the relay of every sandbox listens. */
export const proxyInside = 'http://127.0.0.1:3128';

export async function openEgress(options: EgressOptions): Promise<Egress> {
  const limits = { ...defaultEgressLimits, ...options.limits };
  const authority = createAuthority(options);
  const granted = new Set(options.ceiling.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : [])));
  const note = ({ code, message }: Refusal) => options.denied({ code, message });
  const table = new HandleTable(options.handles, options.random);
  const inFlight = new InFlight(limits.inFlight);
  const proxy = new HttpProxy({
    limits,
    tls: createTlsEnd(authority, limits.hosts),
    tunnel: (asked) => readTunnelTarget(asked, (origin) => granted.has(origin)),
    answer: async (request, tunnel, signal) => {
      const incoming = readIncoming(request, tunnel);
      if (incoming.kind === 'refusal') return refuse(incoming, note);
      const body = await readBody(request, limits.bodyBytes);
      if (body.kind === 'refusal') return refuse(body, note);
      if (body.kind === 'gone') return said(400, 'egress/body', 'the body was cut off');
      return inFlight.run(() => answerIncoming(incoming, body.bytes, table, options, note, signal));
    },
    refused: note,
  });
  const folder = mkdtempSync(join(tmpdir(), 'skillc-egress-'));
  const socket = join(folder, 'proxy.sock');
  const close = async () => {
    options.signal.removeEventListener('abort', stop);
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const stop = () => void close();
  await proxy.listen(socket);
  chmodSync(socket, 0o600);
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) await close();
  return {
    socket,
    caPem: authority.caPem,
    env: egressEnvironment(proxyInside),
    mounts: egressMounts(authority.caPem),
    close,
  };
}

async function answerIncoming(
  incoming: Incoming,
  body: Uint8Array,
  table: HandleTable,
  { children, span }: EgressOptions,
  note: (refusal: Refusal) => Promise<void>,
  signal: AbortSignal,
): Promise<Answer> {
  const exchanged = exchange(incoming, body, table);
  if (exchanged.kind === 'refusal') return refuse(exchanged, note);
  const result = await children.run({ ...childRequest(incoming, exchanged, body, span), signal });
  return answerOf(result, incoming.method, incoming.origin, table);
}

/** What cannot be recorded is refused all the same. */
async function refuse({ status, code, message, remedy, ...rest }: Refusal, note: (refusal: Refusal) => Promise<void>) {
  await note({ ...rest, status, code, message }).catch(() => undefined);
  return said(status, code, message, remedy);
}
