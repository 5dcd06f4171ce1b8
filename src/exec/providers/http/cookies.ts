import type { Place } from './reach.ts';
import type { Header } from './request.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly origin: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const mostCookies = 150;
const longestCookie = 4_096;

/** Cookies of one operation. Each goes back to the very origin that set it: neither the Domain attribute nor another port widens that. */
export class CookieJar {
  #cookies: readonly Cookie[] = [];

  keep(place: Place, requestPath: string, setCookies: readonly string[], now: number): void {
    for (const text of setCookies) {
      const cookie = text.length > longestCookie ? undefined : parseCookie(text, place, requestPath, now);
      if (cookie === undefined) continue;
      const others = this.#cookies.filter(
        ({ name, origin, path }) => name !== cookie.name || origin !== cookie.origin || path !== cookie.path,
      );
      this.#cookies = (cookie.expires > now ? [...others, cookie] : others).slice(-mostCookies);
    }
  }

  /** The value of `Cookie`, longest paths first. */
  header(place: Place, requestPath: string, now: number): string | undefined {
    if (this.#cookies.length === 0) return undefined;
    const sent = this.#cookies
      .filter(({ origin, path, expires }) => origin === place.origin && expires > now && underPath(requestPath, path))
      .sort((a, b) => b.path.length - a.path.length);
    return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
}

/** The headers curl writes before the cookies. */
const before = new Set(['host', 'authorization', 'range', 'user-agent', 'accept', 'te', 'accept-encoding', 'referer']);

/** Where curl puts them: ahead of those given by hand, or of the first header that is not its own. */
export function addCookies(headers: readonly Header[], value: string): readonly Header[] {
  const given = headers.findIndex(([name]) => name.toLowerCase() === 'cookie');
  const own = headers[given];
  if (own !== undefined) return headers.with(given, [own[0], [`${value}; `, ...own[1]]]);
  const after = headers.findIndex(([name]) => !before.has(name.toLowerCase()));
  return headers.toSpliced(after === -1 ? headers.length : after, 0, ['Cookie', [value]]);
}

function parseCookie(text: string, place: Place, requestPath: string, now: number): Cookie | undefined {
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(text)) return undefined;
  const [pair = '', ...attributes] = text.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals === -1 || name === '') return undefined;
  const named = new Map(attributes.map((attribute) => splitAttribute(attribute)));
  const domain = named.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  if (domain !== '' && domain !== place.host && !place.host.endsWith(`.${domain}`)) return undefined;
  if (named.has('secure') && !place.secure) return undefined;
  const path = named.get('path') ?? '';
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    origin: place.origin,
    path: path.startsWith('/') ? path : defaultPath(requestPath),
    expires: expiry(named, now),
  };
}

function splitAttribute(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals === -1) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

function expiry(attributes: ReadonlyMap<string, string>, now: number): number {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?[0-9]{1,12}$/.test(age)) return now + Number(age) * 1000;
  const date = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date;
}

function defaultPath(requestPath: string): string {
  const end = requestPath.lastIndexOf('/');
  return end <= 0 ? '/' : requestPath.slice(0, end);
}

function underPath(requestPath: string, path: string): boolean {
  if (requestPath === path) return true;
  return requestPath.startsWith(path) && (path.endsWith('/') || requestPath[path.length] === '/');
}
