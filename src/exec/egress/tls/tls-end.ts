import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { type Refusal, refusal } from '../refusal.ts';
import type { RunAuthority } from './certificate.ts';

/** The server's end of TLS for every host of a run. */
export interface TlsEnd {
  readonly secure: (
    socket: Duplex,
    host: string,
    head: Uint8Array,
  ) => { readonly kind: 'secured'; readonly socket: TLSSocket } | Refusal;
}

export function createTlsEnd(authority: RunAuthority, mostHosts: number): TlsEnd {
  const contexts = new Map<string, SecureContext>();
  const contextFor = (host: string): SecureContext | undefined => {
    const known = contexts.get(host);
    if (known !== undefined || contexts.size >= mostHosts) return known;
    const made = createSecureContext({ key: authority.keyPem, cert: authority.issue(host), minVersion: 'TLSv1.2' });
    contexts.set(host, made);
    return made;
  };
  return {
    secure: (socket, host, head) => {
      const secureContext = contextFor(host);
      if (secureContext === undefined) return refusal(403, 'hosts', 'this run asks for too many hosts');
      if (head.length > 0) socket.unshift(head);
      // Types know sockets only; TLS is spoken over any stream.
      const secured = new TLSSocket(socket as ConstructorParameters<typeof TLSSocket>[0], {
        isServer: true,
        secureContext,
        ALPNProtocols: ['http/1.1'],
        // One tunnel, one name: a second one inside would be a request that was not asked for.
        SNICallback: (name, done) =>
          name.toLowerCase() === host ? done(null, secureContext) : done(new Error('another name than the tunnel has')),
      });
      return { kind: 'secured', socket: secured };
    },
  };
}
