import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AddressClass, classOf } from './address.ts';
import { HttpFailure } from './failure.ts';
import type { NetworkGrant } from './request.ts';

/** Every address of a name, in the order to try. Asked once a connection: what it says is checked and what was checked is used. */
export type Resolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true })).map((found) => found.address);

export interface Place {
  readonly origin: string;
  readonly secure: boolean;
  /** Without brackets and without a dot at its end. */
  readonly host: string;
  /** As in the `Host` header. */
  readonly authority: string;
  readonly port: number;
}

/** Addresses that were all checked for one origin under one grant. */
export interface Reach {
  readonly place: Place;
  readonly addresses: readonly string[];
}

const knownPlaces = new Map<string, Place>();
const mostKnown = 1_000;

/** Refuses every spelling but one, so that what was approved and what is connected to cannot differ. */
export function placeOf(origin: string): Place {
  const known = knownPlaces.get(origin);
  if (known !== undefined) return known;
  const place = readPlace(origin);
  if (knownPlaces.size >= mostKnown) knownPlaces.clear();
  knownPlaces.set(origin, place);
  return place;
}

function readPlace(origin: string): Place {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.origin !== origin || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new HttpFailure('network/origin', 'The origin is not in its canonical spelling', 3);
  }
  const secure = url.protocol === 'https:';
  const bare = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { origin, secure, host: bare, authority: url.host, port };
}

export async function reach(
  place: Place,
  grant: NetworkGrant,
  resolver: Resolver,
  signal: AbortSignal,
): Promise<Reach> {
  const addresses = await addressesOf(place, resolver, signal);
  if (addresses.length === 0) throw unresolved(place);
  for (const address of addresses) checkClass(place, classOf(address), grant);
  return { place, addresses };
}

/** Also asked before a kept connection is used again. */
export function checkClass(place: Place, kind: AddressClass, grant: NetworkGrant): void {
  if (mayReach(place, kind, grant)) return;
  throw new HttpFailure(
    'network/refused-address',
    `${place.origin} is at a ${kind} address, which nothing granted`,
    7,
    'Name this exact origin in your own policy if it is meant',
  );
}

function mayReach(place: Place, kind: AddressClass, grant: NetworkGrant): boolean {
  if (kind === 'unreadable') return false;
  if (kind === 'public' || grant.policyOrigins.includes(place.origin)) return true;
  if (kind !== 'loopback' && kind !== 'private') return false;
  // The reviewer of a name cannot see where it leads; only an address or localhost says so itself.
  const literal = isIP(place.host) !== 0 || isLocalhost(place.host);
  return literal && grant.privateOrigins.includes(place.origin);
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

async function addressesOf(place: Place, resolver: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(place.host) !== 0) return [place.host];
  if (isLocalhost(place.host)) return ['127.0.0.1', '::1'];
  try {
    return [...(await untilAborted(resolver(place.host, signal), signal))];
  } catch {
    signal.throwIfAborted();
    throw unresolved(place);
  }
}

function unresolved(place: Place): HttpFailure {
  return new HttpFailure('network/unresolved', `${place.host} has no address`, 6);
}

/** A resolver that never answers must not hold the call. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
