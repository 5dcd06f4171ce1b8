import type { SecretText } from '../../secret-text.ts';
import { type AnswerHead, headersOf } from './exchange.ts';
import { HttpFailure } from './failure.ts';
import { literal, type Message } from './message.ts';
import { type Place, placeOf } from './reach.ts';
import type { Header, Redirects } from './request.ts';

/** Followed with the method that curl follows them with. Other 3xx are answers. */
const followed = new Set([301, 302, 303, 307, 308]);

/** What may be told to an origin that the first one chose: nothing of the user's but how to talk to them. */
const crossing = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent']);

/** What says something about a body, and goes with it. */
const ofBody = new Set(['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'expect']);

export interface Hop {
  readonly place: Place;
  readonly message: Message;
  readonly crossed: boolean;
}

/** The next request, or undefined where the answer is the result. Refusals are thrown. */
export function nextHop(
  hop: Hop,
  status: number,
  location: string | undefined,
  redirects: Redirects,
  followedSoFar: number,
): Hop | undefined {
  if (redirects.policy === 'none' || !followed.has(status) || location === undefined) return undefined;
  const url = locationUrl(location, hop);
  const place = placeOf(url.origin);
  const same = place.origin === hop.place.origin;
  if (!same && redirects.policy === 'same-origin') return undefined;
  if (followedSoFar >= redirects.max) {
    throw new HttpFailure('network/too-many-redirects', `More than ${redirects.max} redirects`, 47);
  }
  if (hop.place.secure && !place.secure) {
    throw new HttpFailure('network/redirect-plain-http', `${hop.place.origin} redirects to plain http`, 47);
  }
  const method = methodAfter(hop.message.method, status);
  const keepsBody = hop.message.body !== undefined && method === hop.message.method && status !== 303;
  if (!same && keepsBody) {
    throw new HttpFailure(
      'network/redirect-body',
      `${hop.place.origin} asks to send the body to ${place.origin}: a body never crosses an origin`,
      47,
    );
  }
  const target = url.pathname + url.search;
  const headers = same ? hop.message.headers : crossHeaders(hop.message.headers, place);
  return {
    place,
    crossed: hop.crossed || !same,
    message: {
      method,
      target: [target],
      headers: keepsBody ? headers : headers.filter(([name]) => !ofBody.has(name.toLowerCase())),
      body: keepsBody ? hop.message.body : undefined,
    },
  };
}

/** Where an answer leads that is a result all the same; undefined where it leads nowhere, or nobody can say exactly where. */
export function unfollowed(hop: Hop, status: number, location: string | undefined): string | undefined {
  if (location === undefined || !followed.has(status)) return undefined;
  try {
    return locationUrl(location, hop).href;
  } catch {
    return undefined;
  }
}

/** Of two that differ nobody knows which is meant. */
export function soleLocation(head: AnswerHead): string | undefined {
  const all = new Set(headersOf(head, 'location'));
  if (all.size > 1) throw new HttpFailure('network/redirect-location', 'The answer redirects to two places', 3);
  return [...all][0];
}

function crossHeaders(headers: readonly Header[], place: Place): readonly Header[] {
  const kept = headers.filter(([name, value]) => crossing.has(name.toLowerCase()) && literal(value) !== undefined);
  return [['Host', [place.authority]], ...kept];
}

function methodAfter(method: string, status: number): string {
  if (status === 303) return method === 'HEAD' ? 'HEAD' : 'GET';
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method;
}

/** Refused where readers of URLs disagree; bytes above ASCII are percent-encoded as curl does it. */
function locationUrl(location: string, { place, message }: Hop): URL {
  const text = location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw new HttpFailure('network/redirect-scheme', `${place.origin} redirects to another protocol`, 1);
  }
  const path = pathOf(message.target);
  const rooted = /^(?:https?:\/\/[^/]|\/(?!\/\/))/i.test(text);
  const plain = rooted || (scheme === undefined && path !== undefined && !text.startsWith('/'));
  const base = place.origin + (path ?? '/');
  const url = plain && !/[\x00-\x20\x7f\\]/.test(text) && URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/.test(text)) {
    throw new HttpFailure(
      'network/redirect-location',
      `${place.origin} redirects to something that is no plain URL`,
      3,
    );
  }
  return url;
}

/** Undefined where a secret is in it: nothing is resolved against that. */
export function pathOf(target: SecretText): string | undefined {
  let path = '';
  for (const part of target) {
    if (typeof part !== 'string') return undefined;
    const query = part.indexOf('?');
    if (query !== -1) return path + part.slice(0, query);
    path += part;
  }
  return path;
}
