import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { addressBytes } from './address.ts';
import { connectFailure, HttpFailure } from './failure.ts';
import type { Reach } from './reach.ts';

export interface OpenSocket {
  /** What HTTP is spoken on. */
  readonly socket: Socket;
  /** Under TLS the socket whose counters are those of the wire; otherwise the same. */
  readonly wire: Socket;
  readonly address: string;
}

/** Connects to one of the checked addresses and no other; names are not looked up again. */
export async function openSocket(
  { place, addresses }: Reach,
  trust: () => SecureContext,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<OpenSocket> {
  signal.throwIfAborted();
  const opened: Socket[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    timer = setTimeout(() => {
      reject(new HttpFailure('network/connect-timeout', `No connection to ${place.origin} in ${timeoutMs} ms`, 28));
    }, timeoutMs);
  });
  try {
    const wire = connectTcp({
      host: place.host,
      port: place.port,
      lookup: pinned(addresses),
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: true,
    });
    opened.push(wire);
    // Until undici listens, secrets are still being fetched: an error then is seen by the socket's state, not by a crash.
    wire.on('error', ignore);
    await Promise.race([once(wire, 'connect'), ended]);
    const address = wire.remoteAddress ?? '';
    if (!addresses.some((checked) => sameAddress(checked, address))) {
      throw new HttpFailure('network/refused-address', `${place.origin} was reached at an address not checked`, 7);
    }
    if (!place.secure) return { socket: wire, wire, address };
    const secured = connectTls({
      socket: wire,
      host: place.host,
      servername: isIP(place.host) === 0 ? place.host : '',
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      secureContext: trust(),
    });
    opened.push(secured);
    secured.on('error', ignore);
    await Promise.race([once(secured, 'secureConnect'), ended]);
    return { socket: secured, wire, address };
  } catch (error) {
    for (const socket of opened) socket.destroy();
    if (signal.aborted) throw signal.reason;
    throw connectFailure(error, place.origin);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}

function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, done) => {
    const first = found[0];
    if (options.all === true) done(null, found);
    else done(null, first?.address ?? '', first?.family ?? 0);
  };
}

function once(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error('closed'));
    const settle = (end: () => void) => () => {
      socket.off('error', reject).off('close', closed);
      end();
    };
    socket.once('error', reject).once('close', closed).once(event, settle(resolve));
  });
}

function sameAddress(a: string, b: string): boolean {
  const left = addressBytes(a);
  const right = addressBytes(b);
  return left !== undefined && right !== undefined && Buffer.compare(left, right) === 0;
}

function ignore(): void {}
