import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { type Refusal, refusal } from '../egress/refusal.ts';
import { openSocket } from '../providers/http/connect.ts';
import { HttpFailure } from '../providers/http/failure.ts';
import { placeOf, type Resolver, reach } from '../providers/http/reach.ts';
import type { NetworkGrant } from '../providers/http/request.ts';

const connectMs = 30_000;

/** A connection to a configured host: its name looked up and its address checked as for any request of ours. */
export async function connectHost(
  origin: string,
  hosts: readonly string[],
  policyOrigins: readonly string[],
  resolver: Resolver,
  signal: AbortSignal,
): Promise<{ readonly kind: 'socket'; readonly socket: Socket; readonly address: string } | Refusal> {
  const grant: NetworkGrant = {
    holder: 'jail',
    effects: [],
    covers: (_method, asked) => hosts.includes(asked),
    // Written out in the configuration: an address or localhost says itself where it leads.
    privateOrigins: hosts,
    policyOrigins,
    plainHttpLoopback: false,
  };
  try {
    const reached = await reach(placeOf(origin), grant, resolver, signal);
    // TLS is the business of the two ends.
    const plain = { ...reached, place: { ...reached.place, secure: false } };
    const { socket, address } = await openSocket(plain, () => createSecureContext(), connectMs, signal);
    return { kind: 'socket', socket, address };
  } catch (error) {
    if (!(error instanceof HttpFailure)) return refusal(502, 'unreachable', `\`${origin}\` cannot be reached`);
    const status = error.code === 'network/refused-address' ? 403 : 502;
    const message = error.message.charAt(0).toLowerCase() + error.message.slice(1);
    return {
      kind: 'refusal',
      status,
      code: error.code,
      message,
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    };
  }
}
