import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildStep, ProgramContext } from '../market/program.ts';
import type { Mount } from '../sandbox/sandbox.ts';
import { answerOf, said } from './answer.ts';
import { childRequest } from './child-request.ts';
import { egressEnvironment, egressMounts } from './environment.ts';
import { exchange } from './exchange.ts';
import { HttpProxy } from './http-proxy.ts';
import { InFlight } from './in-flight.ts';
import { readIncoming } from './incoming.ts';
import { defaultEgressLimits, type EgressLimits } from './limits.ts';
import { readBody } from './read-body.ts';
import type { Refusal } from './refusal.ts';
import { createAuthority } from './tls/certificate.ts';
import { createTlsEnd } from './tls/tls-end.ts';
import { readTunnelTarget } from './tunnel-target.ts';

/** Of the call whose code runs. */
export type EgressContext = Pick<
  ProgramContext,
  'call' | 'ceiling' | 'children' | 'handles' | 'signal' | 'networkBytes' | 'clock'
>;

export interface EgressOptions {
  readonly random: (bytes: number) => Uint8Array;
  readonly limits?: Partial<EgressLimits>;
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

export async function openEgress(context: EgressContext, { random, limits: given }: EgressOptions): Promise<Egress> {
  const limits = { ...defaultEgressLimits, ...given };
  const authority = createAuthority({ random, wall: context.clock.wall });
  const granted = new Set(context.ceiling.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : [])));
  const note = ({ code, message }: Refusal) => context.children.refuse({ code, message });
  const inFlight = new InFlight(limits.inFlight);
  const proxy = new HttpProxy({
    limits,
    tls: createTlsEnd(authority, limits.hosts),
    tunnel: (asked) => readTunnelTarget(asked, (origin) => granted.has(origin)),
    answer: async (request, tunnel, signal) => {
      const incoming = readIncoming(request, tunnel);
      if (incoming.kind === 'refusal') return refuse(incoming, note);
      // Bodies are held whole, so only as many as run are read.
      return inFlight.run(async (isAlone) => {
        const body = await readBody(request, limits.bodyBytes);
        if (body.kind === 'refusal') return refuse(body, note);
        if (body.kind === 'gone') return said(400, 'egress/body', 'the body was cut off');
        const exchanged = exchange(incoming, body.bytes, context.handles, context.ceiling);
        if (exchanged.kind === 'refusal') return refuse(exchanged, note);
        const step = childRequest(incoming, exchanged, body.bytes, context.call.span);
        const share = isAlone ? {} : shareOf(context.networkBytes, limits);
        return answerOf(await context.children.run({ ...step, signal, ...share }), incoming.method);
      });
    },
    refused: note,
  });
  const folder = mkdtempSync(join(tmpdir(), 'skillc-egress-'));
  const socket = join(folder, 'proxy.sock');
  const close = async () => {
    context.signal.removeEventListener('abort', stop);
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const stop = () => void close();
  await proxy.listen(socket);
  chmodSync(socket, 0o600);
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) await close();
  return {
    socket,
    caPem: authority.caPem,
    env: egressEnvironment(proxyInside),
    mounts: egressMounts(authority.caPem),
    close,
  };
}

/** A request alone may move all that is left; several at once an equal part each. */
function shareOf(networkBytes: number, { inFlight }: EgressLimits): Pick<ChildStep, 'networkBytes'> {
  return { networkBytes: Math.max(1, Math.floor(networkBytes / inFlight)) };
}

/** What cannot be recorded is refused all the same. */
async function refuse({ status, code, message, remedy, ...rest }: Refusal, note: (refusal: Refusal) => Promise<void>) {
  await note({ ...rest, status, code, message }).catch(() => undefined);
  return said(status, code, message, remedy);
}
