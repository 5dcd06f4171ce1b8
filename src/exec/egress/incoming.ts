import type { IncomingMessage } from 'node:http';
import { isProblem } from '../../http/url/problem.ts';
import { curlReading, readUrl } from '../../http/url/read.ts';
import { reroutedBy } from '../../ir/rerouting-header.ts';
import { readOrigin } from '../secrets/origin.ts';
import { type Refusal, refusal } from './refusal.ts';
import type { TunnelTarget } from './tunnel-target.ts';

/** A request of the code inside: read once, in its one meaning. */
export interface Incoming {
  readonly kind: 'incoming';
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  /** Without `?`. */
  readonly query?: string;
  /** Those that go on, names as written. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A header lets the server take another method, or another path, than the request line has. */
  readonly reroutes: { readonly method: boolean; readonly path: boolean };
  readonly hasBody: boolean;
}

/** Between the code and us only, or written anew by who sends the request. */
const ours = new Set(
  'host connection keep-alive proxy-connection proxy-authorization te transfer-encoding content-length expect accept-encoding'.split(
    ' ',
  ),
);

export function readIncoming(request: IncomingMessage, tunnel: TunnelTarget | undefined): Incoming | Refusal {
  const place = placeOf(request, tunnel);
  if (place.kind === 'refusal') return place;
  const headers = headersOf(request.rawHeaders);
  if (headers === undefined) return refusal(400, 'header', 'a header is not UTF-8 text');
  const framing = framingProblem(headers);
  if (framing !== undefined) return framing;
  const hosts = named(headers, 'host');
  const told = hosts[0]?.toLowerCase().replace(place.secure ? /:443$/ : /:80$/, '');
  if (hosts.length !== 1 || told !== place.authority)
    return refusal(403, 'host-header', `the Host header must name \`${place.authority}\`, and once`);
  const method = request.method ?? '';
  const reroutes = reroutesOf(headers, method, place.authority);
  if ('kind' in reroutes) return reroutes;
  return {
    kind: 'incoming',
    method,
    origin: place.origin,
    path: place.path,
    ...(place.query === undefined ? {} : { query: place.query }),
    headers: headers.filter(([name]) => !ours.has(name.toLowerCase())),
    reroutes,
    hasBody: named(headers, 'content-length').length > 0 || named(headers, 'transfer-encoding').length > 0,
  };
}

interface Place {
  readonly kind: 'place';
  readonly origin: string;
  readonly authority: string;
  readonly secure: boolean;
  readonly path: string;
  readonly query?: string;
}

/** Origin form inside a tunnel, absolute form outside of one, and no spelling that a server could read otherwise. */
function placeOf(request: IncomingMessage, tunnel: TunnelTarget | undefined): Place | Refusal {
  const target = request.url ?? '';
  if (tunnel !== undefined && !target.startsWith('/'))
    return refusal(400, 'target', 'a request in a tunnel names its path, not another address');
  const url = tunnel === undefined ? target : tunnel.origin + target;
  if (tunnel === undefined && !/^http:\/\//i.test(url))
    return refusal(400, 'target', 'this is an HTTP proxy: name an absolute http address, or use CONNECT for https');
  const parts = readUrl(url, curlReading);
  if (isProblem(parts)) return refusal(400, 'url', `the address is not in its usual spelling: ${parts.message}`);
  if (parts.userinfo !== undefined) return refusal(400, 'url', 'the address holds a login');
  const written = parts.path + (parts.query === undefined ? '' : `?${parts.query}`);
  if (!url.endsWith(written) || url.includes('#') || (tunnel !== undefined && written !== target))
    return refusal(400, 'url', 'the path is not in its usual spelling');
  const { origin } = parts;
  if (tunnel === undefined && readOrigin(origin)?.kind !== 'http-loopback')
    return refusal(403, 'plain-http', `\`${origin}\` would be reached unencrypted`, 'use https');
  return {
    kind: 'place',
    origin,
    authority: origin.slice(origin.indexOf('://') + 3),
    secure: tunnel !== undefined,
    path: parts.path,
    ...(parts.query === undefined ? {} : { query: parts.query }),
  };
}

/** Node gives one character a byte; we go on with the text that these bytes are. */
function headersOf(raw: readonly string[]): Incoming['headers'] | undefined {
  const out: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const value = textOf(raw[at + 1] ?? '');
    if (value === undefined) return undefined;
    out.push([raw[at] ?? '', value]);
  }
  return out;
}

function textOf(bytes: string): string | undefined {
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

/** Node's parser has refused two lengths already; what is left is what asks for another protocol. */
function framingProblem(headers: Incoming['headers']): Refusal | undefined {
  if (named(headers, 'upgrade').length > 0 || named(headers, 'http2-settings').length > 0)
    return refusal(403, 'upgrade', 'another protocol than HTTP/1.1 cannot be asked for');
  const twice = ['authorization', 'content-type'].find((name) => named(headers, name).length > 1);
  if (twice !== undefined) return refusal(400, 'header', `the header \`${twice}\` stands there twice`);
  const codings = named(headers, 'transfer-encoding');
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked') || codings.length > 1)
    return refusal(400, 'framing', 'only chunked transfer is known');
  if (named(headers, 'trailer').length > 0) return refusal(400, 'framing', 'headers behind the body are not sent');
  const tokens = named(headers, 'connection').flatMap((value) => value.toLowerCase().split(','));
  const strange = tokens.find((token) => !['close', 'keep-alive', 'te', ''].includes(token.trim()));
  return strange === undefined ? undefined : refusal(400, 'framing', '`Connection` names another header');
}

function reroutesOf(headers: Incoming['headers'], method: string, authority: string): Incoming['reroutes'] | Refusal {
  const out = { method: false, path: false };
  for (const [name, value] of headers) {
    switch (reroutedBy(name)) {
      case 'host':
        if (value.toLowerCase() !== authority && name.toLowerCase() !== 'host')
          return refusal(403, 'host-header', `the header \`${name}\` names another host than the request`);
        break;
      case 'method':
        out.method ||= value.toUpperCase() !== method;
        break;
      case 'target':
        out.path = true;
        break;
      case undefined:
        break;
    }
  }
  return out;
}

function named(headers: Incoming['headers'], wanted: string): readonly string[] {
  return headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
}
